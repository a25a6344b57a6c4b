package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ludens/env"
)

// newAlphaBeta returns the agent as it was: alpha-beta to so many plies with
// iterative deepening and a table of 65,536 positions that answers at equal depth,
// and no more. A win is worth 1, and the sooner the better. The order in which
// equal moves of the root are tried, and so the choice among them, is drawn
// from rng.
func newAlphaBeta(depth int, rng *rand.Rand) (*alphaBeta, error) {
	if depth < 1 || depth > maxDepth {
		return nil, fmt.Errorf("old alpha-beta: depth %d, want 1 to %d", depth, maxDepth)
	}
	return &alphaBeta{depth: depth, rng: rng, table: make([]bound, tableSize)}, nil
}

const (
	maxDepth  = 64
	tableSize = 1 << 16 // a power of two

	won      = float32(1) // value of a win, less hurry for each ply it takes
	hurry    = float32(1.0 / 1024)
	infinite = float32(2)
	// glance keeps an estimate below every win that a search can reach.
	glance = 1 - maxDepth*hurry - hurry
)

type alphaBeta struct {
	depth int
	rng   *rand.Rand
	table []bound
	plies [maxDepth + 1]ply
	nodes int
	ctx   context.Context
	over  bool // ctx was seen to have ended: nothing more is searched
}

// ply is the workspace of one ply of the search.
type ply struct {
	state env.State
	legal []env.Action
}

// bound is what the table knows of a position: a value for its mover that is
// exact, or only at least or at most that.
type bound struct {
	key   uint64
	best  env.Action
	value float32
	depth int8
	kind  kind
}

type kind int8

const (
	unknown kind = iota
	exact
	atLeast
	atMost
)

// Act searches to its depth.
func (ab *alphaBeta) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return ab.actWithin(ctx, ctx, s)
}

// actWithin returns the choice of the deepest search that was finished before
// hurry ended; one ply is always searched.
func (ab *alphaBeta) actWithin(ctx, hurry context.Context, s env.State) (env.Decision, error) {
	ab.ctx, ab.nodes, ab.over = ctx, 0, false
	root := &ab.plies[0]
	root.state = s.Copy(root.state)
	root.legal = s.Legal(root.legal[:0])
	ab.rng.Shuffle(len(root.legal), func(i, j int) {
		root.legal[i], root.legal[j] = root.legal[j], root.legal[i]
	})
	d := env.Decision{Value: ab.searchRoot(1), Action: root.legal[0]}
	ab.ctx = hurry
	for depth := 2; depth <= ab.depth; depth++ {
		value := ab.searchRoot(depth)
		if hurry.Err() != nil {
			break
		}
		d.Value, d.Action = value, root.legal[0]
	}
	d.Simulations = ab.nodes
	return d, ctx.Err()
}

// searchRoot moves the best action of the root to the front.
func (ab *alphaBeta) searchRoot(depth int) float32 {
	root := &ab.plies[0]
	alpha := -infinite
	for i, a := range root.legal {
		if v := ab.child(0, a, depth, alpha, infinite); v > alpha {
			alpha = v
			copy(root.legal[1:i+1], root.legal[:i])
			root.legal[0] = a
		}
	}
	return alpha
}

// child plays a at ply i and returns its value for the mover at ply i.
func (ab *alphaBeta) child(i int, a env.Action, depth int, alpha, beta float32) float32 {
	here, next := &ab.plies[i], &ab.plies[i+1]
	next.state = here.state.Copy(next.state)
	next.state.Play(a)
	me := here.state.ToMove()
	if r := next.state.Result(); r != env.Ongoing {
		return r.For(me) * (won - float32(i+1)*hurry)
	}
	if next.state.ToMove() == me {
		return ab.search(i+1, depth-1, alpha, beta)
	}
	return -ab.search(i+1, depth-1, -beta, -alpha)
}

// search returns the value of ply i's unfinished position for its mover,
// looking depth plies further: fail-soft alpha-beta.
func (ab *alphaBeta) search(i, depth int, alpha, beta float32) float32 {
	here := &ab.plies[i]
	if ab.over {
		return 0
	}
	if ab.nodes++; ab.nodes%1024 == 0 && ab.ctx.Err() != nil {
		ab.over = true
		return 0
	}
	if depth <= 0 || i == maxDepth {
		return glance * env.Estimate(here.state, here.state.ToMove())
	}
	key := here.state.Key()
	slot := &ab.table[key&(tableSize-1)]
	known := *slot
	if known.kind == unknown || known.key != key {
		known = bound{best: -1}
	} else if v := fromTable(known.value, i); int(known.depth) == depth && known.decides(v, alpha, beta) {
		return v
	}

	here.legal = here.state.Legal(here.legal[:0])
	toFront(here.legal, known.best)
	best, choice, floor := -infinite, here.legal[0], alpha
	for _, a := range here.legal {
		if v := ab.child(i, a, depth, alpha, beta); v > best {
			best, choice = v, a
		}
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	if !ab.over {
		*slot = bound{key, choice, toTable(best, i), int8(depth), kindOf(best, floor, beta)}
	}
	return best
}

// decides tells whether a known value settles a search with this window.
func (b bound) decides(v, alpha, beta float32) bool {
	return b.kind == exact || b.kind == atLeast && v >= beta || b.kind == atMost && v <= alpha
}

func kindOf(v, alpha, beta float32) kind {
	switch {
	case v <= alpha:
		return atMost
	case v >= beta:
		return atLeast
	}
	return exact
}

// toTable turns a win counted from the root into one counted from ply i, and
// fromTable back: the same position may be met at several plies.
func toTable(v float32, i int) float32   { return shiftWin(v, float32(i)*hurry) }
func fromTable(v float32, i int) float32 { return shiftWin(v, -float32(i)*hurry) }

func shiftWin(v, by float32) float32 {
	switch {
	case v > glance:
		return v + by
	case v < -glance:
		return v - by
	}
	return v
}

// toFront moves a to the front and keeps the order of the others.
func toFront(actions []env.Action, a env.Action) {
	for i, b := range actions {
		if a == b {
			copy(actions[1:i+1], actions[:i])
			actions[0] = a
			return
		}
	}
}
