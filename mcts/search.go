package mcts

import (
	"context"
	"fmt"
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
