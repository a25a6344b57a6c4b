package report

import (
	"strings"
	"testing"

	"ludens/arena"
)

// The line of CPU times warns where a time limits one of the agents and their moves took
// times more than a tenth apart, and only there.
func TestCPULines(t *testing.T) {
	of := func(agent string, moves int, seconds float64, timed bool) CPUTime {
		return CPUTime{agent, arena.CPUTime{Moves: moves, Seconds: seconds}, timed}
	}
	for _, test := range []struct {
		name string
		all  []CPUTime
		want []string
	}{
		{"equal", []CPUTime{of("a", 100, 1.64, true), of("b", 101, 1.61, true)}, []string{"CPU      a 16.4ms, b 15.9ms per move, of 100 and 101 moves"}},
		{"unequal", []CPUTime{of("a", 100, 1.6, true), of("b", 100, 1.2, false)}, []string{"CPU      a 16ms, b 12ms per move, of 100 and 100 moves", "         warning: not equal time: these are 29 % apart, more than 10 %"}},
		{"just unequal", []CPUTime{of("a", 100, 1.06, true), of("b", 100, 0.95, true)}, []string{"CPU      a 10.6ms, b 9.5ms per move, of 100 and 100 moves", "         warning: not equal time: these are 11 % apart, more than 10 %"}},
		{"by other limits", []CPUTime{of("a", 100, 1.6, false), of("b", 100, 12, false)}, []string{"CPU      a 16ms, b 120ms per move, of 100 and 100 moves"}},
		{"too fast to see", []CPUTime{of("a", 1, 0, true), of("b", 1, 0, true)}, []string{"CPU      a 0s, b 0s per move, of 1 and 1 moves"}},
		{"nothing played", []CPUTime{of("a", 0, 0, true), of("b", 0, 0, true)}, nil},
		{"not measured", nil, nil},
	} {
		if got := cpuLines(test.all); strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}
