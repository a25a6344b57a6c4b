package analysis

import (
	"context"
	"time"

	"ludens/env"
)

// Timed returns a with so much time for a move of a game, instead of the
// simulations that it would make. Limits that somebody sets are kept.
func Timed(a Analyst, limit time.Duration) Analyst { return timed{a, limit} }

type timed struct {
	Analyst
	limit time.Duration
}

func (t timed) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	if l.Simulations == 0 && l.Time == 0 && l.Depth == 0 && !l.Endless {
		l.Time = t.limit
	}
	return t.Analyst.Analyse(ctx, s, l, seen)
}
