package analysis

import (
	"context"
	"sync"

	"ludens/env"
	"ludens/mcts"
)

// New returns an analyst that searches games of g guided by ev. It finds what a
// Searcher finds, and asks ev about no position twice as long as it remembers it. It
// panics if cfg is not valid.
func New(g env.Game, ev mcts.Evaluator, cfg Config) Analyst {
	if err := cfg.Validate(); err != nil {
		panic(err)
	}
	ev = mcts.NewCache(ev, cfg.remembered())
	a := &searchers{}
	a.free.New = func() any { return newSearcher(g, ev, cfg) }
	return a
}

// searchers are as many as there are callers. They remember positions together.
type searchers struct{ free sync.Pool } // of *Searcher

func (a *searchers) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	one := a.free.Get().(*Searcher)
	defer a.free.Put(one)
	return one.Analyse(ctx, s, l, seen)
}
