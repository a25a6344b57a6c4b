package mcts

import (
	"math/rand/v2"

	"ludens/env"
)

// Tree is the search of one position after another of a single game. It is
// used by one goroutine at a time.
type Tree struct {
	cfg  Config
	root env.State
	arena
	spare arena // where Advance moves what it keeps

	clean []float32 // the root's priors as evaluated, in the order of its moves
	noise []float64 // what Begin drew for each of the root's moves; none without noise

	budget  int      // simulations of this search
	started int      // of them: begun
	flights []flight // one per leaf of a round
	flying  int      // of them: waiting for Apply
	batch   []Leaf   // Search's

	depths   int // sum over the simulations come back
	maxDepth int
	weights  []float64 // scratch of Pick and Policy
	order    []int     // scratch of Moves
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
	t := &Tree{cfg: cfg, root: g.New(0), flights: make([]flight, cfg.Leaves)}
	t.clear()
	return t
}

// Reset forgets everything and starts over from a copy of root.
func (t *Tree) Reset(root env.State) {
	t.Cancel()
	t.root = root.Copy(t.root)
	t.clear()
	t.clean = t.clean[:0]
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
	t.clean = t.clean[:0]
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

// Begin starts a search of so many simulations, those of earlier searches not
// counted: Config.Simulations for a full one. The root's noise is drawn from
// rng, as if it had never been noisy before; nil means no noise. If the game
// is over, the search is done.
func (t *Tree) Begin(simulations int, rng *rand.Rand) {
	t.Cancel()
	t.budget, t.started = simulations, 0
	t.depths, t.maxDepth = 0, 0
	t.noise = t.noise[:0]
	if t.root.Result() != env.Ongoing {
		t.budget = 0
		return
	}
	t.prepareRoot()
	if rng != nil && t.cfg.NoiseWeight > 0 {
		t.noise = dirichlet(t.noise, len(t.clean), t.cfg.NoiseTotal, rng)
	}
	if t.evaluated() {
		t.mixNoise()
	}
}

// prepareRoot gives the root its moves, in the game's order, each with its
// evaluated prior or, before there is one, an equal share.
func (t *Tree) prepareRoot() {
	if len(t.nodes) == 0 {
		f := &t.flights[0]
		f.read(t.root)
		uniform(f.prior)
		t.add(t.root.ToMove(), 0, f.legal, f.prior)
	}
	moves := t.moves(0)
	if len(t.clean) == 0 {
		byAction(moves)
		for _, e := range moves {
			t.clean = append(t.clean, e.prior)
		}
	}
}

// evaluated reports whether the root has had its answer.
func (t *Tree) evaluated() bool { return t.edges[0].visits > 0 }

// mixNoise gives the root's moves the priors that this search uses.
func (t *Tree) mixNoise() {
	w := t.cfg.NoiseWeight
	for i := range t.moves(0) {
		e := &t.moves(0)[i]
		e.prior = t.clean[i]
		if len(t.noise) > 0 {
			e.prior = float32(float64((1-w)*float64(e.prior)) + float64(w*t.noise[i]))
		}
	}
}

// Done reports whether the search has made all its simulations.
func (t *Tree) Done() bool { return t.started >= t.budget && t.flying == 0 }

// Root returns the position being searched. It must not be changed.
func (t *Tree) Root() env.State { return t.root }
