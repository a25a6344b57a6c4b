package study

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/machine"
)

// pupil plays the first legal move, and notes the positions that it is shown.
type pupil struct{ seen *[]uint64 }

func (p pupil) Watch(s env.State) { *p.seen = append(*p.seen, s.Key()) }

func (p pupil) Act(_ context.Context, s env.State) (env.Decision, error) {
	return env.Decision{Action: s.Legal(nil)[0]}, nil
}

// Agents whose time and CPU time are taken see every position of their opening, from the
// start to the first that they may play. Control: the keys differ from one to the next.
func TestAgentsSeeTheirOpening(t *testing.T) {
	var seen []uint64
	e := agent.Entrant{Name: "pupil", New: func(env.Game, seed.Seed) (env.Agent, error) { return pupil{&seen}, nil }}
	e = new(usage).count(new(stopwatch).time(e))
	g := games.Must("tictactoe")
	openings := arena.Random(g, 3, seed.New(1))
	c := arena.Contest{Game: g, A: e, B: e, Openings: openings, Seed: seed.New(1)}
	if _, err := c.Play(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	var want []uint64
	s := g.New(0)
	for _, a := range openings.Opening(0).Actions {
		want = append(want, s.Key(), s.Key()) // two agents
		s.Play(a)
	}
	if want = append(want, s.Key(), s.Key()); len(want) != 8 || !slices.Equal(seen, want) {
		t.Errorf("seen %v, want %v", seen, want)
	}
}

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
