package study

import (
	"context"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/machine"
)

// A match at equal CPU time says that it was; one between a budget and a tenth of it warns,
// also when it goes on and has nothing left to play. No game depends on what is counted.
func TestMatchCountsCPUTime(t *testing.T) {
	if err := machine.CheckThreadTime(); err != nil {
		t.Skip(err)
	}
	lines := func(m *Match) (cpu string, warned bool) {
		r, err := m.Play(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range r.Lines() {
			if strings.HasPrefix(line, "CPU") {
				cpu = line
			}
			warned = warned || strings.Contains(line, "warning: not equal time")
		}
		return cpu, warned
	}
	for _, test := range []struct {
		a, b   string
		warned bool
	}{
		{"mcts:cpu=2ms", "mcts:cpu=2ms", false},
		{"mcts:cpu=5ms", "mcts:cpu=500µs", true},
		{"mcts:20", "greedy", false}, // no agent has a time
	} {
		m := &Match{Setting: setting(t, "cetran2"), Agents: [2]string{test.a, test.b}, Pairs: 1}
		cpu, warned := lines(m)
		again, still := lines(m)
		if cpu == "" || warned != test.warned || again != cpu || still != warned {
			t.Errorf("%s against %s: %q, warning %v, want %v; gone on with %q, %v", test.a, test.b, cpu, warned, test.warned, again, still)
		}
	}
	m := &Match{Setting: setting(t, "connect4"), Agents: [2]string{"mcts:cpu=1ms", "greedy"}, Pairs: 1}
	m.Elsewhere = func(context.Context, []*arena.Contest, func() (arena.Job, bool), func(arena.Job, arena.Game) (bool, error)) error {
		t.Error("its games are handed out")
		return nil
	}
	if _, err := m.Play(context.Background()); err == nil || !strings.Contains(err.Error(), "depends on the machine") {
		t.Errorf("games of an agent with CPU time are played elsewhere: %v", err)
	}
}
