package analysis

import (
	"context"
	"sync"

	"ludens/env"
	"ludens/mcts"
)

// Bounds of what a search may use.
const (
	MaxThreads   = 256
	MaxMegabytes = 1 << 16

	// DefaultMegabytes are enough for what people wait for.
	DefaultMegabytes = 1024
)

const (
	// threadLeaves is how many leaves each of several threads has evaluated at a time
	// at most: enough that handing the tree over costs little beside. A search that
	// does not know what its leaves in flight are worth loses strength, so that there
	// is at most one in flight for every inFlight simulations, or one a thread.
	threadLeaves = 4
	inFlight     = 50

	// threadLoss is mcts.Config.VirtualLoss of several threads: as much as sends them
	// different ways. With 1 they agree less with one thread (ADR 0134).
	threadLoss = 0.3

	// usuallyRemembered is how many evaluations are kept by default:
	// those that the next position of the game will want again.
	usuallyRemembered = 1 << 14

	// A simulation takes about 1.2 kB in celta and cetran2, 0.6 kB in cetro, and for
	// moments twice that while a tree grows; an evaluation with its priors less than
	// half a kilobyte.
	simulationBytes = 2400
	evaluationBytes = 512
)

// room returns how many simulations the tree has room for: three quarters of the
// memory are for it.
func (c Config) room() int {
	if c.Megabytes == 0 {
		return mcts.MaxSimulations
	}
	return min(c.Megabytes<<20/4*3/simulationBytes, mcts.MaxSimulations)
}

// remembered returns how many evaluations are kept.
func (c Config) remembered() int {
	if c.Megabytes == 0 {
		return usuallyRemembered
	}
	return c.Megabytes << 20 / 4 / evaluationBytes
}

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
	if l.Kept != nil {
		return l.Kept.of(a).Analyse(ctx, s, l, seen)
	}
	one := a.free.Get().(*Searcher)
	defer a.free.Put(one)
	return one.Analyse(ctx, s, l, seen)
}
