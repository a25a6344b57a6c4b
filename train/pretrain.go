package train

import (
	"context"
	"fmt"
	"math"

	"ludens/env/seed"
	"ludens/nn"
)

// pretrain learns from the lessons and saves the network as that of iteration 0. Its
// targets are the policies that the lessons name, and who won: no search has looked at
// them, so that no search's value is mixed in. Window and learner of the run know
// nothing of them but the weights.
func (r *Run) pretrain(ctx context.Context) error {
	c := r.Config
	c.SearchValue, c.Window = 0, math.MaxInt
	window := NewReplay(r.Game, c)
	window.Append(r.Lessons)
	if window.Positions() == 0 {
		return fmt.Errorf("train: no move to learn from in %d recorded games", len(r.Lessons))
	}
	steps := max(1, int(float64(c.Epochs)*float64(window.Positions())/float64(c.Optimiser.Batch)+0.5))
	report := func(int, int, nn.Loss) {}
	if t, ok := r.Events.(Taught); ok {
		report = t.Pretrain
	}
	if _, err := r.learn(ctx, window, seed.New(r.Seed).At("pretrain", 0), steps, report); err != nil {
		return err
	}
	r.untaught = false
	return r.start()
}
