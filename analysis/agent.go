package analysis

import (
	"context"
	"time"

	"ludens/env"
	"ludens/internal/machine"
)

// Agent returns an analyst that asks an agent, and knows no more than it says:
// for agents without a tree. make returns a new agent with limits of
// time for its move and of depth in plies, 0: none; or ErrShallow. With Limits.Kept the agent
// of the question before answers, with what it remembers, if it is Renewable or the limits are
// the same.
func Agent(make func(limit time.Duration, depth int) (env.Agent, error)) Analyst {
	return &asker{make}
}

// Renewable is an agent with a limit of time that may be replaced by another.
type Renewable interface {
	Renewed(limit time.Duration) env.Agent
}

type asker struct {
	make func(limit time.Duration, depth int) (env.Agent, error)
}

// Analyse asks once. Every, Lines and Simulations mean nothing to it.
func (a *asker) Analyse(ctx context.Context, s env.State, l Limits, _ func(Report)) (Report, error) {
	began := time.Now()
	d, err := a.ask(ctx, s, l, l.Time)
	if err != nil && ctx.Err() != nil {
		d, err = a.ask(context.WithoutCancel(ctx), s, l, stopTime)
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

// stopTime is the time for an agent that was called off, and lost what it had found, to move
// all the same.
const stopTime = time.Millisecond

func (a *asker) ask(ctx context.Context, s env.State, l Limits, limit time.Duration) (env.Decision, error) {
	agent, err := l.Kept.agentOf(a, limit, l.Depth)
	if err != nil {
		return env.Decision{}, err
	}
	if l.Kept == nil {
		defer env.Close(agent)
	}
	if h, ok := agent.(Hurried); ok && (limit > 0 || l.Endless) {
		return h.ActWithin(context.WithoutCancel(ctx), ctx, s)
	}
	return agent.Act(ctx, s)
}

// Hurried is an agent that can be asked to be quick about it: it returns what it has found when
// hurry ends, which may be at once.
type Hurried interface {
	env.Agent
	ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error)
}

// keptAgent is the agent of the last question of an asker, and the limits that it has.
type keptAgent struct {
	env.Agent
	owner *asker
	limit time.Duration
	depth int
}

// agentOf returns who answers within limits: the agent that k keeps, if it can, or a new one,
// which k then keeps. Nothing keeps it if k is nil.
func (k *Kept) agentOf(a *asker, limit time.Duration, depth int) (env.Agent, error) {
	if k == nil {
		return a.make(limit, depth)
	}
	next := keptAgent{owner: a, limit: limit, depth: depth}
	if last := k.agent; last.owner == a && last.depth == depth {
		renewable, ok := last.Agent.(Renewable)
		switch {
		case last.limit == limit:
			return last.Agent, nil
		case ok && last.limit > 0 && limit > 0:
			next.Agent = renewable.Renewed(limit)
			k.agent = next
			return next.Agent, nil
		}
	}
	k.Close()
	agent, err := a.make(limit, depth)
	if err == nil {
		next.Agent = agent
		k.agent = next
	}
	return agent, err
}

// Close closes the agent that is kept, if there is one.
func (k *Kept) Close() {
	if k.agent.Agent != nil {
		env.Close(k.agent.Agent)
	}
	k.agent = keptAgent{}
}

// Timed returns a with a time limit for a move of a game, instead of the
// simulations that it would make. Limits that are set are kept.
func Timed(a Analyst, limit time.Duration) Analyst { return timed{a, limit} }

type timed struct {
	Analyst
	limit time.Duration
}

func (t timed) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	if l.unset() {
		l.Time = t.limit
	}
	return t.Analyst.Analyse(ctx, s, l, seen)
}

// Rationed returns a, which searches in the goroutine that asks it, with a limit of CPU time
// for a move of a game, instead of the simulations that it would make. Limits that
// are set are kept.
func Rationed(a Analyst, limit time.Duration) Analyst { return rationed{a, limit} }

type rationed struct {
	Analyst
	limit time.Duration
}

func (r rationed) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (report Report, err error) {
	if !l.unset() {
		return r.Analyst.Analyse(ctx, s, l, seen)
	}
	l.Endless = true
	machine.Within(ctx, r.limit, func(ctx context.Context) { report, err = r.Analyst.Analyse(ctx, s, l, seen) })
	return report, err
}

// unset reports whether l does not say how long or how far to search.
func (l Limits) unset() bool {
	return l.Simulations == 0 && l.Time == 0 && l.Depth == 0 && !l.Endless
}

// Said returns a, which writes by into its reports (Report.By).
func Said(a Analyst, by string) Analyst { return said{a, by} }

type said struct {
	Analyst
	by string
}

func (a said) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	told := seen
	if seen != nil {
		told = func(r Report) { r.By = a.by; seen(r) }
	}
	r, err := a.Analyst.Analyse(ctx, s, l, told)
	r.By = a.by
	return r, err
}
