package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
)

// parseOld returns the old agent with so many plies, or so much time, a move.
func parseOld(text string) (agent.Entrant, error) {
	depth, err := strconv.Atoi(text)
	limit, wrong := time.ParseDuration(text)
	if err != nil && (wrong != nil || limit <= 0) {
		return agent.Entrant{}, fmt.Errorf("--old %q: want plies, as in 4, or a time, as in 50ms", text)
	}
	if err != nil {
		depth = maxDepth
	}
	if _, err := newAlphaBeta(depth, nil); err != nil {
		return agent.Entrant{}, err
	}
	return agent.Entrant{Name: "old:" + text, New: func(_ env.Game, s seed.Seed) (env.Agent, error) {
		ab, err := newAlphaBeta(depth, s.Rand())
		if err != nil || limit <= 0 {
			return ab, err
		}
		return timed{ab, limit}, nil
	}}, nil
}

type timed struct {
	agent *alphaBeta
	limit time.Duration
}

func (t timed) Act(ctx context.Context, s env.State) (env.Decision, error) {
	hurry, stop := context.WithTimeout(ctx, t.limit)
	defer stop()
	return t.agent.actWithin(ctx, hurry, s)
}
