package analysis

import (
	"context"
	"sync"
	"time"

	"ludens/env"
	"ludens/mcts"
)

// New returns an analyst that searches games of g guided by ev, with so many
// simulations for a move of a game. The search is that of selfplay.Searcher, but
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
	trees       sync.Pool // *mcts.Tree: one for each call under way
}

func (a *searcher) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	began := time.Now()
	ctx, stop := l.deadline(ctx)
	defer stop()
	t := a.tree()
	defer a.trees.Put(t)
	t.Reset(s)
	if err := a.start(ctx, t); err != nil {
		return Report{}, err
	}
	t.Begin(max(1, a.budget(l))-1, nil)
	for {
		more, err := a.search(ctx, t, l.Every)
		if err != nil {
			return Report{}, err
		}
		r := report(t, l.Lines)
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

func (a *searcher) tree() *mcts.Tree {
	if t, ok := a.trees.Get().(*mcts.Tree); ok {
		return t
	}
	return mcts.NewTree(a.game, mcts.Defaults())
}

// start evaluates the root and makes the first simulation, whether or not ctx
// has ended: there must be a move to tell.
func (a *searcher) start(ctx context.Context, t *mcts.Tree) error {
	t.Begin(1, nil)
	return mcts.Search(context.WithoutCancel(ctx), t, a.ev)
}

// search goes on with the search of t until it is done, ctx ends or, with more
// to do, so much time is over; 0: no limit.
func (a *searcher) search(ctx context.Context, t *mcts.Tree, every time.Duration) (more bool, err error) {
	slice := ctx
	if every > 0 {
		var stop context.CancelFunc
		slice, stop = context.WithTimeout(ctx, every)
		defer stop()
	}
	err = mcts.Search(slice, t, a.ev)
	switch {
	case err == nil || ctx.Err() != nil:
		return false, nil
	case slice.Err() != nil:
		return true, nil
	}
	return false, err
}

// report tells what t knows, and for so many moves how the game would go on.
// The simulation of start is counted.
func report(t *mcts.Tree, lines int) Report {
	stats := t.Stats()
	r := Report{Value: t.Value(), Simulations: stats.Simulations + 1, Depth: stats.MaxDepth}
	r.Proof, r.Plies = t.Proof()
	for i, m := range t.Moves(nil) {
		move := Move{MoveStats: m}
		if i < max(1, lines) {
			move.Line = t.LineOf(nil, m.Action)
		}
		r.Moves = append(r.Moves, move)
	}
	return r
}
