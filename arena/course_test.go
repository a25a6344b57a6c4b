package arena

import (
	"reflect"
	"strings"
	"testing"

	"ludens/env"
)

// noughts is a game of tic-tac-toe by its moves; random plies open it.
func noughts(t *testing.T, moves string, opening int) (g Game) {
	t.Helper()
	s := game(t, "tictactoe").New(0)
	for _, text := range strings.Fields(moves) {
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatal(err)
		}
		g.Actions = append(g.Actions, a)
		s.Play(a)
	}
	g.Opening, g.Result, g.Truncated = opening, s.Result(), s.Result() == env.Ongoing
	if e, ok := s.(env.Explained); ok && !g.Truncated {
		g.Ending = e.Ending()
	}
	return g
}

// A study of four games, counted by hand.
func TestDescribeByHand(t *testing.T) {
	g := game(t, "tictactoe")
	quick, long := "a1 b1 a2 b2 a3", "a1 b1 a2 b2 c1 a3 b3 c2 c3"
	c := Describe(g, []Game{noughts(t, quick, 0), noughts(t, long, 2), noughts(t, "a1 b1 a2", 1), noughts(t, quick, 0)})

	// Legal moves of ply p are 9 - p: 9+8+7+6+5 of the quick games, 7+6+...+1 of the
	// long one after its opening, 8+7 of the third.
	if want := (35.0 + 28 + 15 + 35) / (5 + 7 + 2 + 5); c.Branching.Value != want {
		t.Errorf("branching %v, want %v", c.Branching.Value, want)
	}
	if c.Plies.Value != (5+9+3+5)/4.0 || !reflect.DeepEqual(c.Lengths, []int{3, 5, 5, 9}) {
		t.Errorf("plies %v of lengths %v", c.Plies.Value, c.Lengths)
	}
	if c.Different != 3 || c.Games != 4 {
		t.Errorf("%d different of %d games, want 3 of 4", c.Different, c.Games)
	}
	if want := Share(2, 4); c.Decisive != want {
		t.Errorf("decisive %v, want %v", c.Decisive, want)
	}
	want := []Ending{{"three in a row", env.FirstWins, 2}, {CutOff, env.Ongoing, 1}, {"the board is full", env.Drawn, 1}}
	if !reflect.DeepEqual(c.Endings, want) {
		t.Errorf("endings %v, want %v", c.Endings, want)
	}
}

// Half of the games must be like no other.
func TestIndependent(t *testing.T) {
	for different, want := range map[int]bool{4: false, 5: true, 10: true} {
		if got := (Course{Games: 10, Different: different}).Independent(); got != want {
			t.Errorf("%d different of 10: independent %v, want %v", different, got, want)
		}
	}
}

// Who leads, and who was down, begins exactly at the thresholds, for either side;
// games without values are left out, and there is no comeback in a game without a winner.
func TestDramaAtItsThresholds(t *testing.T) {
	for _, test := range []struct {
		values      []Value // First moves at even plies
		result      env.Result
		changes     float64
		back, games int
	}{
		{[]Value{leads, leads}, env.FirstWins, 1, 0, 1},
		{[]Value{leads, leads - 1}, env.FirstWins, 0, 0, 1},
		{[]Value{leads - 1, leads}, env.FirstWins, 0, 0, 1},
		{[]Value{-leads, -leads}, env.FirstWins, 1, 0, 1},
		{[]Value{-leads, 1 - leads}, env.FirstWins, 0, 0, 1},
		{[]Value{-sinks}, env.FirstWins, 0, 1, 1},
		{[]Value{1 - sinks}, env.FirstWins, 0, 0, 1},
		{[]Value{0, -sinks}, env.SecondWins, 0, 1, 1},
		{[]Value{sinks}, env.SecondWins, 0, 1, 1},
		{[]Value{-sinks}, env.SecondWins, 0, 0, 1},
		{[]Value{-sinks}, env.Drawn, 0, 0, 0},
	} {
		tr := trace{Game: Game{Values: test.values, Result: test.result}}
		for i := range test.values {
			tr.movers = append(tr.movers, env.Player(i%2))
		}
		d := dramaOf([]trace{tr, {movers: []env.Player{env.First}}})
		if d.Changes.Value != test.changes || d.Comebacks != Share(test.back, test.games) {
			t.Errorf("%v, %v: %v changes and %v, want %v and %v", test.values, test.result, d.Changes.Value, d.Comebacks, test.changes, Share(test.back, test.games))
		}
	}
}
