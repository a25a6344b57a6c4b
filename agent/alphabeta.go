package agent

import (
	"context"

	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// AlphaBeta returns an agent that searches depth plies deep, with a table of that many
// megabytes; 0: alphabeta.DefaultMegabytes. It evaluates by e, or without it by the game's
// score.
func AlphaBeta(g env.Game, depth, megabytes int, e alphabeta.Evaluation, s seed.Seed) (env.Agent, error) {
	cfg := alphabeta.Strong(depth)
	if e != nil {
		cfg = alphabeta.Played(depth, e)
	}
	cfg.Megabytes = megabytes
	a, err := alphabeta.New(g, cfg, s.Rand())
	if err != nil {
		return nil, err
	}
	return deepening{a}, nil
}

// alphaBeta makes alpha-beta agents, with the evaluation that load opens if the text names one.
func (s Spec) alphaBeta(load Loader) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(g env.Game, at seed.Seed) (env.Agent, error) {
		if s.Eval == "" {
			return AlphaBeta(g, s.Budget, s.Megabytes, nil, at)
		}
		learned, err := load(s.Source, g)
		if err != nil {
			return nil, err
		}
		return AlphaBeta(g, s.Budget, s.Megabytes, learned.Evaluation(), at)
	}
}

// deepening is an alpha-beta search as a Chooser.
type deepening struct{ *alphabeta.Agent }

func (d deepening) Choices(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	return d.Agent.Choices(ctx, hurry, s, analysis.Window)
}
