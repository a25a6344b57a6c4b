package run

import (
	"slices"
	"testing"

	"ludens/train"
)

// A warning is reported when it begins, and again when it has not come for three
// iterations.
func TestWarningsTellBeginningAndEnd(t *testing.T) {
	var w Warnings
	for i, step := range []struct {
		about []string
		want  []string
	}{
		{nil, nil},
		{[]string{"duplicates"}, []string{"look: 38 % duplicates"}},
		{[]string{"duplicates"}, nil},
		{nil, nil}, // it hesitates
		{[]string{"duplicates", "stale"}, []string{"look: 38 % stale"}},
		{nil, nil},
		{nil, nil},
		{[]string{"stale"}, []string{"better: duplicates, in iterations 2 to 5"}},
		{nil, nil},
		{nil, nil},
		{nil, []string{"better: stale, in iterations 5 to 8"}},
		{[]string{"duplicates"}, []string{"look: 38 % duplicates"}},
	} {
		var advice []train.Advice
		for _, about := range step.about {
			advice = append(advice, train.Advice{About: about, Text: "38 % " + about})
		}
		if got := w.After(i+1, advice); !slices.Equal(got, step.want) {
			t.Errorf("iteration %d: %q, want %q", i+1, got, step.want)
		}
	}
}
