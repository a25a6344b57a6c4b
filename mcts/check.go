package mcts

import (
	"context"
	"fmt"
	"math"
)

// Check asks a fast evaluator and a reference the same questions. It gives the
// fast one's answers, and an error where they differ.
type Check struct {
	Fast, Reference Evaluator
	Tolerance       float64 // largest difference of a prior or a value
}

// Evaluate reports the first difference, in the order of leaves, value first.
func (c Check) Evaluate(ctx context.Context, leaves []Leaf) error {
	if err := c.Fast.Evaluate(ctx, leaves); err != nil {
		return fmt.Errorf("fast evaluator: %w", err)
	}
	want := make([]Leaf, len(leaves))
	for i, l := range leaves {
		want[i] = Leaf{State: l.State, Legal: l.Legal, Prior: make([]float32, len(l.Prior))}
	}
	if err := c.Reference.Evaluate(ctx, want); err != nil {
		return fmt.Errorf("reference evaluator: %w", err)
	}
	for i := range leaves {
		if err := c.compare(&leaves[i], &want[i]); err != nil {
			return fmt.Errorf("leaf %d of %d: %w\n%v", i, len(leaves), err, leaves[i].State)
		}
	}
	return nil
}

// compare returns the first difference between two answers.
func (c Check) compare(got, want *Leaf) error {
	if c.differ(got.Value, want.Value) {
		return fmt.Errorf("value is %v, the reference says %v", got.Value, want.Value)
	}
	if c.differ(got.Drawn, want.Drawn) {
		return fmt.Errorf("share of draws is %v, the reference says %v", got.Drawn, want.Drawn)
	}
	for i, a := range got.Legal {
		if c.differ(got.Prior[i], want.Prior[i]) {
			return fmt.Errorf("prior of %s is %v, the reference says %v", got.State.Format(a), got.Prior[i], want.Prior[i])
		}
	}
	return nil
}

// differ reports whether a and b are not within the tolerance; NaN never is.
func (c Check) differ(a, b float32) bool {
	return !(math.Abs(float64(a)-float64(b)) <= c.Tolerance)
}
