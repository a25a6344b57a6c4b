package selfplay

import (
	"context"
	"testing"
	"time"

	"ludens/internal/seed"
)

// An agent with a time limit plays, soon after it, and looks at more with more
// time; what its name asks for is still enough.
func TestMoveTime(t *testing.T) {
	g := game(t, "connect4")
	for _, tt := range []struct {
		name string
		most int // simulations; 0: as many as there is time for
	}{{"mcts:1000000", 0}, {"alphabeta:64", 0}, {"mcts:50", 50}, {"alphabeta:1", 7}, {"greedy", 0}} {
		e, err := ParseEntrant(tt.name, nil)
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
		e, err := ParseEntrant(name, nil)
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
