package mcts

import (
	"reflect"

	"ludens/env"
)

// Tree is the search of one position after another of a single game. It is
// used by one goroutine at a time.
type Tree struct {
	cfg    Config
	gumbel bool // cfg.Root
	root   env.State
	arena
	spare arena // where Advance moves what it keeps

	priors     []float32 // the root's priors as evaluated, in the order of its moves
	noise      []float64 // what Begin drew for each of the root's moves; none without noise
	perturbed  []float64 // for Gumbel: noise + ln P of each of them
	before     []int32   // the visits that each of them had at Begin
	candidates int       // moves that sequential halving starts with

	room    int     // nodes at most; 0: as many as the simulations need
	budget  int     // simulations of this search
	started int     // of them: begun
	flying  int     // flights that wait for Apply, in all rounds
	rounds  []round // a ring: those that wait for Apply, the oldest first, then free ones
	oldest  int
	waiting int    // of the rounds: with flights that wait for Apply
	batch   []Leaf // Search's

	probed [2]env.State // lookAhead's positions, a ply and two from the root
	reply  []env.Action // and the moves between them

	draw     float64 // what a draw is worth to First
	depths   int     // sum over the simulations come back
	maxDepth int

	explores []float64 // of explore: C(s) sqrt(N(s)) by N(s)

	weights  []float64 // scratch of improved, target and expected
	values   []float64 // scratch of expected
	rankKeys []rankKey // scratch of rankKeysOf
	order    []int     // scratch of ranking
}

// round is what one Gather sends off and one Apply brings home.
type round struct {
	flights []flight // one per leaf
	flying  int      // of them: waiting for Apply
}

// flight is a simulation that waits for the evaluation of its leaf.
type flight struct {
	path  []int32 // edges from the one into the root to the one into the leaf
	state env.State
	legal []env.Action
	prior []float32
}

// NewTree returns a tree for games of g that must be Reset before use. It
// panics if cfg is not valid.
func NewTree(g env.Game, cfg Config) *Tree {
	if err := cfg.Validate(); err != nil {
		panic(err)
	}
	t := &Tree{cfg: cfg, gumbel: cfg.Root == Gumbel, root: g.New(0)}
	t.SetThreads(1)
	t.clear()
	return t
}

// SetThreads lets n goroutines of a later Search evaluate leaves at the same
// time, 1 or more. The search depends on their number, and on nothing else of them.
func (t *Tree) SetThreads(n int) {
	t.Cancel()
	t.rounds = make([]round, n)
	for i := range t.rounds {
		t.rounds[i].flights = make([]flight, max(1, t.cfg.Leaves))
	}
	t.oldest = 0
}

// SetRoom stops the tree from growing at that many nodes; 0: it grows with its
// simulations. A full tree is searched on: what its leaves lead to is evaluated again each
// time and not kept, so that the visits below its nodes still follow the search rule.
func (t *Tree) SetRoom(nodes int) { t.room = nodes }

// full reports whether no further node fits.
func (t *Tree) full() bool { return t.room > 0 && len(t.nodes) >= t.room }

// Reset forgets everything and starts over from a copy of root.
func (t *Tree) Reset(root env.State) {
	t.Cancel()
	t.root = root.Copy(t.root)
	t.clear()
	t.priors = t.priors[:0]
	t.budget, t.started = 0, 0
}

// Advance plays a legal action at the root and keeps what is known of the
// position it leads to. The rest of the tree is given up, so that memory is
// bounded by what the searches since Reset can reach.
func (t *Tree) Advance(a env.Action) {
	t.Cancel()
	e := t.edgeOf(a)
	t.root.Play(a)
	t.budget, t.started = 0, 0
	t.priors = t.priors[:0]
	if e == 0 || t.edges[e].child == 0 {
		t.clear()
		return
	}
	t.spare.keep(&t.arena, e)
	t.arena, t.spare = t.spare, t.arena
}

// edgeOf returns the root's edge of action a, or 0 if there is none.
func (t *Tree) edgeOf(a env.Action) int32 {
	if len(t.nodes) == 0 {
		return 0
	}
	for i, e := range t.moves(0) {
		if e.action == a {
			return t.nodes[0].first + int32(i)
		}
	}
	return 0
}

// Done reports whether the search has made all its simulations, or has found
// out the result of best play.
func (t *Tree) Done() bool {
	return t.flying == 0 && t.decided()
}

// Root returns the position being searched. It must not be changed.
func (t *Tree) Root() env.State { return t.root }

// Sizes in bytes of what a search and a cache are made of.
var (
	nodeBytes   = sizeOf[node]()
	edgeBytes   = sizeOf[edge]()
	flightBytes = sizeOf[flight]()
	answerBytes = sizeOf[answer]()
)

func sizeOf[T any]() float64 { return float64(reflect.TypeFor[T]().Size()) }

// TreeBytes returns about how many bytes a [Tree] takes at most, in a game whose
// positions have that many moves on average.
func (c Config) TreeBytes(moves float64) float64 {
	const arenas, action = 2, 8 // the tree, and what of it is kept; a legal move and its prior
	tree := arenas * float64(c.Simulations) * (nodeBytes + moves*(edgeBytes+action))
	return tree + float64(max(1, c.Leaves))*(flightBytes+moves*action)
}

// CacheBytes returns how many bytes a [Cache] of that many positions takes, of
// which some are remembered with that many moves on average.
func CacheBytes(positions, remembered, moves float64) float64 {
	const prior = 4
	return positions*answerBytes + min(positions, remembered)*moves*prior
}
