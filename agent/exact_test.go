package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/solve"
)

// solving is a Loader of solvers.
func solving(newSolver func() env.Solver) Loader {
	pool := &sync.Pool{New: func() any { return newSolver() }}
	return func(from Source, g env.Game) (Trained, error) {
		if from != (Source{Kind: "exact"}) {
			return Trained{}, fmt.Errorf("asked for %q", from)
		}
		return Trained{Solvers: pool}, nil
	}
}

// It plays each of the best moves, and no other: in the start position of tic-tac-toe all
// nine, after the middle the corners, and of two wins the sooner.
func TestExactDrawsAmongTheBest(t *testing.T) {
	g := game(t, "tictactoe")
	table, err := solve.Game(context.Background(), g, solve.Config{Workers: 1, Memory: 1 << 28}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Parse("exact", solving(func() env.Solver { return table }))
	if err != nil {
		t.Fatal(err)
	}
	for moves, want := range map[string]string{
		"":               "a1 a2 a3 b1 b2 b3 c1 c2 c3",
		"b2":             "a1 a3 c1 c3",
		"a1 b2 a2 b3":    "a3",          // wins at once; others later or not at all
		"b2 b1 a1":       "c3",          // the only one that does not lose
		"a1 b1 b2 c3 a3": "a2 b3 c1 c2", // lost in two, whatever is stopped
	} {
		s, got := after(t, g, strings.Fields(moves)...), map[string]bool{}
		for n := range uint64(200) {
			a, err := e.New(g, seed.New(n))
			if err != nil {
				t.Fatal(err)
			}
			d, err := Vary(context.Background(), a, s, seed.New(n).Rand())
			if err != nil {
				t.Fatal(err)
			}
			got[s.Format(d.Action)] = true
			env.Close(a)
		}
		var list []string
		for m := range got {
			list = append(list, m)
		}
		if slices.Sort(list); fmt.Sprint(list) != "["+want+"]" {
			t.Errorf("after %q: %v, want %s", moves, list, want)
		}
	}
}

// Where the solver takes long, alpha-beta plays; from ten stones on exact values do.
func TestExactFallsBack(t *testing.T) {
	g := game(t, "connect4")
	e, err := Parse("exact:2", solving(g.(env.Solvable).NewSolver))
	if err != nil {
		t.Fatal(err)
	}
	a, err := e.New(g, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	for moves, depth := range map[string]int{
		"": 2,
		"7 4 2 2 3 4 1 7 3 5 6 4 7 7 4 1 1 6 6 1 3 3 5 7 3 4 7 3 2 4 2 5 6 6": 0,
	} {
		s := after(t, g, strings.Fields(moves)...)
		d, err := a.Act(context.Background(), s)
		if err != nil || d.Depth != depth || depth == 0 && d.Value != 1 {
			t.Errorf("after %q: %+v, %v", moves, d, err)
		}
	}
	for text, want := range map[string]int{"exact": exactElse, "exact:12": 12} {
		if s, err := ParseSpec(text); err != nil || s.Budget != want {
			t.Errorf("%s: %+v, %v", text, s, err)
		}
	}
	for _, text := range []string{"exact:0", "exact:65", "exact:x", "exact:8+threads=2"} {
		if _, err := ParseSpec(text); err == nil {
			t.Errorf("%s is not an agent", text)
		}
	}
}

// Agents vary their openings through all that is wrapped around them.
func TestVaryReachesTheAgent(t *testing.T) {
	g := game(t, "tictactoe")
	for _, text := range []string{"alphabeta:9", "alphabeta:10s", "mcts:400"} {
		e, err := Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if text == "alphabeta:10s" {
			e.Spec.Budget = 9
			e = e.Spec.Entrant(nil)
		}
		first := map[env.Action]bool{}
		for n := range uint64(60) {
			a, err := e.New(g, seed.New(1)) // always the same
			if err != nil {
				t.Fatal(err)
			}
			d, err := Vary(context.Background(), a, after(t, g, "b2"), seed.New(n).Rand())
			if err != nil {
				t.Fatal(err)
			}
			first[d.Action] = true
		}
		if len(first) != 4 {
			t.Errorf("%s: %d replies to the middle, want the four corners", text, len(first))
		}
	}
}
