package configs

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/BurntSushi/toml"

	"ludens/alphabeta"
	"ludens/configs/layer"
	"ludens/env"
	"ludens/eval"
	"ludens/mcts"
	"ludens/nn"
	"ludens/train"
)

// MethodOf returns the method that the last of some layers names that names one, or "".
func MethodOf(layers ...Layer) string {
	var named struct{ Train struct{ Method string } }
	for _, l := range layers {
		toml.Decode(l.Text, &named) // Load reports what is wrong with it
	}
	return named.Train.Method
}

// blank returns a run to which no layer was applied.
func blank() Run { return Run{Search: mcts.Defaults(), Optimiser: nn.DefaultConfig()} }

// rounds is what a run by alpha-beta has of a Run, as it is written.
type rounds struct {
	Game    string `toml:"game"`
	Variant Rules  `toml:"variant,omitempty"`
	Seed    uint64 `toml:"seed"`
	From    string `toml:"from,omitempty"`
	Train   struct {
		Method     string `toml:"method"`
		Iterations int    `toml:"iterations"`
		KeepGames  int    `toml:"keep_games"`
		PastEvery  int    `toml:"past_every"`
	} `toml:"train"`
	AlphaBeta  eval.RoundConfig `toml:"alphabeta"`
	Evaluation Evaluation       `toml:"evaluation"`
}

func (r Run) rounds() rounds {
	x := rounds{Game: r.Game, Variant: r.Variant, Seed: r.Seed, From: r.From, AlphaBeta: r.AlphaBeta, Evaluation: r.Evaluation}
	x.Train.Method, x.Train.Iterations, x.Train.KeepGames, x.Train.PastEvery = r.Train.Method, r.Train.Iterations, r.Train.KeepGames, r.Train.PastEvery
	return x
}

// alone returns as an error what a run by alpha-beta sets that only a network's has, or what
// a network's has of the table of alpha-beta; or nil.
func (r Run) alone() error {
	want := blank()
	want.settle()
	if !r.ByAlphaBeta() {
		left := fmt.Sprintf("it left out without train.method = %q (--preset %s)", train.AlphaBeta, train.AlphaBeta)
		if err := strange("evaluation", Evaluation{Depth: r.Evaluation.Depth}, Evaluation{}, left); err != nil {
			return err
		}
		return strange("alphabeta", r.AlphaBeta, want.AlphaBeta, left)
	}
	t := r.Train
	t.Method, t.Iterations, t.KeepGames, t.PastEvery = "", 0, 0, 0
	for _, table := range []struct {
		name      string
		has, want any
	}{
		{"network", r.Network, want.Network}, {"search", r.Search, want.Search}, {"selfplay", r.SelfPlay, want.SelfPlay},
		{"optimiser", r.Optimiser, want.Optimiser}, {"play", r.Play, want.Play}, {"evaluation", Evaluation{Simulations: r.Evaluation.Simulations}, Evaluation{}},
		{"pretrain", r.Pretrain, want.Pretrain}, {"train", t, want.Train},
	} {
		if err := strange(table.name, table.has, table.want, fmt.Sprintf("it left out: train.method = %q trains no network", train.AlphaBeta)); err != nil {
			return err
		}
	}
	return nil
}

// strange returns an error about the first key of a table that is not as wanted, or nil.
func strange(table string, has, want any, instead string) error {
	x, y := reflect.ValueOf(has), reflect.ValueOf(want)
	for i := range x.NumField() {
		key, _, _ := strings.Cut(x.Type().Field(i).Tag.Get("toml"), ",")
		if key == "" || key == "-" || reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			continue
		}
		return invalid{table, fmt.Errorf("%s = %s, want %s", key, layer.Clip(fmt.Sprint(x.Field(i))), instead)}
	}
	return nil
}

// GamesPerIteration returns how many games the run plays between checkpoints.
func (r Run) GamesPerIteration() int {
	if r.ByAlphaBeta() {
		return r.AlphaBeta.Games
	}
	return r.SelfPlay.Games
}

// validateRounds says what is wrong with a run of g by alpha-beta, or nil.
func (r Run) validateRounds(g env.Game) error {
	if _, err := eval.NewFeatures(g); err != nil {
		return fmt.Errorf("train.method = %q: %w", train.AlphaBeta, err)
	}
	if d := r.Evaluation.Depth; d < 1 || d > alphabeta.MaxDepth {
		return invalid{"evaluation", fmt.Errorf("depth = %d, want 1 to %d", d, alphabeta.MaxDepth)}
	}
	if err := r.Evaluation.validate(); err != nil {
		return invalid{"evaluation", err}
	}
	if err := r.AlphaBeta.Validate(); err != nil {
		return invalid{"alphabeta", err}
	}
	if err := r.Method(g.Spec()).Validate(); err != nil {
		return invalid{"train", err}
	}
	return nil
}
