package analysis

import (
	"context"

	"ludens/env"
)

// Kept is the tree of an analysis that goes on from position to position: if the next one
// is in it, what was found below it stays. The zero value is empty. It is used by one
// analysis at a time.
type Kept struct {
	searcher *Searcher
	owner    *searchers
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
