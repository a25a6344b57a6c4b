package analysis

import (
	"context"
	"sync"
	"time"

	"ludens/env"
	"ludens/mcts"
	"ludens/proof"
)

// New returns an analyst that searches games of g guided by ev, with so many
// simulations for a move of a game. The search is that of agent.Player, but
// for the choice between moves that are equal to it: here it is always the same.
// Fewer than one simulation are one.
func New(g env.Game, ev mcts.Evaluator, simulations int) Analyst {
	return &searcher{game: g, ev: mcts.NewCache(ev, remembered), simulations: simulations}
}

// remembered is how many evaluations are kept: those that the next position of
// the game will want again.
const remembered = 1 << 14

type searcher struct {
	game        env.Game
	ev          mcts.Evaluator
	simulations int
	searches    sync.Pool // *search: one for each call under way
}

// search is a tree and what finds proofs for it.
type search struct {
	tree   *mcts.Tree
	prover *proof.Prover
	guard  *mcts.Guard
}

func (a *searcher) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	began := time.Now()
	ctx, stop := l.deadline(ctx)
	defer stop()
	think := a.begin(s)
	defer a.searches.Put(think)
	t := think.tree
	if err := a.start(ctx, t); err != nil {
		return Report{}, err
	}
	t.Begin(max(1, a.budget(l))-1, nil)
	for {
		more, err := a.search(ctx, think.guard, l.Every)
		if err != nil {
			return Report{}, err
		}
		r := think.report(l.Lines)
		r.Elapsed = time.Since(began)
		if !more {
			return r, nil
		}
		if seen != nil {
			seen(r)
		}
	}
}

// deadline returns ctx with the limit of time.
func (l Limits) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Time > 0 {
		return context.WithTimeout(ctx, l.Time)
	}
	return ctx, func() {}
}

// budget returns the simulations of a search within l.
func (a *searcher) budget(l Limits) int {
	switch {
	case l.Simulations > 0:
		return min(l.Simulations, MaxSimulations)
	case l.Time > 0 || l.Endless:
		return MaxSimulations
	}
	return a.simulations
}

// begin returns a search of s that knows nothing yet.
func (a *searcher) begin(s env.State) *search {
	think, ok := a.searches.Get().(*search)
	if !ok {
		t, p := mcts.NewTree(a.game, mcts.Defaults()), proof.New(a.game, proof.For(a.simulations))
		think = &search{t, p, mcts.NewGuard(t, p)}
	}
	think.tree.Reset(s)
	think.prover.Reset()
	think.guard.Renew()
	return think
}

// start evaluates the root and makes the first simulation, whether or not ctx
// has ended: there must be a move to tell.
func (a *searcher) start(ctx context.Context, t *mcts.Tree) error {
	t.Begin(1, nil)
	return mcts.Search(context.WithoutCancel(ctx), t, a.ev)
}

// search goes on with a search until it is done, ctx ends or, with more
// to do, so much time is over; 0: no limit.
func (a *searcher) search(ctx context.Context, g *mcts.Guard, every time.Duration) (more bool, err error) {
	slice := ctx
	if every > 0 {
		var stop context.CancelFunc
		slice, stop = context.WithTimeout(ctx, every)
		defer stop()
	}
	err = g.Search(slice, a.ev)
	switch {
	case err == nil || ctx.Err() != nil:
		return false, nil
	case slice.Err() != nil:
		return true, nil
	}
	return false, err
}

// report tells what is known, and for so many moves how the game would go on.
// The simulation of start is counted.
func (s *search) report(lines int) Report {
	t := s.tree
	stats := t.Stats()
	r := Report{Value: t.Value(), Simulations: stats.Simulations + 1, Depth: stats.MaxDepth}
	r.Proof, r.Plies = t.Proof()
	for i, m := range t.Moves(nil) {
		move := Move{MoveStats: m}
		if i < max(1, lines) {
			move.Line = s.guard.LineOf(nil, m.Action)
		}
		r.Moves = append(r.Moves, move)
	}
	return r
}
