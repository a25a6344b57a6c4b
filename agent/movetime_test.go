package agent

import (
	"context"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/seed"
)

// An agent with a time limit plays, soon after it, and looks at more with more
// time; what its name asks for is still enough.
func TestMoveTime(t *testing.T) {
	g := game(t, "connect4")
	for _, tt := range []struct {
		name string
		most int // simulations; 0: as many as there is time for
	}{{"mcts:1000000", 0}, {"alphabeta:64", 0}, {"mcts:50", 50}, {"alphabeta:1", 7}, {"greedy", 0}} {
		e, err := Parse(tt.name, nil)
		if err != nil {
			t.Fatal(err)
		}
		var looked [2]int
		for i, limit := range []time.Duration{time.Millisecond, 60 * time.Millisecond} {
			agent, err := e.MoveTime(limit).New(g, seed.New(1))
			if err != nil {
				t.Fatal(err)
			}
			s := g.New(0)
			for range 2 {
				d := act(t, agent, s)
				looked[i] += d.Simulations
				s.Play(d.Action)
				s.Play(s.Legal(nil)[0])
			}
		}
		if tt.most > 0 && looked[1] > 2*tt.most {
			t.Errorf("%s: %d simulations in two moves, want at most %d each", tt.name, looked[1], tt.most)
		}
		if tt.name != "greedy" && min(looked[0], looked[1]) < 2 {
			t.Errorf("%s: %v simulations in two moves of 1 and of 60 ms, want some for each move", tt.name, looked)
		}
	}
}

func TestMoveTimeStops(t *testing.T) {
	g := game(t, "connect4")
	for _, name := range []string{"mcts:1000000", "alphabeta:64"} {
		e, err := Parse(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		agent, err := e.MoveTime(time.Hour).New(g, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if _, err := agent.Act(ctx, g.New(0)); err == nil {
			t.Errorf("%s: no error when its context ends", name)
		}
		stop()
	}
}

// With more time than it needs an agent does what its name asks for, no less and
// no more, and chooses as it does without a clock.
func TestMoveTimeToSpare(t *testing.T) {
	g := game(t, "connect4")
	for _, tt := range []struct {
		name               string
		simulations, depth int // 0: whatever it takes
	}{{"mcts:1", 1, 0}, {"mcts:2", 2, 0}, {"mcts:50", 50, 0}, {"alphabeta:1", 0, 1}, {"alphabeta:4", 0, 4}} {
		e, err := Parse(tt.name, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := g.New(0)
		var all [2]env.Decision
		for i, e := range []Entrant{e, e.MoveTime(time.Hour)} {
			agent, err := e.New(g, seed.New(1))
			if err != nil {
				t.Fatal(err)
			}
			all[i] = act(t, agent, s)
		}
		free, timed := all[0], all[1]
		if tt.simulations > 0 && timed.Simulations != tt.simulations || tt.depth > 0 && timed.Depth != tt.depth {
			t.Errorf("%s with an hour: %d simulations, depth %d", tt.name, timed.Simulations, timed.Depth)
		}
		if timed.Action != free.Action || timed.Value != free.Value || timed.Simulations != free.Simulations {
			t.Errorf("%s: %d for %v after %d simulations with an hour, %d for %v after %d without a clock",
				tt.name, timed.Action, timed.Value, timed.Simulations, free.Action, free.Value, free.Simulations)
		}
	}
}

// When the time is over before it began there is still a choice.
func TestMoveTimeOfNothing(t *testing.T) {
	g := game(t, "connect4")
	for name, want := range map[string]env.Decision{"mcts:50": {Simulations: 1}, "alphabeta:9": {Depth: 1}} {
		e, err := Parse(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		agent, err := e.MoveTime(0).New(g, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		s := g.New(0)
		for range 2 {
			d := act(t, agent, s)
			if want.Simulations > 0 && d.Simulations != want.Simulations || d.Depth != want.Depth {
				t.Errorf("%s without time: %d simulations, depth %d, want %+v", name, d.Simulations, d.Depth, want)
			}
			s.Play(d.Action)
			s.Play(s.Legal(nil)[0])
		}
	}
}
