package mcts

import (
	"math"

	"ludens/env"
)

// Forced playouts and policy target pruning (Wu 2019, "Accelerating Self-Play
// Learning in Go", 3.2): noise may propose a move, and the search then looks at
// it long enough to tell; what it found no better is not held against the
// policy it teaches.

// forces reports whether the search of the root forces visits.
func (t *Tree) forces() bool { return t.cfg.Forced > 0 && len(t.noise) > 0 }

// quota returns the visits that a root move with one visit gets at least, once
// the root has n.
func (t *Tree) quota(e *edge, n float64) float64 {
	return math.Sqrt(t.cfg.Forced * float64(e.prior) * n)
}

// forced returns the index of the first root move below its quota, or -1.
func (t *Tree) forced() int {
	moves, mover := t.moves(0), t.nodes[0].mover
	for i := range moves {
		e := &moves[i]
		if e.visits > 0 && e.load() < t.quota(e, t.edges[0].load()) && !e.proof.lostFor(mover) {
			return i
		}
	}
	return -1
}

// prune takes from t.weights, the visits of the root's moves, those that were
// forced and that PUCT would not have made, now that the values are known: as
// long as a move with fewer visits would still not be preferred to the most
// visited one. A move left with one visit loses that, too.
func (t *Tree) prune() {
	moves, mover := t.moves(0), t.nodes[0].mover
	best := 0
	for i := range moves {
		if t.weights[i] > t.weights[best] {
			best = i
		}
	}
	explore := t.explore(&t.edges[0])
	top := t.preference(&moves[best], mover, explore, t.weights[best])
	for i := range moves {
		e := &moves[i]
		if i == best || e.visits == 0 {
			continue
		}
		least := math.Max(0, t.weights[i]-math.Floor(t.quota(e, t.edges[0].load())))
		for t.weights[i] > least && t.preference(e, mover, explore, t.weights[i]-1) < top {
			t.weights[i]--
		}
		if t.weights[i] <= 1 {
			t.weights[i] = 0
		}
	}
}

// preference returns PUCT's score of e if it had so many visits.
func (t *Tree) preference(e *edge, mover env.Player, explore, visits float64) float64 {
	return t.q(e, mover) + float64(explore*float64(e.prior))/(1+visits)
}
