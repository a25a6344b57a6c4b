package bench

import (
	"context"
	"fmt"

	"github.com/BurntSushi/toml"

	"ludens/configs"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

// search measures searches without the cost of a network: with the search's defaults or what is
// set, and without proofs, which other programs have not.
func search(ctx context.Context, t Task, rounds int) ([]Rate, error) {
	preset, err := configs.PresetFor(t.Game.Spec().Name)
	if err != nil {
		return nil, err
	}
	defaults, err := toml.Marshal(map[string]mcts.Config{"search": mcts.Defaults()})
	if err != nil {
		return nil, err
	}
	run, err := t.over(preset, configs.Layer{Name: "the search's defaults", Text: string(defaults)})
	if err != nil {
		return nil, err
	}
	with, err := simulations(ctx, t.Game, run.Search, "search", rounds)
	if err != nil {
		return nil, err
	}
	run.Search.Solver, run.Search.Lookahead = false, 0
	without, err := simulations(ctx, t.Game, run.Search, "search without proofs", rounds)
	return []Rate{with, without}, err
}

// simulations counts those that were made: a search whose root is proven stops.
func simulations(ctx context.Context, g env.Game, cfg mcts.Config, what string, rounds int) (Rate, error) {
	tree := mcts.NewTree(g, cfg)
	tree.Reset(g.New(0))
	rng, plies := seed.New(0).Rand(), 0
	what = fmt.Sprintf("%s, uniform evaluator, %d a move", what, cfg.Simulations)
	return measure(ctx, g.Spec().Name, what, "simulations/s", rounds, func() (int, error) {
		tree.Begin(cfg.Simulations, nil)
		if err := mcts.Search(ctx, tree, mcts.Uniform{}); err != nil {
			return 0, err
		}
		made := tree.Stats().Simulations
		tree.Advance(tree.Pick(1, rng))
		if plies++; tree.Root().Result() != env.Ongoing || plies >= g.Spec().MaxPly {
			plies = 0
			tree.Reset(g.New(0))
		}
		return made, nil
	})
}
