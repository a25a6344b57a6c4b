package mcts

import (
	"context"
	"fmt"
)

// Search runs the search that Begin started until t is Done. When ctx ends or
// e fails it returns that error, and t holds what the simulations made so far
// have found: the search can be looked at, or resumed by another call.
func Search(ctx context.Context, t *Tree, e Evaluator) error {
	return searchTo(ctx, t, e, t.budget)
}

// searchTo is Search that stops after so many simulations since Begin.
func searchTo(ctx context.Context, t *Tree, e Evaluator, simulations int) error {
	for !t.Done() && t.started < simulations {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.batch = t.Gather(t.batch[:0])
		if len(t.batch) == 0 {
			continue
		}
		if err := e.Evaluate(ctx, t.batch); err != nil {
			t.Cancel()
			return fmt.Errorf("mcts: evaluate: %w", err)
		}
		t.Apply(t.batch)
	}
	return nil
}
