package run

import (
	"slices"
	"testing"
)

func took(seconds float64) Metric { return Metric{Clock: Clock{Seconds: seconds}} }

// The clock of a session begins anew when a run is resumed.
func TestSpent(t *testing.T) {
	all := []Metric{took(10), took(25), took(4), took(9)} // resumed after two
	if got, want := Spent(all), []float64{10, 15, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("seconds an iteration %v, want %v", got, want)
	}
}
