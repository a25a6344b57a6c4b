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

// Kept is what an analysis that goes on from position to position has: the tree, of which what
// was found below the next position stays, or the agent that is asked, with what it remembers.
// The zero value is empty. It is used by one analysis at a time.
type Kept struct {
	searcher *Searcher
	owner    *searchers
	agent    keptAgent
}

// of returns the searcher with the tree, a new one if it belongs to another analyst.
func (k *Kept) of(a *searchers) *Searcher {
	if k.owner != a {
		k.searcher, k.owner = a.free.Get().(*Searcher), a
		k.searcher.begun = false
	}
	return k.searcher
}

// farthest is how many moves further an analysis may go on: a move and its answer.
const farthest = 2

// resume moves the root of the tree to s, if that is few moves further, and reports
// whether it could.
func (a *Searcher) resume(ctx context.Context, s env.State) bool {
	for depth := range farthest + 1 {
		if path, ok := way(ctx, a.tree.Root(), s.Key(), depth); ok {
			for _, action := range path {
				a.tree.Advance(action)
			}
			return true
		}
	}
	return false
}

// way returns the moves, that many, from one position to that with a key.
func way(ctx context.Context, from env.State, key uint64, moves int) ([]env.Action, bool) {
	if moves == 0 {
		return nil, from.Key() == key
	}
	if from.Result() != env.Ongoing {
		return nil, false
	}
	var probe env.State
	for _, action := range from.Legal(nil) {
		if ctx.Err() != nil {
			break
		}
		probe = from.Copy(probe)
		probe.Play(action)
		if rest, ok := way(ctx, probe, key, moves-1); ok {
			return append([]env.Action{action}, rest...), true
		}
	}
	return nil, false
}

// Even is how much less than half of the points a side may expect of a start that counts
// as even.
const Even = 0.05

// Seat returns the side for a person who has not chosen one: the first, unless the start
// is better for the second. value is that of the start for the first player, in [-1, 1].
func Seat(value float32) env.Player {
	if points := (1 + value) / 2; points < 0.5-Even {
		return env.Second
	}
	return env.First
}
