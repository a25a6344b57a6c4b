package agent

import (
	"context"
	"time"

	"ludens/env"
	"ludens/env/seed"
)

// MoveTime returns e with so much time a move: a search stops when it is over,
// or when it has done what its name asks for. Agents that do not search are as
// they were. Games of such agents cannot be repeated: they depend on the clock.
func (e Entrant) MoveTime(limit time.Duration) Entrant {
	if e.Spec.Foreign() {
		e.Spec = e.Spec.hurried(limit)
		e.New = e.Spec.start
		return e
	}
	make := e.New
	e.Spec.Time = limit
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		agent, err := make(g, s)
		if h, ok := agent.(hurried); ok && err == nil {
			return timed{h, limit}, nil
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
	hurry, stop := context.WithTimeout(ctx, t.limit)
	defer stop()
	return t.agent.ActWithin(ctx, hurry, s)
}

func (t timed) Choices(ctx, _ context.Context, s env.State) (env.Decision, error) {
	hurry, stop := context.WithTimeout(ctx, t.limit)
	defer stop()
	return Choices(ctx, hurry, t.agent, s)
}
