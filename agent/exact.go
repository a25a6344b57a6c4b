package agent

import (
	"context"
	"math/rand/v2"
	"sync"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
)

// exactElse is how deep the alpha-beta search goes that plays where exact values take too
// long, if an agent's text says nothing.
const exactElse = 8

// exact plays by exact values where its solver answers within about a second (env.Prompt),
// and as another agent does elsewhere. Among moves that are equally good, in plies to a
// win or a loss too, it draws.
type exact struct {
	solvers *sync.Pool
	solver  env.Solver
	other   env.Agent
	rng     *rand.Rand
}

// exactly opens the solver of each game that the agent is asked to play.
func (s Spec) exactly(load Loader) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(g env.Game, at seed.Seed) (env.Agent, error) {
		known, err := load(Source{Kind: "exact"}, g)
		if err != nil {
			return nil, err
		}
		other, err := AlphaBeta(g, alphabeta.Config{Depth: s.Budget, Megabytes: s.Megabytes}, at.At("else", 0))
		if err != nil {
			return nil, err
		}
		return &exact{known.Solvers, known.Solvers.Get().(env.Solver), other, at.Rand()}, nil
	}
}

// knows reports whether the solver answers within the budget.
func (e *exact) knows(s env.State) bool {
	p, ok := e.solver.(env.Prompt)
	return !ok || p.Soon(s)
}

func (e *exact) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return e.ActWithin(ctx, ctx, s)
}

// ActWithin plays as the other agent does, too, where hurry ends before the solver has
// answered.
func (e *exact) ActWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	if e.knows(s) {
		if d, err := e.draw(hurry, s); err == nil || hurry.Err() == nil {
			return d, err
		}
	}
	return e.other.(hurried).ActWithin(ctx, hurry, s)
}

// Choices are those of the other agent: moves by exact values are drawn already.
func (e *exact) Choices(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	if e.knows(s) {
		if d, err := e.draw(hurry, s); err == nil || hurry.Err() == nil {
			return d, err
		}
	}
	return Choices(ctx, hurry, e.other, s)
}

// draw returns one of the best moves.
func (e *exact) draw(ctx context.Context, s env.State) (env.Decision, error) {
	moves, err := valued(ctx, e.solver, s)
	if err != nil {
		return env.Decision{}, err
	}
	best := bestOf(moves)
	var equal []valuedMove
	for _, m := range moves {
		if m.worth == best.worth {
			equal = append(equal, m)
		}
	}
	return equal[e.rng.IntN(len(equal))].decision(len(moves)), nil
}

// Close lends the solver to the next game: what it remembers changes no answer.
func (e *exact) Close() error {
	e.solvers.Put(e.solver)
	return nil
}
