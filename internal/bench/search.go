package bench

import (
	"context"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

func search(ctx context.Context, g env.Game, rounds int) ([]Rate, error) {
	const simulations = 100
	cfg := mcts.Defaults()
	cfg.Simulations = simulations
	tree := mcts.NewTree(g, cfg)
	tree.Reset(g.New(0))
	rng, plies := seed.New(0).Rand(), 0
	r, err := measure(ctx, g.Spec().Name, "search, uniform evaluator, 100 a move", "simulations/s", rounds, func() (int, error) {
		tree.Begin(simulations, nil)
		if err := mcts.Search(ctx, tree, mcts.Uniform{}); err != nil {
			return 0, err
		}
		tree.Advance(tree.Pick(1, rng))
		if plies++; tree.Root().Result() != env.Ongoing || plies >= g.Spec().MaxPly {
			plies = 0
			tree.Reset(g.New(0))
		}
		return simulations, nil
	})
	return []Rate{r}, err
}
