package analysis_test

import (
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// What is nearly as good as the best is played as often as its share of the
// policy says; what is worse, or has little share, never.
func TestVary(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []env.MoveStats
		want  map[env.Action]int // of a hundred
	}{
		{"two of three", []env.MoveStats{{Action: 3, Policy: 0.48, Value: 0.1}, {Action: 5, Policy: 0.32, Value: -0.01}, {Action: 7, Policy: 0.2, Value: -0.03}},
			map[env.Action]int{3: 60, 5: 40}},
		{"a better value, hardly a share", []env.MoveStats{{Action: 3, Policy: 0.8, Value: 0.1}, {Action: 5, Policy: 0.19, Value: 0.5}},
			map[env.Action]int{3: 100}},
		{"proven to lose where all is lost but one", []env.MoveStats{{Action: 3, Policy: 1, Value: -0.95}, {Action: 5, Value: -1}},
			map[env.Action]int{3: 100}},
		{"the first has no share of note", []env.MoveStats{{Action: 3, Policy: 0.1, Value: 0.1}, {Action: 5, Policy: 0.9, Value: 0.1}},
			map[env.Action]int{5: 100}},
		{"a certain win", []env.MoveStats{{Action: 3, Policy: 0.02, Value: 1}, {Action: 5, Policy: 0.9, Value: 0.99}},
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
