package arena

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// cells are conditions that agents play tic-tac-toe in.
func cells(t *testing.T, games int, agents ...string) (all []Cell) {
	g := game(t, "tictactoe")
	for _, a := range agents {
		all = append(all, Cell{Key: a, Game: g, Agent: entrant(t, a), Openings: Random(g, 1, seed.New(1)), Seed: seed.New(1), Games: games})
	}
	return all
}

func never() bool { return false }

// played returns games of an agent against itself, from the start position.
func played(t *testing.T, g env.Game, agent string, games int) []Game {
	t.Helper()
	b := NewBalance([]Cell{{Key: agent, Game: g, Agent: entrant(t, agent), Openings: Random(g, 0, seed.New(1)), Seed: seed.New(1), Games: games}}, nil)
	if err := b.Play(t.Context(), 2, never, func(Entry) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return b.Games(0)
}

// Stopped and taken up again by other hands, a study has the games of one that
// was left alone, and plays none of them twice.
func TestBalanceGoesOn(t *testing.T) {
	var whole []Entry
	b := NewBalance(cells(t, 6, "random", "mcts:20"), nil)
	if b.Missing() != 12 {
		t.Errorf("%d games are missing, want 12", b.Missing())
	}
	err := b.Play(t.Context(), 1, never, func(e Entry) error { whole = append(whole, e); return nil })
	if err != nil || len(whole) != 12 || b.Missing() != 0 {
		t.Fatalf("%d games, %d missing, %v", len(whole), b.Missing(), err)
	}
	var keys []string
	for _, e := range whole {
		keys = append(keys, fmt.Sprint(e.A, e.Game.Index/2))
	}
	if want := []string{"random0", "mcts:200", "random1", "mcts:201"}; !slices.Equal(keys[:4], want) {
		t.Errorf("begins with %v, want %v: cells take turns", keys[:4], want)
	}

	var parts []Entry
	for try := 0; len(parts) < len(whole); try++ {
		if try > 20 {
			t.Fatalf("%d games after %d tries", len(parts), try)
		}
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		again := NewBalance(cells(t, 6, "random", "mcts:20"), parts)
		again.Play(ctx, 3, never, func(e Entry) error {
			parts = append(parts, e)
			if n++; n == 2 {
				stop()
			}
			return nil
		})
		stop()
	}
	if len(parts) != len(whole) {
		t.Errorf("%d games were played, want %d", len(parts), len(whole))
	}
	again := NewBalance(cells(t, 6, "random", "mcts:20"), parts)
	for i := range again.Cells {
		if !reflect.DeepEqual(again.Games(i), b.Games(i)) {
			t.Errorf("cell %d: other games", i)
		}
	}
	if more := NewBalance(cells(t, 9, "mcts:20", "greedy"), whole); more.Missing() != 3+9 || len(more.Games(0)) != 6 {
		t.Errorf("with other cells and more games %d are missing, want 12", more.Missing())
	}
}

// What counts is the games up to the first gap.
func TestBalanceCountsWhatIsWhole(t *testing.T) {
	entry := func(number int) Entry { return Entry{A: "random", Game: &Game{Index: 2 * number}} }
	b := NewBalance(cells(t, 9, "random"), []Entry{entry(0), entry(1), entry(3), {A: "other", Game: &Game{}}})
	if n := len(b.Games(0)); n != 2 {
		t.Errorf("%d games count, want 2", n)
	}
	if b.Missing() != 6 {
		t.Errorf("%d are missing, want 6", b.Missing())
	}
}

func TestBalanceUntilEnough(t *testing.T) {
	b, n := NewBalance(cells(t, 1000, "random", "greedy"), nil), 0
	err := b.Play(t.Context(), 1, func() bool { return n >= 7 }, func(Entry) error { n++; return nil })
	if err != nil || len(b.Games(0)) != 4 || len(b.Games(1)) != 3 {
		t.Errorf("%d and %d games, %v", len(b.Games(0)), len(b.Games(1)), err)
	}
}

func TestDescribe(t *testing.T) {
	g := game(t, "connect4")
	games := played(t, g, "mcts:30", 40)
	c := Describe(g, games)
	if c.Games != 40 || c.Different != 40 || c.Score.Games() != 40 || len(c.Lengths) != 40 || !c.Independent() {
		t.Errorf("%+v", c)
	}
	sum := 0
	for _, e := range c.Endings {
		sum += e.Games
		if e.Words != "four in a row" && e.Words != "the board is full" {
			t.Errorf("ending %q", e.Words)
		}
	}
	if sum != 40 {
		t.Errorf("%d endings of 40 games", sum)
	}
	for name, m := range map[string]Measure{"branching": c.Branching, "plies": c.Plies, "decisive": c.Decisive, "changes": c.Drama.Changes} {
		if !(m.Low <= m.Value && m.Value <= m.High) {
			t.Errorf("%s: %v", name, m)
		}
	}
	if c.Branching.Value < 5 || c.Branching.Value > 7 || !c.Drama.Told {
		t.Errorf("branching %v, values told: %v", c.Branching, c.Drama.Told)
	}
	if got := Describe(g, played(t, g, "random", 5)).Drama.Told; got {
		t.Error("random players are said to expect something")
	}
}

// The same game again and again is one game.
func TestDescribeRepeatedGames(t *testing.T) {
	g := game(t, "tictactoe")
	one := played(t, g, "random", 1)[0]
	var games []Game
	for i := range 10 {
		again := one
		again.Index, again.Seed = 2*i, uint64(i) // which the game ignores
		games = append(games, again)
	}
	if c := Describe(g, games); c.Different != 1 || c.Independent() || c.Diversity.Entropy.Value != 0 {
		t.Errorf("%d different games, entropy %v", c.Different, c.Diversity.Entropy)
	}
	if c := Describe(g, nil); c.Games != 0 || c.Score.Mean() != 0.5 || len(c.Endings) != 0 {
		t.Errorf("no games: %+v", c)
	}
}

func TestDrama(t *testing.T) {
	for _, test := range []struct {
		name    string
		values  []Value // of movers in turn, First first
		result  env.Result
		changes float64
		back    int
	}{
		{"one-sided", []Value{300, -400, 900}, env.FirstWins, 0, 0},
		{"nobody leads", []Value{100, 200, -240}, env.Drawn, 0, 0},
		{"once over", []Value{300, 300, -900}, env.SecondWins, 1, 0},
		{"there and back", []Value{300, 600, 400, -900}, env.FirstWins, 2, 1},
		{"through even ground", []Value{300, 0, 0, 300}, env.SecondWins, 1, 0},
		{"lost and drawn", []Value{-900, 0}, env.Drawn, 0, 0},
	} {
		tr := trace{Game: Game{Values: test.values, Result: test.result}}
		for i := range test.values {
			tr.movers = append(tr.movers, env.Player(i%2))
		}
		d := dramaOf([]trace{tr})
		if d.Changes.Value != test.changes || d.Comebacks.Value != float64(test.back) {
			t.Errorf("%s: %v changes, %v came back, want %v and %d", test.name, d.Changes.Value, d.Comebacks.Value, test.changes, test.back)
		}
	}
}

func TestTree(t *testing.T) {
	g := game(t, "tictactoe")
	tree := Tree(g, played(t, g, "mcts:50", 60), 2, 3)
	total := 0
	for i, b := range tree {
		total += b.Score.Games()
		if len(b.Line) != 1 || i > 0 && b.Score.Games() > tree[i-1].Score.Games() {
			t.Errorf("branch %d: %+v", i, b)
		}
		for _, next := range b.Next {
			if len(next.Line) != 2 || next.Line[0] != b.Line[0] || next.Score.Games() < 3 {
				t.Errorf("after %v: %+v", b.Line, next)
			}
		}
	}
	if total == 0 || total > 60 {
		t.Errorf("%d games at the root, want most of 60", total)
	}
	if tree := Tree(g, nil, 2, 1); tree != nil {
		t.Errorf("no games: %v", tree)
	}
}
