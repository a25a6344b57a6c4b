package analysis_test

import (
	"context"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/mcts"
)

// An agent with a time for a move takes it, unless the limits say otherwise.
func TestTimed(t *testing.T) {
	g := the(t, "connect4")
	s := g.New(0)
	for _, c := range []struct {
		limit       time.Duration
		limits      analysis.Limits
		least, most int // simulations
	}{
		{time.Nanosecond, analysis.Limits{}, 1, 1},
		{time.Second, analysis.Limits{}, 4, mcts.MaxSimulations},
		{time.Hour, analysis.Limits{Simulations: 2}, 2, 2},
		{time.Nanosecond, analysis.Limits{Time: time.Hour, Simulations: 30}, 30, 30},
	} {
		r, err := analysis.Timed(analysis.New(g, mcts.Uniform{}, analysis.Simulations(3)), c.limit).Analyse(context.Background(), s, c.limits, nil)
		if err != nil || r.Simulations < c.least || r.Simulations > c.most {
			t.Errorf("%v and %+v: %d simulations, %v; want %d to %d", c.limit, c.limits, r.Simulations, err, c.least, c.most)
		}
	}
}
