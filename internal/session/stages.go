package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/exit"
	"ludens/internal/export"
	"ludens/internal/prose"
	"ludens/internal/roster"
	runs "ludens/internal/run"
	"ludens/internal/tui"
	"ludens/selfplay"
	"ludens/tune"
)

// ofPreset before a preset's name, in a configuration's from, asks for a run of that
// preset to be trained first.
const ofPreset = "preset:"

// Stages trains the runs that others begin with.
type Stages struct {
	Workers int
	View    View
	Train   func(dir string, work func(context.Context) error) error // does the work of the run in a folder
}

// Before trains the run that cfg is to begin with, if its from names a preset: in the
// folder beside dir that ends in -first, where it goes on if it was stopped. cfg then
// begins with that run.
func (t Stages) Before(cfg *configs.Run, dir string) error {
	preset, ok := strings.CutPrefix(cfg.From, ofPreset)
	if !ok {
		return nil
	}
	if runs.Holds(dir) {
		return taken(dir)
	}
	layer, err := configs.Preset(preset)
	if err != nil {
		return fmt.Errorf("from = %q: %w", cfg.From, err)
	}
	seed, err := configs.Set([]string{fmt.Sprintf("seed=%d", cfg.Seed)})
	if err != nil {
		return err
	}
	first, err := configs.Load(append([]configs.Layer{layer}, seed...)...)
	if err != nil {
		return err
	}
	folder := dir + "-first"
	if err := t.finish(first, folder, preset); err != nil {
		return err
	}
	cfg.From = folder
	return roster.Adopt(cfg)
}

// finish trains the run in a folder to its end.
func (t Stages) finish(cfg configs.Run, dir, preset string) error {
	if r, err := runs.Look(dir); err == nil && r.Final() != nil {
		return nil
	}
	fmt.Fprint(t.View.Out, prose.Words(fmt.Sprintf("first a run of the preset %s, in %s; this one begins with its network", preset, dir), tui.Width(t.View.Out), "  "))
	err := t.Before(&cfg, dir) // it may begin with another itself
	if err != nil {
		return err
	}
	var s *Session
	if runs.Holds(dir) {
		s, err = Resume(dir, Going{}, t.Workers, Machines{}, t.View)
	} else {
		s, err = Begin(cfg, dir, runs.Create, t.Workers, Machines{}, t.View)
	}
	if err == nil {
		err = t.Train(dir, s.Train)
	}
	if errors.As(err, new(exit.Stopped)) {
		return exit.Stopped{Hint: "that was the first of two runs; the same command goes on with it"}
	}
	return err
}

// Study notes in a configuration the SHA-256 of the recorded games that the run learns
// from first, so that it goes on with no others. What is wrong with them is reported here,
// before there is a run.
func Study(cfg *configs.Run) error {
	p := &cfg.Pretrain
	if p.Games == "" {
		return nil
	}
	hash, err := export.HashGames(p.Games)
	if err != nil {
		return fmt.Errorf("pretrain.games: %w", err)
	}
	if p.SHA256 == "" {
		p.SHA256 = hash
	}
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
	games, err := tune.Teach(ctx, s.run.Game, s.config.Pretrain.AlphaBeta, at, s.run.Workers, s.show.lesson)
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
		all, err = export.ReadGames(p.Games, g, p.Most)
	}
	if err != nil {
		return nil, fmt.Errorf("pretrain.games: %w", err)
	}
	return all, nil
}
