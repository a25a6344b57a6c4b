// Package mcts searches a game for the best move of one position, guided by an
// [Evaluator] that guesses the worth of a position and of its moves.
//
// A [Tree] belongs to one goroutine and is deterministic: it asks for leaves to
// be evaluated and never evaluates them itself, so that one worker can drive
// many trees and evaluate all their leaves as one batch.
//
//	for !allDone(trees) {
//		batch = batch[:0]
//		for _, t := range trees {
//			batch = t.Gather(batch) // descends, appends the leaves reached
//		}
//		if err := Ask(ctx, evaluator, batch); err != nil {
//			return err
//		}
//		rest := batch
//		for _, t := range trees {
//			rest = t.Apply(rest) // takes its own leaves off the front
//		}
//	}
//
// [Search] is that loop for a single tree.
//
// The life of a tree is Reset, then for each move Begin, rounds of Gather and
// Apply until Done, a look at the results (Pick, Policy, Moves, Value, Line,
// Stats), and Advance by whatever was played.
//
// Its laws:
//
//   - The same calls with the same random generators and the same answers give
//     the same results, bit for bit, whatever shares the batch.
//   - Randomness is drawn in Begin and Pick only.
//   - No allocation once the buffers have grown to what a search needs.
//   - Values are kept from First's point of view inside the tree, and reported from
//     the point of view of the root's ToMove outside. Plies are never counted:
//     a player may move twice running.
//   - The search does not see the game's length limit (Spec.MaxPly).
package mcts

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"ludens/internal/machine"
)

// Search runs the search that Begin started until t is Done. When ctx ends or
// e fails it returns that error, and t holds what the simulations made so far
// have found: the search can be looked at, or resumed by another call.
func Search(ctx context.Context, t *Tree, e Evaluator) error {
	return driver{ctx, t, e, t.budget, nil}.run()
}

// driver is a call of Search, or a part of one.
type driver struct {
	ctx         context.Context
	tree        *Tree
	evaluator   Evaluator
	simulations int    // since Begin, after which it stops
	between     func() // is called between rounds; nil: nothing is
}

func (d driver) run() error {
	if len(d.tree.rounds) > 1 {
		return d.inTurns()
	}
	t := d.tree
	for !d.enough() {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		t.batch = t.Gather(t.batch[:0])
		if len(t.batch) > 0 {
			if err := Ask(d.ctx, d.evaluator, t.batch); err != nil {
				t.Cancel()
				return fmt.Errorf("mcts: evaluate: %w", err)
			}
			t.Apply(t.batch)
		}
		if d.between != nil {
			d.between()
		}
	}
	return nil
}

// enough reports whether no simulation is to be started any more.
func (d driver) enough() bool { return d.tree.decided() || d.tree.started >= d.simulations }

// turns is a search by several goroutines. The tree goes round among them in a fixed
// order: whose turn it is applies what he has had evaluated, gathers anew, hands the
// tree on, and evaluates while the others have their turns.
//
//	thread 0   tree evaluate......... tree evaluate......... tree
//	thread 1        tree evaluate......... tree evaluate.........
//
// So the tree needs no locks, what one thread does with it costs the others nothing,
// and no more leaves are in flight than are being evaluated. What is found depends
// on the number of threads, not on their speed.
type turns struct {
	driver
	tokens []chan struct{} // tokens[i]: the tree is with thread i
	err    error           // the first; belongs to whose turn it is
}

// inTurns is run with a goroutine for each of the tree's rounds. Thread 0 is the
// caller's.
func (d driver) inTurns() error {
	t := &turns{driver: d}
	for range d.tree.rounds {
		t.tokens = append(t.tokens, make(chan struct{}, 1))
	}
	t.tokens[0] <- struct{}{}
	var wait sync.WaitGroup
	for i := range d.tree.rounds[1:] {
		wait.Go(func() {
			ctx, leave := machine.Join(d.ctx)
			defer leave()
			t.thread(ctx, i+1)
		})
	}
	t.thread(d.ctx, 0)
	wait.Wait()
	d.tree.Cancel()
	return t.err
}

// thread takes its turns until nothing more is to be started. ctx is the thread's own.
func (t *turns) thread(ctx context.Context, i int) {
	var batch []Leaf
	var err error
	for more := true; more; {
		t.await(i)
		batch, more = t.turn(ctx, i, batch, err)
		t.tokens[(i+1)%len(t.tokens)] <- struct{}{}
		if len(batch) > 0 {
			err = Ask(ctx, t.evaluator, batch)
		}
	}
}

// spins is how often a thread looks for its turn before it sleeps: for about as long
// as an evaluation takes, some tens of microseconds. To be woken up takes as long.
const spins = 400

// await returns when it is the turn of thread i.
func (t *turns) await(i int) {
	for range spins {
		select {
		case <-t.tokens[i]:
			return
		default:
			runtime.Gosched()
		}
	}
	<-t.tokens[i]
}

// turn applies a batch whose evaluation returned err, and gathers the next one
// unless the search is over. After an error nothing is applied: rounds come home in
// the order in which they were sent off, or not at all.
func (t *turns) turn(ctx context.Context, i int, batch []Leaf, err error) (next []Leaf, more bool) {
	switch {
	case t.err != nil:
	case err != nil:
		t.err = fmt.Errorf("mcts: evaluate: %w", err)
	case ctx.Err() != nil:
		t.err = ctx.Err()
	case len(batch) > 0:
		t.tree.Apply(batch)
	}
	if i == 0 && t.between != nil && t.err == nil {
		t.between()
	}
	if t.err != nil || t.enough() {
		return nil, false
	}
	return t.tree.Gather(batch[:0]), true
}
