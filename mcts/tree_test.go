package mcts

import (
	"context"
	"fmt"
	"testing"
	"unsafe"

	"ludens/env"
)

func TestSearchPlaysNoughtsPerfectly(t *testing.T) {
	for _, e := range []Evaluator{Uniform{}, NewRollout(noughts{}, 4, 1)} {
		s := noughts{}.New(0).(*board)
		for s.Result() == env.Ongoing {
			want := s.truth()
			tree := search(t, noughts{}, s, sims(2000), e, nil)
			s.Play(tree.Pick(0, nil))
			if got := s.truth(); got != want {
				t.Fatalf("%T: the position was %v, best play keeps it; after the search's move it is %v:\n%v", e, want, got, s)
			}
		}
	}
}

func TestVisitsSumToSimulations(t *testing.T) {
	g := maze{moves: 6, length: 40, ends: 9}
	for seed := range uint64(50) {
		for _, leaves := range []int{1, 4} {
			cfg := sims(60)
			cfg.Leaves = leaves
			tree := search(t, g, g.New(seed), cfg, oracle{}, rng(seed))
			got := 0
			for _, m := range tree.Moves(nil) {
				got += m.Visits
			}
			made, result := tree.Stats().Simulations, env.Ongoing
			if result, _ = tree.Proof(); result == env.Ongoing && made != 60 {
				t.Errorf("seed %d, %d leaves: %d simulations, nothing proven, want 60", seed, leaves, made)
			}
			if got != made {
				t.Errorf("seed %d, %d leaves: %d visits, %d simulations", seed, leaves, got, made)
			}
		}
	}
}

func TestNoAllocationOnceWarm(t *testing.T) {
	g := maze{moves: 30, length: 60, ends: 20}
	cfg := sims(100)
	cfg.Leaves = 4
	tree, s, r := NewTree(g, cfg), g.New(3), rng(1)
	move := func() {
		tree.Reset(s)
		for tree.Root().Result() == env.Ongoing {
			tree.Begin(context.Background(), cfg.Simulations, r)
			if err := Search(context.Background(), tree, Uniform{}); err != nil {
				t.Fatal(err)
			}
			tree.Advance(tree.Pick(1, r))
		}
	}
	for range 20 {
		move()
	}
	if got := testing.AllocsPerRun(20, move); got > 0.5 {
		t.Errorf("%v allocations a game, want none", got)
	}
}

// TestEdgesAreCompact: two to a cache line.
func TestEdgesAreCompact(t *testing.T) {
	if got := unsafe.Sizeof(edge{}); got != 32 {
		t.Errorf("an edge has %d bytes, want 32", got)
	}
	if got := unsafe.Sizeof(node{}); got != 16 {
		t.Errorf("a node has %d bytes, want 16", got)
	}
}

// BenchmarkSearch searches a game of up to 30 moves a position that costs next
// to nothing itself, 100 simulations a move.
func BenchmarkSearch(b *testing.B) {
	g := maze{moves: 30, length: 60, ends: 50}
	for _, root := range []string{PUCT, Gumbel} {
		for _, look := range []int{0, 2} {
			cfg := sims(100)
			cfg.Root, cfg.Lookahead = root, look
			b.Run(fmt.Sprintf("%s/lookahead=%d", root, look), func(b *testing.B) {
				tree, s, made := NewTree(g, cfg), g.New(3), 0
				b.ReportAllocs()
				for b.Loop() {
					tree.Reset(s)
					tree.Begin(context.Background(), 100, nil)
					finish(b, tree, Uniform{})
					made += tree.Stats().Simulations
				}
				b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "sims/s")
			})
		}
	}
}

// A full tree grows no more, and is searched on; Reset and another room let it grow again.
func TestRoom(t *testing.T) {
	const room, n = 40, 2000
	for _, cfg := range variants(n) {
		tree := NewTree(wilds, cfg)
		search := func(simulations int) Stats {
			tree.Begin(t.Context(), simulations, nil)
			if err := Search(t.Context(), tree, oracle{}); err != nil {
				t.Fatal(err)
			}
			return tree.Stats()
		}
		tree.Reset(wilds.New(5))
		free := search(n)
		tree.Reset(wilds.New(5))
		tree.SetRoom(room)
		if got := search(n); got.Nodes != min(room, free.Nodes) || got.Simulations != free.Simulations && !tree.Done() {
			t.Errorf("with room for %d: %+v, without a limit %+v", room, got, free)
		}
		tree.SetRoom(0)
		if got := search(n); free.Nodes > room && got.Nodes <= room {
			t.Errorf("without a limit it stays at %d nodes", got.Nodes)
		}
	}
}
