package agent

import (
	"context"

	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// AlphaBeta returns an agent that searches depth plies deep, with a table of that many
// megabytes; 0: alphabeta.DefaultMegabytes.
func AlphaBeta(g env.Game, depth, megabytes int, s seed.Seed) (env.Agent, error) {
	cfg := alphabeta.Strong(depth)
	cfg.Megabytes = megabytes
	a, err := alphabeta.New(g, cfg, s.Rand())
	if err != nil {
		return nil, err
	}
	return deepening{a}, nil
}

// deepening is an alpha-beta search as a Chooser.
type deepening struct{ *alphabeta.Agent }

func (d deepening) Choices(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	return d.Agent.Choices(ctx, hurry, s, analysis.Window)
}
