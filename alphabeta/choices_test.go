package alphabeta

import (
	"context"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/solve"
)

// A search to the end lists all moves that are as good as the best, and no other: by the
// table of the game. Whatever the margin, it lists none that loses where one does not.
func TestChoicesAreAllTheBest(t *testing.T) {
	g := game(t, "tictactoe")
	table, err := solve.Game(context.Background(), g, solve.Config{Workers: 1, Memory: 1 << 28}, nil)
	if err != nil {
		t.Fatal(err)
	}
	met := map[int]int{}
	for n := range 60 {
		s := scramble(g, n%7, seed.New(8).At("position", n))
		want, sign := best(t, table, s)
		for _, margin := range []float32{0, 0.12, 2} {
			d, err := agent(t, g, Strong(9), uint64(n)).Choices(context.Background(), context.Background(), s, margin)
			if err != nil {
				t.Fatal(err)
			}
			var got []env.Action
			for _, m := range d.Moves {
				got = append(got, m.Action)
			}
			if got[0] != d.Action {
				t.Errorf("the first of %v is not the choice %d", got, d.Action)
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("margin %v: got %v, want %v\n%s", margin, got, want, s)
			}
		}
		met[sign]++
		if len(want) > 1 {
			met[9]++
		}
	}
	if met[1] == 0 || met[0] == 0 || met[-1] == 0 || met[9] == 0 {
		t.Errorf("the positions are all alike: %v", met)
	}
}

// best returns the best moves of s by a table, and what s is worth.
func best(t *testing.T, table *solve.Table, s env.State) (actions []env.Action, sign int) {
	t.Helper()
	worths, err := solve.Moves(context.Background(), table, s, true)
	if err != nil {
		t.Fatal(err)
	}
	top := solve.Best(worths)
	for i, a := range s.Legal(nil) {
		if worths[i] == top {
			actions = append(actions, a)
		}
	}
	slices.Sort(actions)
	return actions, top.Sign
}

// A search that does not see the end lists what its score holds to be within the margin:
// more with a wider one.
func TestChoicesGrowWithTheMargin(t *testing.T) {
	g, last := game(t, "celta"), 0
	for _, margin := range []float32{0, 0.1, 1} {
		d, err := agent(t, g, Strong(3), 1).Choices(context.Background(), context.Background(), g.New(0), margin)
		if err != nil || len(d.Moves) < last || len(d.Moves) == 0 {
			t.Fatalf("margin %v: %d moves after %d, %v", margin, len(d.Moves), last, err)
		}
		last = len(d.Moves)
	}
	if all := len(g.New(0).Legal(nil)); last != all {
		t.Errorf("%d of %d moves within any margin", last, all)
	}
}

// Time that has run out leaves the choice alone.
func TestChoicesInNoTime(t *testing.T) {
	g := game(t, "celta")
	over, stop := context.WithCancel(context.Background())
	stop()
	d, err := agent(t, g, Strong(6), 1).Choices(context.Background(), over, g.New(0), 1)
	if err != nil || len(d.Moves) == 0 || d.Moves[0].Action != d.Action {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := agent(t, g, Strong(6), 1).Choices(over, over, g.New(0), 1); err == nil {
		t.Error("want the context's error")
	}
}
