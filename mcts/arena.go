package mcts

import (
	"math"
	"slices"

	"ludens/env"
)

// arena holds a tree as flat slices. nodes[0] is the root and edges[0] the edge
// that leads to it; so a child index of 0 means that there is none.
type arena struct {
	nodes []node
	edges []edge

	// The moves of nodes that are not open, in the game's order, and their priors.
	actions []env.Action
	priors  []float32

	ranks []place // scratch of open
}

// node is an evaluated position. Its moves are edges[first : first+count] once it
// is open; until a simulation goes on from there, as most never do, they are
// actions[first : first+count].
//
// Below the root edges stand in falling order of prior, equal ones in the
// game's order: among moves not yet visited the first is always tried first,
// so the visited ones are a prefix.
type node struct {
	first, count int32
	value        float32 // the evaluator's, for First
	mover        env.Player
	open         bool
}

// edge is a move and what is known of it.
type edge struct {
	sum    float64 // of the values backed up, for First
	prior  float32
	action env.Action
	visits int32
	flying int32 // simulations that passed and have not come back
	child  int32 // 0 until the position behind the move is evaluated
	proof  proof // what is certain of the move
}

// load returns the visits of e, those in flight included.
func (e *edge) load() float64 { return float64(e.visits + e.flying) }

// unknown reports that nothing speaks for or against e but its prior.
func (e *edge) unknown() bool { return e.visits+e.flying == 0 && !e.proof.known() }

// clear empties the arena and makes the edge to the root.
func (a *arena) clear() {
	a.nodes = a.nodes[:0]
	a.edges = append(a.edges[:0], edge{})
	a.actions, a.priors = a.actions[:0], a.priors[:0]
}

// moves returns the edges that leave node n: none unless it is open.
func (a *arena) moves(n int32) []edge {
	p := &a.nodes[n]
	if !p.open {
		return nil
	}
	return a.edges[p.first : p.first+p.count]
}

// add appends a node that is not open and returns its index.
func (a *arena) add(mover env.Player, value float32, legal []env.Action, prior []float32) int32 {
	a.nodes = append(a.nodes, node{
		first: int32(len(a.actions)),
		count: int32(len(legal)),
		value: value,
		mover: mover,
	})
	a.actions = append(a.actions, legal...)
	a.priors = append(a.priors, prior...)
	return int32(len(a.nodes) - 1)
}

// open gives node n its edges.
func (a *arena) open(n int32) {
	p := &a.nodes[n]
	if p.open {
		return
	}
	legal, prior := a.actions[p.first:p.first+p.count], a.priors[p.first:p.first+p.count]
	a.ranks = byPrior(a.ranks, prior)
	first := len(a.edges)
	a.edges = slices.Grow(a.edges, len(legal))[:first+len(legal)]
	moves := a.edges[first:]
	for i, r := range a.ranks {
		at := r.index()
		moves[i] = edge{action: legal[at], prior: prior[at]}
	}
	p.first, p.open = int32(first), true
}

// keep overwrites a with the part of from that edge e leads to.
func (a *arena) keep(from *arena, e int32) {
	a.clear()
	a.edges[0] = from.edges[e]
	a.edges[0].child = 0
	a.nodes = append(a.nodes, from.nodes[from.edges[e].child])
	for n := 0; n < len(a.nodes); n++ {
		a.adopt(from, n)
	}
	a.open(0)
}

// adopt copies the moves of node n, just taken over from another arena, and
// queues their children behind it.
func (a *arena) adopt(from *arena, n int) {
	old, first := a.nodes[n], len(a.edges)
	if !old.open {
		a.nodes[n].first = int32(len(a.actions))
		a.actions = append(a.actions, from.actions[old.first:old.first+old.count]...)
		a.priors = append(a.priors, from.priors[old.first:old.first+old.count]...)
		return
	}
	a.nodes[n].first = int32(first)
	a.edges = append(a.edges, from.edges[old.first:old.first+old.count]...)
	for i := first; i < len(a.edges); i++ {
		if e := &a.edges[i]; e.child != 0 {
			a.nodes = append(a.nodes, from.nodes[e.child])
			e.child = int32(len(a.nodes) - 1)
		}
	}
}

// place is a move among those of its node: by its prior, the largest first, then
// by its index.
type place uint64

// Not negative floats are in the order of their bits.
func placeOf(i int, prior float32) place {
	return place(^math.Float32bits(prior))<<32 | place(i)
}

func (p place) index() int { return int(uint32(p)) }

// byPrior sorts the moves of a node. It is an insertion sort of numbers, since
// there are some dozens of them, and evaluators without an opinion have them
// sorted already.
func byPrior(dst []place, prior []float32) []place {
	dst = dst[:0]
	for i, p := range prior {
		q := placeOf(i, p)
		dst = append(dst, q)
		j := i
		for ; j > 0 && dst[j-1] > q; j-- {
			dst[j] = dst[j-1]
		}
		dst[j] = q
	}
	return dst
}

// byAction sorts moves into the game's order.
func byAction(moves []edge) {
	for i := 1; i < len(moves); i++ {
		for j := i; j > 0 && moves[j].action < moves[j-1].action; j-- {
			moves[j], moves[j-1] = moves[j-1], moves[j]
		}
	}
}
