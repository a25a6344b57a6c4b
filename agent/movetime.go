package agent

import (
	"context"
	"time"

	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
)

// MoveTime returns e with a time limit per move: a search stops when it is over, or when
// it has done what its name asks for. Agents that do not search are as they were. Games of
// such agents cannot be repeated: they depend on the clock.
func (e Entrant) MoveTime(limit time.Duration) Entrant {
	if e.Spec.Foreign() {
		e.Spec = e.Spec.hurried(limit)
		e.New = e.Spec.start
		return e
	}
	if e.Spec.Time == 0 || limit < e.Spec.Time {
		e.Spec.Time, e.Spec.CPU = limit, false
	}
	return e.within(func(h hurried) env.Agent { return timed{h, limit} })
}

// cpuTime returns e with a limit of CPU time per move: that of the threads which search. A
// machine under load then slows its games down and does not weaken it, but they depend on
// the machine as those with a time limit do.
func (e Entrant) cpuTime(limit time.Duration) Entrant {
	e.Spec.Time, e.Spec.CPU = limit, true
	e = e.within(func(h hurried) env.Agent { return &rationed{h, machine.Allowance{Each: limit}} })
	make := e.New
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		if err := machine.CheckThreadTime(); err != nil {
			return nil, err
		}
		return make(g, s)
	}
	return e
}

// within returns e with its agents as limit makes them, if they can be hurried.
func (e Entrant) within(limit func(hurried) env.Agent) Entrant {
	make := e.New
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		agent, err := make(g, s)
		if h, ok := agent.(hurried); ok && err == nil {
			return limit(h), nil
		}
		return agent, err
	}
	return e
}

// hurried is an agent that can be asked to be quick about it: it returns what it
// has found when hurry ends, which may be at once.
type hurried interface {
	env.Agent
	ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error)
}

type timed struct {
	agent hurried
	limit time.Duration
}

func (t timed) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return t.ActWithin(ctx, ctx, s)
}

// ActWithin holds the time limit beside another limit.
func (t timed) ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	hurry, stop := context.WithTimeout(hurry, t.limit)
	defer stop()
	return t.agent.ActWithin(ctx, hurry, s)
}

// Choices holds the time limit beside another limit.
func (t timed) Choices(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	hurry, stop := context.WithTimeout(hurry, t.limit)
	defer stop()
	return Choices(ctx, hurry, t.agent, s)
}

// rationed is an agent with a budget of CPU time per move.
type rationed struct {
	agent     hurried
	allowance machine.Allowance
}

func (r *rationed) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return r.ActWithin(ctx, ctx, s)
}

// ActWithin holds the budget beside another limit.
func (r *rationed) ActWithin(ctx, hurry context.Context, s env.State) (d env.Decision, err error) {
	r.allowance.Spent(machine.Within(hurry, r.allowance.Next(), func(hurry context.Context) {
		d, err = r.agent.ActWithin(ctx, hurry, s)
	}))
	return d, err
}

// Choices holds the budget beside another limit.
func (r *rationed) Choices(ctx, hurry context.Context, s env.State) (d env.Decision, err error) {
	r.allowance.Spent(machine.Within(hurry, r.allowance.Next(), func(hurry context.Context) {
		d, err = Choices(ctx, hurry, r.agent, s)
	}))
	return d, err
}
