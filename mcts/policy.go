package mcts

import (
	"math"
	"math/rand/v2"
	"slices"

	"ludens/env"
)

// Policy appends the policy target of the root, one share for each legal move
// in the game's order, with sum 1. Only the moves that are best by proof, in
// the order of Moves, have a share: in proportion to their visits, or to their
// priors if none has a visit; in a Gumbel search to the improved policy. The
// search must have begun and the game must not be over.
func (t *Tree) Policy(dst []float32) []float32 {
	for _, w := range t.target() {
		dst = append(dst, float32(w))
	}
	return dst
}

// Pick returns the move to play: with temperature 0 the first of Moves,
// otherwise one drawn from rng in proportion to Policy^(1/temperature). The
// search must have begun and the game must not be over. A Gumbel search has
// drawn its noise in Begin: its move is that of temperature 0.
func (t *Tree) Pick(temperature float64, rng *rand.Rand) env.Action {
	if temperature == 0 {
		return t.moves(0)[t.best(0)].action
	}
	weights, sum := t.target(), 0.0
	most := slices.Max(weights)
	for i, w := range weights {
		weights[i] = math.Pow(w/most, 1/temperature)
		sum += weights[i]
	}
	return t.moves(0)[draw(weights, sum*rng.Float64())].action
}

// draw returns the first index at which the running sum of weights exceeds x.
func draw(weights []float64, x float64) int {
	last := 0
	for i, w := range weights {
		if w == 0 {
			continue
		}
		last = i
		if x -= w; x < 0 {
			break
		}
	}
	return last
}

// target returns the policy target, in scratch space.
func (t *Tree) target() []float64 {
	if t.gumbel {
		m := t.improvement(0)
		t.improved(&m, 0)
	} else {
		t.countVisits()
	}
	t.dropInferior()
	if !normalise(t.weights) {
		t.countPriors()
		t.dropInferior()
		normalise(t.weights)
	}
	return t.weights
}

// countVisits sets t.weights to the visits of the root's moves.
func (t *Tree) countVisits() {
	t.weights = t.weights[:0]
	for _, e := range t.moves(0) {
		t.weights = append(t.weights, float64(e.visits))
	}
}

// countPriors sets t.weights to the priors of the root's moves, none 0.
func (t *Tree) countPriors() {
	t.weights = t.weights[:0]
	for _, p := range t.priors {
		t.weights = append(t.weights, float64(p)+math.SmallestNonzeroFloat32)
	}
}

// dropInferior takes the weights of the moves that others surpass by proof.
func (t *Tree) dropInferior() {
	moves, mover := t.moves(0), t.nodes[0].mover
	top := moves[0].proof.rank(mover)
	for _, e := range moves {
		top = max(top, e.proof.rank(mover))
	}
	for i, e := range moves {
		if e.proof.rank(mover) < top {
			t.weights[i] = 0
		}
	}
}

// normalise makes weights sum to 1, and reports whether it could.
func normalise(weights []float64) bool {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if !(sum > 0) {
		return false
	}
	for i := range weights {
		weights[i] /= sum
	}
	return true
}
