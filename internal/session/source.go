package session

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/eval"
	"ludens/internal/disk"
	"ludens/internal/exit"
	"ludens/internal/export"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/selfplay"
	"ludens/train"
)

// Source is where the configuration of a run comes from, each "" or nil if it is not
// given.
type Source struct {
	Preset   string // instead of the game's own
	File     string // TOML, over the preset
	From     string // the network to begin with
	Games    string // recorded games to learn from first
	Set      []configs.Layer
	Rehearse bool

	Layers []configs.Layer // all of them, once they are loaded
}

// FolderOf returns the usual folder of a run.
func FolderOf(cfg configs.Run, rehearse bool) string {
	dir := filepath.Join("runs", games.FileName(cfg.Game))
	if cfg.ByAlphaBeta() {
		dir += "-eval"
	}
	if rehearse {
		dir += "-rehearsal"
	}
	return dir
}

// Vacant returns dir, or the first of dir-2, dir-3 and so on that holds no run.
func Vacant(dir string) string {
	free := dir
	for n := 2; runs.Holds(free); n++ {
		free = fmt.Sprintf("%s-%d", dir, n)
	}
	return free
}

// Load puts the layers together: preset, file, the game that was typed, and Set.
func (s *Source) Load(typed string) (cfg configs.Run, err error) {
	file, err := s.file()
	if err != nil {
		return cfg, err
	}
	game := configs.GameOf(file)
	if typed != "" {
		game = typed
	}
	if game, err = roster.GameName(game); err != nil {
		return cfg, err
	}
	if typed != "" {
		if _, err := games.Make(game); err != nil {
			return cfg, err
		}
	}
	if game == "" && s.Preset == "" {
		return cfg, exit.Usagef("which game? want: ludens train GAME; `ludens games` lists them")
	}
	preset, err := s.preset(game, file)
	if err != nil {
		return cfg, err
	}
	s.Layers = []configs.Layer{preset, file}
	s.argue("the command line", "game", game)
	s.argue("the file of "+game, "variant", games.Text(game))
	s.argue("--from", "from", s.From)
	s.argue("--games", "pretrain.games", s.Games)
	s.Layers = append(s.Layers, s.Set...)
	if cfg, err = configs.Load(s.Layers...); err != nil {
		return cfg, err
	}
	staged := strings.HasPrefix(cfg.From, ofPreset)
	if s.Rehearse {
		if cfg = cfg.Rehearsal(); staged {
			cfg.From = ""
		}
	}
	if cfg.From != "" && !staged {
		err = roster.Adopt(&cfg)
	}
	return cfg, err
}

// argue adds a layer with one value, if there is one.
func (s *Source) argue(where, key, value string) {
	if value != "" {
		s.Layers = append(s.Layers, configs.Argument(where, key, value))
	}
}

// file returns the layer of the file, which is empty if there is none.
func (s *Source) file() (configs.Layer, error) {
	if s.File == "" {
		return configs.Layer{}, nil
	}
	text, err := disk.ReadFile(s.File, configs.MaxText)
	return configs.Layer{Name: s.File, Text: string(text)}, err
}

// preset returns the layer below all others: the preset that is named, that of the method
// that a layer names, or the game's own.
func (s *Source) preset(game string, file configs.Layer) (configs.Layer, error) {
	if s.Preset != "" {
		return configs.Preset(s.Preset)
	}
	if method := configs.MethodOf(append([]configs.Layer{file}, s.Set...)...); method == train.AlphaBeta {
		return configs.Preset(method)
	}
	return configs.PresetFor(game)
}

// checkLessons notes in a configuration the SHA-256 of the recorded games that the run learns
// from first, so that it goes on with no others. What is wrong with them is reported here,
// before there is a run.
func checkLessons(cfg *configs.Run) error {
	p := &cfg.Pretrain
	if p.Games == "" {
		return nil
	}
	hash, err := export.HashGames(p.Games)
	if err != nil {
		return fmt.Errorf("pretrain.games: %w", err)
	}
	p.SHA256 = cmp.Or(p.SHA256, hash)
	g, err := games.Make(cfg.Game)
	if err != nil {
		return err
	}
	_, err = lessons(*p, g)
	return err
}

// study returns what the run learns from before it plays, and what to call it; nil:
// nothing.
func (s *Session) study() (games func(context.Context) ([]*selfplay.Record, error), name string) {
	p, g := s.config.Pretrain, s.run.Game
	switch {
	case p.Games != "":
		return func(context.Context) ([]*selfplay.Record, error) { return lessons(p, g) }, "recorded games"
	case p.AlphaBeta.Games > 0:
		return s.taught, "games of alpha-beta"
	}
	return nil, ""
}

// taught has alpha-beta play the games that the run learns from.
func (s *Session) taught(ctx context.Context) ([]*selfplay.Record, error) {
	at := seed.New(s.config.Seed).At("alphabeta", 0)
	games, err := eval.Teach(ctx, s.run.Game, s.config.Pretrain.AlphaBeta, at, s.run.Workers, s.show.lesson)
	if err == nil {
		s.show.lessonsPlayed(games)
	}
	return games, err
}

// lessons reads the recorded games that a run learns from first.
func lessons(p configs.Pretrain, g env.Game) ([]*selfplay.Record, error) {
	if p.Games == "" {
		return nil, nil
	}
	hash, err := export.HashGames(p.Games)
	if err == nil && p.SHA256 != "" && hash != p.SHA256 {
		err = fmt.Errorf("%s is not what the run began with: its SHA-256 is %s, want %s", p.Games, hash, p.SHA256)
	}
	var all []*selfplay.Record
	if err == nil {
		all, err = export.ReadGames(p.Games, g, p.Most, p.AsRecorded)
	}
	if err != nil {
		return nil, fmt.Errorf("pretrain.games: %w", err)
	}
	return all, nil
}
