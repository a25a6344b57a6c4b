package agent

import (
	"context"
	"math/rand/v2"

	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// AlphaBeta returns the strongest agent with the Depth, Nodes, Megabytes and Evaluation of c.
func AlphaBeta(g env.Game, c alphabeta.Config, s seed.Seed) (env.Agent, error) {
	cfg := alphabeta.Strong(c.Depth)
	if c.Evaluation != nil {
		cfg = alphabeta.Played(c.Depth, c.Evaluation)
	}
	cfg.Nodes, cfg.Megabytes = c.Nodes, c.Megabytes
	a, err := alphabeta.New(g, cfg, s.Rand())
	if err != nil {
		return nil, err
	}
	return deepening{a}, nil
}

// alphaBeta makes alpha-beta agents, with the evaluation that load opens if the text names one.
func (s Spec) alphaBeta(load Loader) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(g env.Game, at seed.Seed) (env.Agent, error) {
		c := alphabeta.Config{Depth: s.Budget, Nodes: s.Nodes, Megabytes: s.Megabytes}
		if s.Eval != "" {
			learned, err := load(s.Source, g)
			if err != nil {
				return nil, err
			}
			c.Evaluation = learned.Evaluation()
		}
		return AlphaBeta(g, c, at)
	}
}

// deepening is an alpha-beta search as a Chooser.
type deepening struct{ *alphabeta.Agent }

func (d deepening) Choices(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	return d.Agent.Choices(ctx, hurry, s, analysis.Window)
}

// Chooser is an agent that finds out which of its moves lose little if it is asked,
// which takes longer than to find one: they are the Moves of its decision, with their
// shares of its Policy. hurry is as in ActWithin.
type Chooser interface {
	Choices(ctx, hurry context.Context, s env.State) (env.Decision, error)
}

// Choices asks an agent for the moves that it may play in a varied opening, and for its
// choice. An agent that is no Chooser lists what it lists of every position.
func Choices(ctx, hurry context.Context, a env.Agent, s env.State) (env.Decision, error) {
	switch a := a.(type) {
	case Chooser:
		return a.Choices(ctx, hurry, s)
	case hurried:
		return a.ActWithin(ctx, hurry, s)
	}
	return a.Act(ctx, s)
}

// Vary asks an agent for the move of a varied opening: one of those that lose little by
// its own estimate (analysis.Vary). Agents that list no moves play as ever, and so do
// those with a temperature: random,
// greedy and exact draw among their equal moves themselves. The value stays that of the
// best move.
func Vary(ctx context.Context, a env.Agent, s env.State, rng *rand.Rand) (env.Decision, error) {
	if d, ok := a.(*drawing); ok && d.temperature > 0 {
		return d.Act(ctx, s)
	}
	d, err := Choices(ctx, ctx, a, s)
	if err != nil || len(d.Moves) == 0 {
		return d, err
	}
	if other := analysis.Vary(d.Moves, rng); other != d.Action {
		d.Action, d.Line = other, []env.Action{other}
	}
	return d, nil
}
