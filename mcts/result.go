package mcts

import (
	"math"
	"math/rand/v2"
	"slices"

	"ludens/env"
)

// Stats are the figures of one search.
type Stats struct {
	Simulations int     // those of this search that have come back
	Nodes       int     // evaluated positions in the tree, kept ones included
	MeanDepth   float64 // plies from the root to the leaf
	MaxDepth    int
}

// Stats returns the figures of the search since Begin.
func (t *Tree) Stats() Stats {
	s := Stats{Simulations: t.started - t.flying, Nodes: len(t.nodes), MaxDepth: t.maxDepth}
	if s.Simulations > 0 {
		s.MeanDepth = float64(t.depths) / float64(s.Simulations)
	}
	return s
}

// Value returns the expected result for the player to move at the root.
func (t *Tree) Value() float32 {
	e := &t.edges[0]
	if e.visits == 0 {
		return 0
	}
	return float32(t.mean(e))
}

// mean returns the value of e, which has visits, for the root's player to move.
func (t *Tree) mean(e *edge) float64 {
	return sign[t.nodes[0].mover] * e.sum / float64(e.visits)
}

// Moves appends what is known of each of the root's moves, the best first: by
// visits, then value, then prior, then action. A move without a visit has the
// root's value. Priors are without noise.
func (t *Tree) Moves(dst []env.MoveStats) []env.MoveStats {
	moves := t.rootMoves()
	for _, i := range t.ranked() {
		e := &moves[i]
		m := env.MoveStats{Action: e.action, Visits: int(e.visits), Prior: t.clean[i], Value: t.Value()}
		if e.visits > 0 {
			m.Value = float32(t.mean(e))
		}
		dst = append(dst, m)
	}
	return dst
}

// ranked returns the indices of the root's moves, the best first.
func (t *Tree) ranked() []int {
	t.order = t.order[:0]
	for i := range t.rootMoves() {
		t.order = append(t.order, i)
	}
	slices.SortFunc(t.order, func(i, j int) int {
		if t.ahead(0, i, j) {
			return -1
		}
		return 1
	})
	return t.order
}

// rootMoves returns the root's moves in the game's order, none before Begin.
func (t *Tree) rootMoves() []edge {
	if len(t.nodes) == 0 {
		return nil
	}
	return t.moves(0)
}

// Policy appends the policy target of the root, one share for each legal move
// in the game's order, with sum 1: the shares of the visits, or without any
// visit the priors.
func (t *Tree) Policy(dst []float32) []float32 {
	t.weigh()
	sum := 0.0
	for _, w := range t.weights {
		sum += w
	}
	for _, w := range t.weights {
		dst = append(dst, float32(w/sum))
	}
	return dst
}

// weigh sets t.weights to the root's policy target, not yet divided by its sum.
func (t *Tree) weigh() {
	t.weights = t.weights[:0]
	visits := int32(0)
	for _, e := range t.rootMoves() {
		t.weights = append(t.weights, float64(e.visits))
		visits += e.visits
	}
	if visits == 0 {
		for i, p := range t.clean {
			t.weights[i] = float64(p)
		}
	}
}

// Pick returns the move to play: with temperature 0 the first of Moves,
// otherwise one drawn from rng in proportion to Policy^(1/temperature). The
// search must have begun and the game must not be over.
func (t *Tree) Pick(temperature float64, rng *rand.Rand) env.Action {
	if temperature == 0 {
		return t.moves(0)[t.best(0)].action
	}
	t.weigh()
	sum, most := 0.0, slices.Max(t.weights)
	for i, w := range t.weights {
		t.weights[i] = math.Pow(w/most, 1/temperature)
		sum += t.weights[i]
	}
	return t.moves(0)[draw(t.weights, sum*rng.Float64())].action
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

// Line appends the play that the search expects, the first of Moves first.
func (t *Tree) Line(dst []env.Action) []env.Action {
	if len(t.nodes) == 0 {
		return dst
	}
	for n := int32(0); ; {
		e := &t.moves(n)[t.best(n)]
		if e.visits == 0 {
			return dst
		}
		dst = append(dst, e.action)
		if e.child == 0 {
			return dst
		}
		n = e.child
	}
}

// best returns the index of the best move of node n, in the order of Moves.
func (t *Tree) best(n int32) int {
	moves, best := t.moves(n), 0
	for i := range moves {
		if t.ahead(n, i, best) {
			best = i
		}
	}
	return best
}

// ahead reports whether move i of node n is better than move j.
func (t *Tree) ahead(n int32, i, j int) bool {
	a, b := &t.moves(n)[i], &t.moves(n)[j]
	if a.visits != b.visits {
		return a.visits > b.visits
	}
	if s := sign[t.nodes[n].mover]; a.sum != b.sum {
		return s*a.sum > s*b.sum
	}
	if p, q := t.evaluatedPrior(n, i), t.evaluatedPrior(n, j); p != q {
		return p > q
	}
	return a.action < b.action
}

// evaluatedPrior returns the prior of move i of node n without noise.
func (t *Tree) evaluatedPrior(n int32, i int) float32 {
	if n == 0 {
		return t.clean[i]
	}
	return t.moves(n)[i].prior
}
