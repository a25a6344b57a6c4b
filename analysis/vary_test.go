package analysis_test

import (
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// What is nearly as good as the best is played about as often as it was looked
// at; what is worse, or was hardly looked at, never.
func TestVary(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []env.MoveStats // 100 visits in all of those that may be drawn
		want  map[env.Action]int
	}{
		{"two of three", []env.MoveStats{{Action: 3, Visits: 60, Value: 0.1}, {Action: 5, Visits: 40, Value: -0.01}, {Action: 7, Visits: 30, Value: -0.03}},
			map[env.Action]int{3: 60, 5: 40}},
		{"a better value, hardly looked at", []env.MoveStats{{Action: 3, Visits: 100, Value: 0.1}, {Action: 5, Visits: 24, Value: 0.5}},
			map[env.Action]int{3: 100}},
		{"a certain win", []env.MoveStats{{Action: 3, Visits: 1, Value: 1}, {Action: 5, Visits: 50, Value: 0.99}},
			map[env.Action]int{3: 100}},
		{"one that only moves", []env.MoveStats{{Action: 3}, {Action: 5}}, map[env.Action]int{3: 100}},
	} {
		rng, got := seed.New(1).Rand(), map[env.Action]int{}
		for range 10_000 {
			got[analysis.Vary(c.moves, rng)]++
		}
		for a := range env.Action(9) {
			if off := got[a]/100 - c.want[a]; off < -2 || off > 2 {
				t.Errorf("%s: move %d is played %d times of a hundred, want %d", c.name, a, got[a]/100, c.want[a])
			}
		}
	}
}
