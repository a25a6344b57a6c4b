package analysis_test

import (
	"context"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env/connect4"
	"ludens/mcts"
)

// Whoever has a time for a move takes it, unless he is told otherwise.
func TestTimed(t *testing.T) {
	g := the(t, "connect4", connect4.New)
	a := analysis.Timed(analysis.New(g, mcts.Uniform{}, 2), 20*time.Millisecond)
	for _, c := range []struct {
		limits      analysis.Limits
		least, most int // simulations
	}{
		{analysis.Limits{}, 3, analysis.MaxSimulations},
		{analysis.Limits{Simulations: 2}, 2, 2},
		{analysis.Limits{Time: time.Hour, Simulations: 30}, 30, 30},
	} {
		r, err := a.Analyse(context.Background(), g.New(0), c.limits, nil)
		if err != nil || r.Simulations < c.least || r.Simulations > c.most {
			t.Errorf("%+v: %d simulations, %v; want %d to %d", c.limits, r.Simulations, err, c.least, c.most)
		}
	}
}
