package mcts

import (
	"cmp"
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

// Proof returns the result that best play from the root reaches, and in how
// many plies at most, if the search has found out; Ongoing if not.
func (t *Tree) Proof() (r env.Result, plies int) {
	p := t.edges[0].proof
	return p.result, int(p.plies)
}

// Moves appends what is known of each of the root's moves, the best first: by
// proof (a quick win, a draw or nothing proven, a slow loss), then visits (of
// a Gumbel search those since Begin), then value (there gumbel + ln P +
// sigma(Q)), prior and action. A move without a visit has the root's value.
// Priors are without noise, and Policy is that of the function Policy.
func (t *Tree) Moves(dst []env.MoveStats) []env.MoveStats {
	if len(t.nodes) == 0 {
		return dst
	}
	moves, value, policy := t.moves(0), t.Value(), slices.Clone(t.target())
	for _, i := range t.ranking() {
		dst = append(dst, env.MoveStats{
			Action: moves[i].action,
			Visits: int(moves[i].visits),
			Prior:  t.priors[i],
			Policy: float32(policy[i]),
			Value:  t.value(&moves[i], value),
		})
	}
	return dst
}

// Line appends the play that the search expects, the first of Moves first.
func (t *Tree) Line(dst []env.Action) []env.Action {
	if len(t.nodes) == 0 {
		return dst
	}
	return t.lineFrom(dst, 0)
}

// LineOf appends a, a legal action at the root, and the play that the search
// expects after it: none if it has not looked there.
func (t *Tree) LineOf(dst []env.Action, a env.Action) []env.Action {
	dst = append(dst, a)
	if child := t.edges[t.edgeOf(a)].child; child != 0 {
		return t.lineFrom(dst, child)
	}
	return dst
}

// lineFrom appends the play that the search expects from node n on.
func (t *Tree) lineFrom(dst []env.Action, n int32) []env.Action {
	for t.nodes[n].open {
		e := &t.moves(n)[t.best(n)]
		if e.visits == 0 && !e.proof.known() {
			return dst
		}
		dst = append(dst, e.action)
		if e.child == 0 {
			return dst
		}
		n = e.child
	}
	return dst
}

// rankKey is what moves are compared by, the first field first.
type rankKey struct {
	rank   int // by proof
	visits int32
	score  float64 // sum of values, comparable among equal visits; or Gumbel's score
	prior  float32
	action env.Action
}

// compare orders keys, the best first.
func (a rankKey) compare(b rankKey) int {
	return cmp.Or(
		cmp.Compare(b.rank, a.rank),
		cmp.Compare(b.visits, a.visits),
		cmp.Compare(b.score, a.score),
		cmp.Compare(b.prior, a.prior),
		cmp.Compare(a.action, b.action),
	)
}

// rankKeysOf returns the key of each move of node n.
func (t *Tree) rankKeysOf(n int32) []rankKey {
	t.rankKeys = t.rankKeys[:0]
	mover := t.nodes[n].mover
	for _, e := range t.moves(n) {
		t.rankKeys = append(t.rankKeys, rankKey{e.proof.rank(mover), e.visits, sign[mover] * e.sum, e.prior, e.action})
	}
	if n == 0 {
		t.adjustRoot()
	}
	return t.rankKeys
}

// adjustRoot sets what is particular to the keys of the root.
func (t *Tree) adjustRoot() {
	m := t.improvement(0)
	for i := range t.rankKeys {
		t.rankKeys[i].prior = t.priors[i]
		if t.gumbel {
			t.rankKeys[i].visits -= t.before[i]
			t.rankKeys[i].score = t.score(&m, i)
		}
	}
}

// ranking returns the indices of the root's moves, the best first.
func (t *Tree) ranking() []int {
	rankKeys := t.rankKeysOf(0)
	t.order = t.order[:0]
	for i := range rankKeys {
		t.order = append(t.order, i)
	}
	slices.SortFunc(t.order, func(i, j int) int { return rankKeys[i].compare(rankKeys[j]) })
	return t.order
}

// best returns the index of the best move of node n.
func (t *Tree) best(n int32) int {
	rankKeys, best := t.rankKeysOf(n), 0
	for i := range rankKeys {
		if rankKeys[i].compare(rankKeys[best]) < 0 {
			best = i
		}
	}
	return best
}
