package analysis

import (
	"context"
	"time"

	"ludens/env"
	"ludens/internal/cputime"
)

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
	cputime.Within(ctx, r.limit, func(ctx context.Context) { report, err = r.Analyst.Analyse(ctx, s, l, seen) })
	return report, err
}

// unset reports whether l does not say how long or how far to search.
func (l Limits) unset() bool {
	return l.Simulations == 0 && l.Time == 0 && l.Depth == 0 && !l.Endless
}
