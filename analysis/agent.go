package analysis

import (
	"context"
	"time"

	"ludens/env"
)

// Agent returns an analyst that asks an agent, and knows no more than it says:
// for agents without a tree. make returns a new agent with limits of
// time for its move and of depth in plies, 0: none; or ErrShallow.
func Agent(make func(limit time.Duration, depth int) (env.Agent, error)) Analyst { return asker{make} }

type asker struct {
	make func(limit time.Duration, depth int) (env.Agent, error)
}

// Analyse asks once. Every, Lines and Simulations mean nothing to it.
func (a asker) Analyse(ctx context.Context, s env.State, l Limits, _ func(Report)) (Report, error) {
	began := time.Now()
	d, err := a.ask(ctx, s, l.Time, l.Depth)
	if err != nil && ctx.Err() != nil {
		d, err = a.ask(context.WithoutCancel(ctx), s, hasty, l.Depth)
	}
	if err != nil {
		return Report{}, err
	}
	r := Report{Value: d.Value, Simulations: max(1, d.Simulations), Depth: d.Depth, Elapsed: time.Since(began)}
	for _, m := range d.Moves {
		r.Moves = append(r.Moves, Move{MoveStats: m})
	}
	if len(r.Moves) == 0 || r.Best() != d.Action {
		r.Moves = []Move{{MoveStats: env.MoveStats{Action: d.Action, Visits: r.Simulations, Prior: 1, Value: d.Value}}}
	}
	if r.Moves[0].Line = d.Line; len(d.Line) == 0 {
		r.Moves[0].Line = []env.Action{d.Action}
	}
	return r, nil
}

// hasty is the time for an agent that was called off and must move all the same.
const hasty = time.Millisecond

func (a asker) ask(ctx context.Context, s env.State, limit time.Duration, depth int) (env.Decision, error) {
	agent, err := a.make(limit, depth)
	if err != nil {
		return env.Decision{}, err
	}
	defer env.Close(agent)
	return agent.Act(ctx, s)
}
