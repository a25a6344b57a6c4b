package run

import (
	"testing"

	"ludens/internal/report"
)

// A difference in Elo is reported in words where it has no bound on one side.
func TestEloWords(t *testing.T) {
	low, mid, high := 46.0, 120.4, 190.0
	for _, test := range []struct {
		elo  report.Bounds
		want string
	}{
		{report.Bounds{Estimate: &mid, Low: &low, High: &high}, "+120 (95 %: +46 to +190)"},
		{report.Bounds{Low: &low}, "at least +46 (95 %), with no upper bound"},
		{report.Bounds{High: &high}, "at most +190 (95 %), with no lower bound"},
		{report.Bounds{}, "unknown: the games leave everything possible"},
	} {
		if got := eloWords(test.elo); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
