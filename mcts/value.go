package mcts

import (
	"math"

	"ludens/env"
)

// Value returns the expected result for the player to move at the root, in [-1, 1]:
// what is proven, or E2b of docs/method.md,
//
//	value = (v + N sum_b share(b) Q(b)) / (1 + N)
//	share(b) = l P(b) / (a - Q(b)),  l = CInit sqrt(N) / (n + N)
//
//	v:  the evaluation of the root itself
//	N:  visits of all moves;  n: number of moves visited or proven, b among them
//	P:  prior without noise;  a: such that the shares sum to 1
//
// The shares are the distribution to which the visits of PUCT converge (Grill et al.
// 2020, "Monte-Carlo tree search as regularized policy optimization", equation 12).
// Both roots need them in place of the visits themselves: sequential halving visits
// bad moves as often as good ones, and noise draws visits to moves that are not meant.
// Both make a plain mean too low for the player to move.
func (t *Tree) Value() float32 {
	root := &t.edges[0]
	switch {
	case root.proof.known():
		return float32(t.result(root.proof.result, t.root.ToMove()))
	case root.visits == 0:
		return 0
	}
	own := sign[t.root.ToMove()] * float64(t.nodes[0].value)
	mean, visits := t.expected()
	return float32((own + float64(visits*mean)) / (1 + visits))
}

// SetDraw sets what a draw is worth to First, in [-1, 1], until the next call; to Second
// it is worth the opposite. 0, the beginning, is a draw. It must be set before Reset.
// KataGo draws it anew for each game of self-play (drawEquivalentWinsForWhite).
func (t *Tree) SetDraw(first float64) { t.draw = first }

// Draw returns what a draw is worth to First.
func (t *Tree) Draw() float64 { return t.draw }

// result returns what a result is worth to a player.
func (t *Tree) result(r env.Result, p env.Player) float64 {
	if r == env.Drawn && t.draw != 0 {
		return sign[p] * t.draw
	}
	return float64(r.For(p))
}

// value returns the value of a root move for the player to move at the root; without a
// visit it is that of the root, which the caller knows.
func (t *Tree) value(e *edge, root float32) float32 {
	switch {
	case e.proof.known():
		return float32(t.result(e.proof.result, t.root.ToMove()))
	case e.visits > 0:
		return float32(sign[t.root.ToMove()] * e.sum / float64(e.visits))
	}
	return root
}

// expected returns sum_b share(b) Q(b) and N of Value; 0 and 0 before the first visit.
func (t *Tree) expected() (mean, visits float64) {
	priors, values := t.weights[:0], t.values[:0]
	mover, mass := t.nodes[0].mover, 0.0
	for i := range t.moves(0) {
		e := &t.moves(0)[i]
		if e.visits == 0 && !e.proof.known() || e.proof.lostFor(mover) {
			continue
		}
		p := max(float64(t.priors[i]), leastPrior)
		priors, values = append(priors, p), append(values, float64(t.value(e, 0)))
		mass += p
		visits += float64(e.visits)
	}
	t.weights, t.values = priors, values
	if visits == 0 {
		return 0, 0
	}
	l := max(t.cfg.CInit, leastShare) * math.Sqrt(visits) / (float64(len(priors)) + visits)
	for i := range priors {
		priors[i] *= l / mass
	}
	return sharedMean(priors, values), visits
}

// leastPrior keeps a move that was visited in the shares, whatever its prior;
// leastShare keeps l positive where CInit is 0.
const leastPrior, leastShare = 1e-6, 1e-3

// sharedMean returns sum_b w(b) Q(b) / (a - Q(b)), where a is such that the sum of
// w(b) / (a - Q(b)) is 1. It finds a by bisection between max(Q + w) and max(Q) + sum(w).
//
//	weights, values: [n] with n > 0, weights positive
func sharedMean(weights, values []float64) float64 {
	low, most, sum := math.Inf(-1), math.Inf(-1), 0.0
	for i, w := range weights {
		low, most, sum = max(low, values[i]+w), max(most, values[i]), sum+w
	}
	high := most + sum
	for range 40 {
		a, shares := (low+high)/2, 0.0
		for i, w := range weights {
			shares += w / (a - values[i])
		}
		if shares > 1 {
			low = a
		} else {
			high = a
		}
	}
	mean, shares := 0.0, 0.0
	for i, w := range weights {
		share := w / (high - values[i])
		mean, shares = mean+float64(share*values[i]), shares+share
	}
	return mean / shares
}
