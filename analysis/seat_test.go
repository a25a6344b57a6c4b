package analysis_test

import (
	"testing"

	"ludens/analysis"
	"ludens/env"
)

// A person gets the side that stands better, and the first move where that is about even.
func TestSeat(t *testing.T) {
	for value, want := range map[float32]env.Player{1: env.First, 0: env.First, -0.09: env.First, -0.11: env.Second, -1: env.Second} {
		if got := analysis.Seat(value); got != want {
			t.Errorf("a start with value %v gives side %v, want %v", value, got, want)
		}
	}
}
