package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// Gumbel search (Danihelka et al. 2022) differs from PUCT in three places: the
// root hands its simulations out by sequential halving over a sample of the
// moves, the other nodes follow their improved policy, and the policy target
// is the root's improved policy. It improves on the prior with as few as two
// simulations.

// halve returns the index of the root move whose turn it is: among the moves
// with the eligible number of visits in this search, that with the best score.
// Where proofs have left no such move, the nearest number will do.
func (t *Tree) halve() int {
	turn := considered(t.candidates, t.budget, t.started)
	moves, mover := t.moves(0), t.nodes[0].mover
	m := t.improvement(0)
	best, bestGap, bestScore := -1, 0, 0.0
	for i := range moves {
		e := &moves[i]
		if e.proof.lostFor(mover) {
			continue
		}
		gap := abs(int(e.visits+e.flying-t.before[i]) - turn)
		if best >= 0 && gap > bestGap {
			continue
		}
		score := t.score(&m, i)
		if best < 0 || gap < bestGap || score > bestScore {
			best, bestGap, bestScore = i, gap, score
		}
	}
	return best
}

// score returns gumbel + ln P + sigma(completed Q) of root move i.
func (t *Tree) score(m *improvement, i int) float64 {
	return t.perturbed[i] + t.sigma(m, &t.moves(0)[i], t.nodes[0].mover)
}

// follow returns the index of the move of node n, not the root, that brings
// the visits closest to the improved policy: the maximum of
//
//	improved(a) - N(a) / (1 + sum_b N(b))
func (t *Tree) follow(n int32) int {
	moves, mover := t.moves(n), t.nodes[n].mover
	m := t.improvement(n)
	best, bestScore := -1, 0.0
	for i, share := range t.improved(&m, n) {
		if moves[i].proof.lostFor(mover) {
			continue
		}
		score := share - moves[i].load()/(1+m.visits)
		if best < 0 || score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

func abs(x int) int { return max(x, -x) }

// considered returns how many visits a move must have had to be eligible for
// simulation i of n, when sequential halving starts with m moves (Karnin,
// Koren and Somekh 2013, "Almost optimal exploration in multi-armed bandits").
// Each phase gives every move that is left the same number of visits,
//
//	max(1, n / (ceil(log2 m) * moves left)),
//
// and the better half goes on to the next, down to two. This is the schedule
// of Danihelka et al. 2022 in the form of mctx: the best move among those with
// the eligible number of visits is the one whose turn it is.
func considered(m, n, i int) int {
	if m < 2 {
		return i
	}
	phases := bits.Len(uint(m - 1))
	visits := 0
	for left := m; ; left = max(2, left/2) {
		each := max(1, n/(phases*left))
		if i < each*left {
			return visits + i/left
		}
		i -= each * left
		visits += each
	}
}

// gumbels fills dst with n draws from the standard Gumbel distribution,
// -ln of an exponential variable. The m moves with the highest gumbel + logit
// are a sample of the prior without replacement.
func gumbels(dst []float64, n int, rng *rand.Rand) []float64 {
	dst = dst[:0]
	for range n {
		dst = append(dst, -math.Log(rng.ExpFloat64()))
	}
	return dst
}
