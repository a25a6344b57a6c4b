package mcts

import (
	"math"

	"ludens/env"
)

// sign turns a value for First into one for the player, and back.
var sign = [2]float64{env.First: 1, env.Second: -1}

// choose returns the edge that a simulation takes out of node n, which it
// reached by edge in.
func (t *Tree) choose(n, in int32) int32 {
	first := t.nodes[n].first
	switch {
	case !t.gumbel:
		return first + int32(t.puct(n, in))
	case n == 0:
		return first + int32(t.halve())
	}
	return first + int32(t.follow(n))
}

// puct returns the index of the move of node n that maximises (Silver et al.
// 2018, "A general reinforcement learning algorithm that masters chess, shogi
// and Go through self-play", Methods, "Search")
//
//	Q(s,a) + C(s) P(s,a) sqrt(N(s)) / (1 + N(s,a))
//	C(s) = ln((1 + N(s) + CBase) / CBase) + CInit
//
//	Q: mean value for the player to move; of a move without a visit, that of s
//	   less FPU sqrt(sum of P over the visited moves), as in KataGo and lc0
//	P: prior; at the root with noise
//	N: visits, those in flight included; N(s) counts the evaluation of s itself
//
// A move proven lost is out of the question. Of equal moves it takes the first, visited ones before others.
func (t *Tree) puct(n, in int32) int {
	moves, mover := t.moves(n), t.nodes[n].mover
	explore := t.explore(&t.edges[in])
	best, bestScore := -1, math.Inf(-1)
	fresh, visited := -1, 0.0
	for i := range moves {
		e := &moves[i]
		if e.proof.lostFor(mover) {
			visited += float64(e.prior)
			continue
		}
		if e.unknown() {
			if fresh < 0 || e.prior > moves[fresh].prior {
				fresh = i
			}
			if n != 0 {
				break
			}
			continue
		}
		visited += float64(e.prior)
		score := t.q(e, mover) + float64(explore*float64(e.prior))/(1+e.load())
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	if fresh >= 0 {
		q := t.firstPlay(n, in, visited)
		if q+float64(explore*float64(moves[fresh].prior)) > bestScore {
			return fresh
		}
	}
	return best
}

// explore returns C(s) sqrt(N(s)) of the node that in leads to.
func (t *Tree) explore(in *edge) float64 {
	n := int(in.visits + in.flying)
	for n < tabled && n >= len(t.explores) {
		t.explores = append(t.explores, t.cfg.explore(float64(len(t.explores))))
	}
	if n < tabled {
		return t.explores[n]
	}
	return t.cfg.explore(float64(n))
}

// tabled is up to how many visits a tree knows C(s) sqrt(N(s)) by heart.
const tabled = 1024

// explore returns C(s) sqrt(N(s)) of a node with n visits.
func (c *Config) explore(n float64) float64 {
	return (math.Log((1+n+c.CBase)/c.CBase) + c.CInit) * math.Sqrt(n)
}

// q returns the value for p of e: what is proven, or the mean of its visits that have
// come back. Of a move whose visits are all in flight it is -VirtualLoss, so that the
// next simulation goes elsewhere. That those in flight count as visits and not as
// values is WU-UCT's (Liu et al. 2020, "Watch the unobserved: a simple approach to
// parallelizing Monte Carlo tree search").
func (t *Tree) q(e *edge, p env.Player) float64 {
	switch {
	case e.proof.known():
		return t.result(e.proof.result, p)
	case e.visits == 0:
		return -t.cfg.VirtualLoss
	}
	return sign[p] * e.sum / float64(e.visits)
}

// firstPlay returns the Q of the moves of node n without a visit, when those
// with one hold that much of the prior.
func (t *Tree) firstPlay(n, in int32, visited float64) float64 {
	e, reduction := &t.edges[in], t.cfg.FPU
	if n == 0 {
		reduction = t.cfg.RootFPU
	}
	mean := sign[t.nodes[n].mover] * e.sum / float64(e.visits)
	return mean - float64(reduction*math.Sqrt(visited))
}
