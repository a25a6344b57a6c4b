package mcts

import (
	"context"
	"slices"
	"testing"

	"ludens/env"
)

// teller of proofs: what it knows of the root, and of its moves.
type knows struct {
	root  []env.Proof
	moves map[env.Action]env.Proof
	asked []env.Action
}

func (k *knows) Root(context.Context, env.State) []env.Proof { return k.root }

func (k *knows) Move(_ context.Context, _ env.State, a env.Action) env.Proof {
	k.asked = append(k.asked, a)
	p := k.moves[a]
	p.Action = a
	return p
}

// guarded searches the start of a maze with that many simulations.
func guarded(t *testing.T, k Prover, simulations int) (*Tree, *Guard) {
	t.Helper()
	g := maze{moves: 5, length: 40, ends: 1 << 20}
	tree := NewTree(g, sims(simulations))
	start := uint64(0)
	for len(g.New(start).Legal(nil)) < 5 || g.New(start).ToMove() != env.First {
		start++
	}
	tree.Reset(g.New(start))
	guard := NewGuard(tree, k)
	guard.Renew()
	tree.Begin(context.Background(), simulations, nil)
	if err := guard.Search(context.Background(), oracle{}); err != nil {
		t.Fatal(err)
	}
	return tree, guard
}

// A win that the prover knows is played, without a simulation, with its line.
func TestGuardTakesTheWin(t *testing.T) {
	k := &knows{root: []env.Proof{{Action: 3, Result: env.FirstWins, Plies: 4, Line: []env.Action{3, 1, 0}}}}
	tree, guard := guarded(t, k, 100)
	if got := tree.Pick(0, nil); got != 3 || tree.Value() != 1 || tree.Stats().Simulations != 0 {
		t.Errorf("plays %d of value %v after %d simulations, want 3, 1 and none", got, tree.Value(), tree.Stats().Simulations)
	}
	if r, plies := tree.Proof(); r != env.FirstWins || plies != 5 {
		t.Errorf("proof is %v in %d, want first wins in 5", r, plies)
	}
	if got := guard.LineOf(nil, 3); !slices.Equal(got, []env.Action{3, 1, 0}) {
		t.Errorf("line is %v", got)
	}
}

// If all moves but one lose, that one is played, and the simulations left are its
// own; a move that does not lose is asked about once.
func TestGuardEscapes(t *testing.T) {
	plain, _ := guarded(t, nil, 200)
	likes := plain.Pick(0, nil)
	for safe := range env.Action(5) {
		k := &knows{moves: map[env.Action]env.Proof{}}
		for a := range env.Action(5) {
			if a != safe {
				k.moves[a] = env.Proof{Result: env.SecondWins, Plies: 3, Line: []env.Action{a}}
			}
		}
		tree, _ := guarded(t, k, 200)
		if got := tree.Pick(0, nil); got != safe {
			t.Errorf("plays %d, want %d", got, safe)
		}
		want := 5
		if safe == likes {
			want = 1
		}
		if len(k.asked) < want || len(k.asked) > 5 {
			t.Errorf("asked about %v, want %d moves and none twice", k.asked, want)
		}
		if tree.Stats().Simulations != 200 {
			t.Errorf("%d simulations, want 200", tree.Stats().Simulations)
		}
	}
}

// If all moves lose, the one that lasts longest is played, and the value is that.
func TestGuardLosesSlowly(t *testing.T) {
	k := &knows{moves: map[env.Action]env.Proof{}}
	for a := range env.Action(5) {
		k.moves[a] = env.Proof{Result: env.SecondWins, Plies: 3 + int(a)%3, Line: []env.Action{a}}
	}
	tree, _ := guarded(t, k, 100)
	if got := tree.Pick(0, nil); got != 2 || tree.Value() != -1 {
		t.Errorf("plays %d of value %v, want 2 and -1", got, tree.Value())
	}
}

// A prover that knows nothing changes nothing, and one is not believed against
// what the tree has proven.
func TestGuardChangesNoAnswer(t *testing.T) {
	plain, _ := guarded(t, nil, 300)
	asked, _ := guarded(t, &knows{}, 300)
	if a, b := dump(plain), dump(asked); a != b {
		t.Errorf("with a prover that knows nothing\n%s\nwithout\n%s", b, a)
	}
	tree := search(t, noughts{}, draw3(t, "xx. oo. ...", env.First), sims(10), Uniform{}, nil)
	tree.Know(2, env.SecondWins, 1)
	if r, plies := tree.Proof(); r != env.FirstWins || plies != 1 {
		t.Errorf("proof is %v in %d, want first wins in 1", r, plies)
	}
}

// First makes a simulation where none was made, also after its context has ended, and no second.
func TestGuardHasAMoveToReport(t *testing.T) {
	tree := NewTree(wilds, sims(10))
	tree.Reset(wilds.New(5))
	tree.Begin(t.Context(), 10, nil)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	guard := NewGuard(tree, nil)
	guard.Renew()
	for range 2 {
		if err := guard.First(stopped, oracle{}); err != nil || tree.Stats().Simulations != 1 {
			t.Errorf("%d simulations, %v; want one", tree.Stats().Simulations, err)
		}
	}
}
