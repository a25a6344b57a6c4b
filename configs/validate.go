package configs

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludens/agent"
	"ludens/arena"
	"ludens/configs/layer"
	"ludens/env"
	"ludens/env/games"
	"ludens/eval"
	"ludens/mcts"
)

// invalid is an error about one table.
type invalid struct {
	table string
	err   error
}

func (e invalid) Error() string {
	if e.table == "" {
		return e.err.Error()
	}
	return "[" + e.table + "] " + e.err.Error()
}

// learn reads the file of the game, if the run carries one.
func (r Run) learn() error {
	if r.Variant == "" {
		return nil
	}
	name, err := games.Read("the game of the configuration", string(r.Variant))
	if err != nil {
		return err
	}
	if game, _, _ := strings.Cut(r.Game, ":"); game != name {
		return invalid{"", fmt.Errorf("variant = the file of %s, want that of the game, %s", name, r.Game)}
	}
	return nil
}

// Validate says what is wrong with r, or nil.
func (r Run) Validate() error {
	if err := r.learn(); err != nil {
		return err
	}
	g, err := games.Make(r.Game)
	if err != nil {
		return invalid{"", fmt.Errorf("game = %q: %w", r.Game, err)}
	}
	if r.Seed > math.MaxInt64 { // a negative one, as it is read
		return invalid{"", fmt.Errorf("seed = %d, want 0 to %d", int64(r.Seed), math.MaxInt64)}
	}
	if !inOneLine(r.From) {
		return invalid{"", fmt.Errorf("from = %q, want a path of at most %d bytes, in one line", layer.Clip(r.From), maxFrom)}
	}
	if err := r.alone(); err != nil {
		return err
	}
	if r.ByAlphaBeta() {
		return r.validateRounds(g)
	}
	if _, scored := g.New(0).(env.Scored); r.Network.Score && !scored {
		return invalid{"network", fmt.Errorf("score = true, want false: %s keeps no score", r.Game)}
	}
	if _, settles := g.New(0).(env.Tactical); !settles {
		switch {
		case r.SelfPlay.Settled > 0:
			return invalid{"selfplay", fmt.Errorf("settled = %v, want 0: %s knows no settled score", r.SelfPlay.Settled, r.Game)}
		case r.Play.Settled > 0:
			return invalid{"play", fmt.Errorf("settled = %v, want 0: %s knows no settled score", r.Play.Settled, r.Game)}
		}
	}
	method := r.Method(g.Spec())
	for _, part := range []struct {
		table string
		err   error
	}{
		{"pretrain", r.Pretrain.validate()},
		{"pretrain", r.validateTeacher()},
		{"network", r.Spec(g.Spec()).Validate()},
		{"search", r.Search.Validate()},
		{"search", r.fewForGumbel(g.Spec().Actions)},
		{"evaluation", r.Evaluation.validate()},
		{"selfplay", method.SelfPlay.Validate()},
		{"optimiser", r.Optimiser.Validate()},
		{"train", method.Validate()},
		{"selfplay", method.SelfPlay.Fits(g)},
		{"play", r.Play.validate()},
	} {
		if part.err != nil {
			return invalid{part.table, part.err}
		}
	}
	return nil
}

// fewForGumbel refuses a budget in which sequential halving could not visit each
// of its moves once, of which a game has at most actions.
func (r Run) fewForGumbel(actions int) error {
	n := min(r.Search.Considered, actions)
	if r.Search.Root == mcts.Gumbel && r.Search.Simulations < n {
		return fmt.Errorf("simulations = %d for %d moves that halving begins with: want at least %d, or considered = %d",
			r.Search.Simulations, n, n, r.Search.Simulations)
	}
	return nil
}

func (p Pretrain) validate() error {
	switch {
	case !inOneLine(p.Games):
		return fmt.Errorf("games = %q, want a path of at most %d bytes, in one line", layer.Clip(p.Games), maxFrom)
	case p.SHA256 != "" && !sha256Digits.MatchString(p.SHA256):
		return fmt.Errorf("sha256 = %q, want 64 digits from 0 to f", layer.Clip(p.SHA256))
	case !(p.Epochs >= 0 && p.Epochs <= maxEpochs):
		return fmt.Errorf("epochs = %v, want 0 to %d", p.Epochs, maxEpochs)
	case p.Most < 0 || p.Most > maxLessons:
		return fmt.Errorf("most = %d games, want 1 to %d, or 0 for all", p.Most, maxLessons)
	case p.Games == "" && (p.SHA256 != "" || p.Epochs != 0 || p.Most != 0):
		return errors.New("games = \"\", want the file that the other keys are about")
	}
	return nil
}

