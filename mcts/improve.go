package mcts

import (
	"math"

	"ludens/env"
)

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
