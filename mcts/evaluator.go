package mcts

import (
	"context"

	"ludens/env"
)

// Evaluator guesses how good positions and their moves are. It is safe for
// concurrent use, and one leaf's answer never depends on its neighbours.
type Evaluator interface {
	// Evaluate fills Prior and Value of every leaf, or returns an error and
	// leaves them in no particular state. Who drives a tree calls it through Ask.
	Evaluate(ctx context.Context, leaves []Leaf) error
}

// Leaf is a question about one unfinished position, with room for the answer.
type Leaf struct {
	State env.State    // in: not changed, not kept
	Legal []env.Action // in: in increasing order, never empty
	Prior []float32    // out: len(Legal), sums to 1, in the order of Legal
	Value float32      // out: expected result for State.ToMove(), in [-1, 1]
	Drawn float32      // out: share of draws in Value, in [0, 1]; 0 where it is not known
}