// sha256Digits are a SHA-256 as it is written.
var sha256Digits = regexp.MustCompile(`^[0-9a-f]{64}$`)

// inOneLine reports whether a text can be a path.
func inOneLine(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl) && len(path) <= maxFrom
}

func (p Play) validate() error {
	switch {
	case !(p.ScoreUtility >= 0 && p.ScoreUtility <= 1):
		return fmt.Errorf("score_utility = %v, want 0 to 1", p.ScoreUtility)
	case !(p.Settled >= 0 && p.Settled <= 1):
		return fmt.Errorf("settled = %v, want 0 to 1", p.Settled)
	}
	return nil
}

// Bounds of a Run that no other package has.
const (
	maxEvery     = 1_000_000 // iterations
	maxBaselines = 100
	maxFrom      = 1_000 // bytes of a path
	maxEpochs    = 1_000
	maxLessons   = 100_000_000
)

func (e Evaluation) validate() error {
	if mcts.CheckSimulations("simulations", e.Simulations, 0) != nil {
		return fmt.Errorf("simulations = %d, want 0 (the network alone) to %d", e.Simulations, mcts.MaxSimulations)
	}
	switch {
	case e.Every < 0 || e.Every > maxEvery:
		return fmt.Errorf("every = %d, want 0 to %d", e.Every, maxEvery)
	case e.Games < 1 || e.Games > arena.MaxGames:
		return fmt.Errorf("games = %d, want 1 to %d", e.Games, arena.MaxGames)
	case e.FinalGames < 1 || e.FinalGames > arena.MaxGames:
		return fmt.Errorf("final_games = %d, want 1 to %d", e.FinalGames, arena.MaxGames)
	case e.OpeningPlies < 0 || e.OpeningPlies > arena.MaxOpening:
		return fmt.Errorf("opening_plies = %d, want 0 to %d", e.OpeningPlies, arena.MaxOpening)
	case len(e.Baselines) > maxBaselines:
		return fmt.Errorf("baselines = %d agents, want at most %d", len(e.Baselines), maxBaselines)
	}
	for _, b := range e.Baselines {
		if _, err := agent.Parse(b, nil); err != nil {
			return fmt.Errorf("baselines = %s: %w", layer.Clip(fmt.Sprintf("%q", e.Baselines)), err)
		}
	}
	if e.Watch != "" {
		if _, err := agent.Parse(e.Watch, nil); err != nil {
			return fmt.Errorf("watch = %q: %w", e.Watch, err)
		}
	}
	return nil
}

// spare leaves out the games of alpha-beta that only a preset asks for, where the run
// begins with a trained network or recorded games, or the game has no evaluation to learn:
// presets are for whole families, and for runs that begin from nothing.
func (r *Run) spare(layers []Layer) {
	asked := func(l Layer) bool { return l.Sets([]string{"pretrain", "alphabeta"}) }
	if slices.ContainsFunc(layers, func(l Layer) bool { return asked(l) && !strings.HasPrefix(l.Name, presetName) }) {
		return
	}
	if r.teacherless() != nil {
		r.Pretrain.AlphaBeta = eval.Teacher{}
	}
}

// teacherless says why alpha-beta plays no games for the run, or nil.
func (r *Run) teacherless() error {
	switch {
	case r.From != "":
		return fmt.Errorf("the run begins with the network of %s", r.From)
	case r.Pretrain.Games != "":
		return fmt.Errorf("the run begins with the games of %s", r.Pretrain.Games)
	}
	g, err := games.Make(r.Game)
	if err != nil {
		return err
	}
	_, err = eval.NewFeatures(g)
	return err
}

// validateTeacher says what is wrong with the games of alpha-beta, or nil.
func (r *Run) validateTeacher() error {
	c := r.Pretrain.AlphaBeta
	err := c.Validate()
	if err == nil && c.Games > 0 {
		if why := r.teacherless(); why != nil {
			err = fmt.Errorf("games = %d, want 0: %w", c.Games, why)
		}
	}
	if err != nil {
		return fmt.Errorf("alphabeta.%w", err)
	}
	return nil
}
