package analysis_test

import (
	"reflect"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/mcts"
)

// An analysis that goes on keeps what it has found below the move that is played, and
// below the answer to it; in another position it begins with nothing, and finds what a new
// one finds.
func TestKeptTree(t *testing.T) {
	g := the(t, "connect4")
	cfg := analysis.Simulations(300)
	visits := func(a analysis.Analyst, s env.State, k *analysis.Kept) (n int, r analysis.Report) {
		t.Helper()
		r, err := a.Analyse(t.Context(), s, analysis.Limits{Simulations: 300, Kept: k}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range r.Moves {
			n += m.Visits
		}
		return n, r
	}
	fresh := func() analysis.Analyst { return analysis.New(g, mcts.NewRollout(g, 1, 3), cfg) }
	for name, plies := range map[string]int{"the same position": 0, "the move it likes best": 1, "that move and its answer": 2} {
		a, k := fresh(), new(analysis.Kept)
		_, first := visits(a, g.New(0), k)
		s := g.New(0)
		for _, action := range first.Line()[:plies] {
			s.Play(action)
		}
		kept, _ := visits(a, s, k)
		alone, _ := visits(fresh(), s, nil)
		if alone > 300 || kept <= alone {
			t.Errorf("%s: %d visits with the tree kept, alone %d", name, kept, alone)
		}
	}
	a, k := fresh(), new(analysis.Kept)
	visits(a, at(t, g, "4"), k)
	_, far := visits(a, at(t, g, "3", "3", "5", "4", "1"), k)
	_, want := visits(fresh(), at(t, g, "3", "3", "5", "4", "1"), nil)
	if !reflect.DeepEqual(far.Stats(), want.Stats()) {
		t.Errorf("far away it finds %v, a new one %v", far.Stats(), want.Stats())
	}
	other := fresh()
	_, taken := visits(other, at(t, g, "4"), k)
	_, want = visits(fresh(), at(t, g, "4"), nil)
	if !reflect.DeepEqual(taken.Stats(), want.Stats()) {
		t.Error("another analyst goes on with a tree that is not its own")
	}
}
