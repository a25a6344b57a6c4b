package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"ludens/env"
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

// improvement is what turns the priors of a node and the values found below
// it into a better policy (Danihelka et al. 2022, "Policy improvement by
// planning with Gumbel", section 4 and appendix D):
//
//	improved(a)  = softmax(ln P(a) + sigma(completed(a)))
//	sigma(q)     = (SigmaVisits + max_b N(b)) SigmaScale (q + 1) / 2
//	completed(a) = Q(a) of a move visited or proven, mix of any other
//	mix          = (value + sum_b N(b) weighted) / (1 + sum_b N(b))
//	weighted     = sum_b P(b) Q(b) / sum_b P(b)
//
// where b runs over the moves visited or proven. Moves proven lost take no
// part. Values are for the node's player to move; visits in flight count.
type improvement struct {
	scale  float64 // sigma(q) = scale*q + a constant, which softmax ignores
	mix    float64
	visits float64 // sum_b N(b)
	most   float64 // the highest completed Q
}

// improvement returns the improvement of node n.
func (t *Tree) improvement(n int32) improvement {
	moves, p := t.moves(n), &t.nodes[n]
	m := improvement{mix: sign[p.mover] * float64(p.value)}
	most, busiest := math.Inf(-1), 0.0
	mass, weighted := 0.0, 0.0
	for i := range moves {
		e := &moves[i]
		if e.unknown() && n != 0 {
			break
		}
		if e.unknown() || e.proof.lostFor(p.mover) {
			continue
		}
		prior, q, visits := max(float64(e.prior), math.SmallestNonzeroFloat32), t.q(e, p.mover), e.load()
		mass += prior
		weighted += float64(prior * q)
		most = max(most, q)
		m.visits += visits
		busiest = max(busiest, visits)
	}
	if mass > 0 {
		m.mix = (m.mix + m.visits*weighted/mass) / (1 + m.visits)
	}
	m.most = max(most, m.mix)
	m.scale = (t.cfg.SigmaVisits + busiest) * t.cfg.SigmaScale / 2
	return m
}

// sigma returns sigma(completed Q) of e for p less that of the best move.
func (t *Tree) sigma(m *improvement, e *edge, p env.Player) float64 {
	q := m.mix
	if !e.unknown() {
		q = t.q(e, p)
	}
	return float64(m.scale * (q - m.most))
}

// improved returns the improved policy of node n in scratch space. Below the
// root it stops after the first move that nothing is known of, since none of
// the rest has more. If all moves are lost, all have 0.
func (t *Tree) improved(m *improvement, n int32) []float64 {
	moves, mover := t.moves(n), t.nodes[n].mover
	t.weights = t.weights[:0]
	sum, left := 0.0, 1.0
	for i := range moves {
		e := &moves[i]
		growth := 0.0
		if !e.proof.lostFor(mover) {
			growth = math.Exp(t.sigma(m, e, mover))
		}
		t.weights = append(t.weights, growth*float64(e.prior))
		if e.unknown() && n != 0 {
			sum += float64(growth * max(left, float64(e.prior)))
			break
		}
		sum += float64(growth * float64(e.prior))
		left -= float64(e.prior)
	}
	if sum > 0 {
		for i := range t.weights {
			t.weights[i] /= sum
		}
	}
	return t.weights
}
