package mcts

import (
	"context"
	"slices"

	"ludens/env"
)

// Prover finds out what moves are worth for certain. It returns what it has when
// ctx ends; Ongoing means that nothing is certain. It is used by one goroutine at
// a time.
type Prover interface {
	// Root returns what is proven of the moves of s: one that wins; or, if it is
	// proven that none does, all of which something is proven.
	Root(ctx context.Context, s env.State) []env.Proof
	// Move returns what is proven of one legal move of s.
	Move(ctx context.Context, s env.State, a env.Action) env.Proof
}

// Guard searches a tree with the help of a prover, which sees what is forced
// deeper than a search does that looks everywhere. It asks at first whether the
// mover can force a win; and each time that the simulations have doubled, and in
// the end, whether the move that the tree would play loses by force. If one does,
// there is danger, and all moves are asked about: the simulations left then go to
// the others. Nothing that the tree has proven is asked about.
type Guard struct {
	// Between, if not nil, is called now and then by the goroutine that searches,
	// while no other goroutine touches the tree: to look at it. No result depends on it.
	Between func()

	tree   *Tree
	prover Prover // nil: the guard is a plain search
	proofs []env.Proof
	asked  []env.Action // moves that were asked about
	begun  bool         // the root was asked about
	next   int          // simulations at which the tree's move is asked about again
}

// firstAsked is how many simulations are made before the tree's move is asked
// about.
const firstAsked = 64

// NewGuard returns the guard of a tree; prover may be nil.
func NewGuard(t *Tree, prover Prover) *Guard { return &Guard{tree: t, prover: prover} }

// Renew forgets what was found about the tree's root. It is to be called when that
// has changed, before Search.
func (g *Guard) Renew() {
	g.proofs, g.asked = g.proofs[:0], g.asked[:0]
	g.begun, g.next = false, firstAsked
}

// Search runs the search that Begin started, as the function Search does.
func (g *Guard) Search(ctx context.Context, e Evaluator) error {
	if g.prover == nil {
		return g.searchTo(ctx, e, g.tree.budget)
	}
	if !g.begun {
		g.begun = true
		g.open(ctx)
	}
	for !g.tree.Done() {
		if err := g.searchTo(ctx, e, g.next); err != nil {
			return err
		}
		g.check(ctx)
		if g.tree.started >= g.next {
			g.next *= 2
		}
	}
	return nil
}

// First makes one simulation, whether or not ctx has ended, if none has been made and
// nothing is decided: so that there is a move to report.
func (g *Guard) First(ctx context.Context, e Evaluator) error {
	if g.tree.Stats().Simulations > 0 {
		return nil
	}
	return g.searchTo(context.WithoutCancel(ctx), e, 1)
}

func (g *Guard) searchTo(ctx context.Context, e Evaluator, simulations int) error {
	return driver{ctx, g.tree, e, simulations, g.Between}.run()
}

// open asks about the root.
func (g *Guard) open(ctx context.Context) {
	if g.tree.Done() {
		return
	}
	for _, p := range g.prover.Root(ctx, g.tree.root) {
		g.know(p)
	}
}

// check asks about the move that the tree would play.
func (g *Guard) check(ctx context.Context) {
	t := g.tree
	if len(t.nodes) == 0 || t.edges[0].proof.known() {
		return
	}
	if !g.ask(ctx, t.moves(0)[t.best(0)].action) {
		return
	}
	for i := range t.moves(0) {
		if ctx.Err() != nil {
			return
		}
		g.ask(ctx, t.moves(0)[i].action)
	}
}

// ask asks about a move, if nothing is known of it, and reports whether it has
// turned out to lose.
func (g *Guard) ask(ctx context.Context, a env.Action) (lost bool) {
	t := g.tree
	if t.edges[t.edgeOf(a)].proof.known() || slices.Contains(g.asked, a) {
		return false
	}
	g.asked = append(g.asked, a)
	p := g.prover.Move(ctx, t.root, a)
	if p.Result != env.Ongoing {
		g.know(p)
	}
	return p.Result == env.WinFor(t.nodes[0].mover.Other())
}

func (g *Guard) know(p env.Proof) {
	g.proofs = append(g.proofs, p)
	g.tree.Know(p.Action, p.Result, p.Plies)
}

// LineOf appends the play that is expected after a, a legal action at the root: by
// the proof of a if there is one, else as Tree.LineOf does.
func (g *Guard) LineOf(dst []env.Action, a env.Action) []env.Action {
	for _, p := range g.proofs {
		if p.Action == a {
			return append(dst, p.Line...)
		}
	}
	return g.tree.LineOf(dst, a)
}
