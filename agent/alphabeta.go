package agent

import (
	"context"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
)

// AlphaBeta returns an agent that searches so many plies deep.
func AlphaBeta(g env.Game, depth int, s seed.Seed) (env.Agent, error) {
	ab, err := alphabeta.New(g, alphabeta.Strong(depth), s.Rand())
	if err != nil {
		return nil, err
	}
	return deepening{ab}, nil
}

// deepening is an alpha-beta agent that can be asked to be quick about it.
type deepening struct{ *alphabeta.Agent }

func (d deepening) actWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	return d.ActWithin(ctx, hurry, s)
}
