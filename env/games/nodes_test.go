package games

import (
	"context"
	"testing"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
)

// plain is a game whose positions tell nothing of loud moves and skipped turns.
type plain struct{ env.Game }

type plainState struct{ env.State }

func (g plain) New(seed uint64) env.State { return plainState{g.Game.New(seed)} }

func (s plainState) Copy(dst env.State) env.State {
	d, _ := dst.(plainState)
	return plainState{s.State.Copy(d.State)}
}

// nodes returns how many positions alpha-beta looks at from the start.
func nodes(t *testing.T, g env.Game, depth int) int {
	t.Helper()
	a, err := alphabeta.New(g, alphabeta.Strong(depth), seed.New(0).Rand())
	if err != nil {
		t.Fatal(err)
	}
	d, err := a.Act(context.Background(), g.New(0))
	if err != nil {
		t.Fatal(err)
	}
	return d.Simulations
}

// What positions of chess tell of loud moves and skipped turns saves nearly all of a deep
// search; without it, it does not end soon.
func TestNodesOfChess(t *testing.T) {
	g, err := Make("chess")
	if err != nil {
		t.Fatal(err)
	}
	if n := nodes(t, g, 8); n > 20_000 {
		t.Errorf("8 plies take %d nodes, want at most 20,000", n)
	} else {
		t.Logf("8 plies: %d nodes", n)
	}
	if with, without := nodes(t, g, 6), nodes(t, plain{g}, 6); 5*with > without {
		t.Errorf("6 plies take %d nodes, and %d where nothing is told: want a fifth", with, without)
	} else {
		t.Logf("6 plies: %d nodes, %d where nothing is told", with, without)
	}
}
