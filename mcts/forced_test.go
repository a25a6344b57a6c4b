package mcts

import (
	"context"
	"math"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// With 100 visits of the root and k = 2 a move of prior 0.08 gets
// sqrt(2 * 0.08 * 100) = 4 visits once it has one.
func TestForced(t *testing.T) {
	cfg := Defaults()
	cfg.Forced = 2
	for _, test := range []struct {
		name  string
		moves []edge
		want  int
	}{
		{"below its quota", []edge{{prior: 0.9, visits: 96}, {prior: 0.08, visits: 3}}, 1},
		{"at its quota", []edge{{prior: 0.9, visits: 96}, {prior: 0.08, visits: 4}}, -1},
		{"never tried", []edge{{prior: 0.9, visits: 96}, {prior: 0.08}}, -1},
		{"proven lost", []edge{{prior: 0.9, visits: 96}, {prior: 0.08, visits: 3, proof: proof{env.SecondWins, 2}}}, -1},
	} {
		tree := stand(cfg, env.First, 100, 0, test.moves)
		if got := tree.forced(); got != test.want {
			t.Errorf("%s: move %d, want %d", test.name, got, test.want)
		}
	}
}

// C sqrt(N) is 10 * (1.25 + ln(19753/19652)) = 12.551. The best move scores
// 0.5 + 12.551*0.8/91 = 0.6103.
func TestPrune(t *testing.T) {
	cfg := Defaults()
	cfg.Forced = 2
	best := edge{prior: 0.8, visits: 90, sum: 45}
	for _, test := range []struct {
		name  string
		other edge
		want  float64 // its visits that count
	}{
		// -0.2 + 1.2551/(1+n) < 0.6103 for n >= 1: 1 would stay, which is none
		{"no better than thought", edge{prior: 0.1, visits: 4, sum: -0.8}, 0},
		// 0.4 + 1.2551/(1+n) < 0.6103 for n >= 5 only
		{"worth its visits", edge{prior: 0.1, visits: 5, sum: 2}, 5},
		// 0.4 + 1.2551/(1+n) < 0.6103 for n >= 5: of 8 visits, 3 were forced
		{"partly", edge{prior: 0.1, visits: 8, sum: 3.2}, 5},
		// of 20 no more than the quota of floor(sqrt(20)) = 4
		{"no more than the quota", edge{prior: 0.1, visits: 20, sum: -20}, 16},
	} {
		tree := stand(cfg, env.First, 100, 0, []edge{best, test.other})
		tree.countVisits()
		tree.prune()
		if got := tree.weights[1]; got != test.want || tree.weights[0] != 90 {
			t.Errorf("%s: %v and %v visits count, want 90 and %v", test.name, tree.weights[0], got, test.want)
		}
	}
}

// After a search with noise every move that was tried has its quota, or would
// have it with the next simulation; without noise nothing is forced.
func TestSearchForces(t *testing.T) {
	cfg := Defaults()
	cfg.Forced, cfg.Simulations, cfg.Solver, cfg.Lookahead = 2, 200, false, 0
	tree := NewTree(noughts{}, cfg)
	visits := func(noisy bool) (low int) {
		tree.Reset(noughts{}.New(0))
		rng := seed.New(4).Rand()
		if !noisy {
			rng = nil
		}
		tree.Begin(cfg.Simulations, rng)
		if err := Search(context.Background(), tree, Uniform{}); err != nil {
			t.Fatal(err)
		}
		for i := range tree.moves(0) {
			e := &tree.moves(0)[i]
			if e.visits > 0 && float64(e.visits)+1 < tree.quota(e, tree.edges[0].load()) {
				low++
			}
		}
		return low
	}
	if low := visits(true); low != 0 {
		t.Errorf("%d moves are below their quota", low)
	}
	policy := tree.Policy(nil)
	sum := 0.0
	for _, p := range policy {
		sum += float64(p)
	}
	if math.Abs(sum-1) > 1e-5 || slices.Min(policy) < 0 {
		t.Errorf("the pruned policy %v sums to %v", policy, sum)
	}
	visits(false)
	if tree.forces() {
		t.Error("a search without noise forces visits")
	}
}
