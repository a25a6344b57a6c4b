package tune

import (
	"context"
	"fmt"
	"sync"

	"ludens/env"
	"ludens/env/seed"
	"ludens/eval"
	"ludens/selfplay"
)

// Games plays the games of a round from game number done on, on workers goroutines, and
// hands them to keep in order.
func Games(ctx context.Context, g env.Game, f *eval.Features, c Config, w *eval.Weights, round, done, workers int, keep func(*selfplay.Record) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type played struct {
		*selfplay.Record
		err error
	}
	// A goroutine plays each workers-th game; they are collected in turn.
	results := make([]chan played, workers)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for k := range workers {
		results[k] = make(chan played, 8)
		all.Go(func() {
			for i := done + k; i < c.Games; i += workers {
				r, err := Play(ctx, g, f, c, w, round, i)
				select {
				case results[k] <- played{r, err}:
				case <-ctx.Done():
					return
				}
				if err != nil {
					return
				}
			}
		})
	}
	for i := done; i < c.Games; i++ {
		select {
		case p := <-results[(i-done)%workers]:
			if p.err != nil {
				return p.err
			}
			if err := keep(p.Record); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// One game of heldOut is not learned from: the loss on these games is reported.
const heldOut = 20

// Lessons are the positions of games: to learn from, and held out.
type Lessons struct{ Train, Held eval.Samples }

// Add adds the games of a round.
func (l *Lessons) Add(g env.Game, f *eval.Features, c Config, round int, games []*selfplay.Record) error {
	lessons := make([]lesson, len(games))
	for i, r := range games {
		var err error
		if lessons[i], err = newLesson(g, r); err != nil {
			return fmt.Errorf("round %d, game %d: %w", round, i+1, err)
		}
	}
	mix, scale := c.SearchValue, scale(lessons)
	if round == 1 {
		mix /= 2
	}
	if scale == 0 {
		mix = 0
	}
	for i, game := range lessons {
		to := &l.Train
		if i%heldOut == heldOut-1 {
			to = &l.Held
		}
		if err := game.samples(g, f, mix, scale, to); err != nil {
			return fmt.Errorf("round %d, game %d: %w", round, i+1, err)
		}
	}
	return nil
}

// Fit returns the weights of a round, learned from those of the round before, nil for the
// first; and the mean cross entropy of what was held out, in nats, before and after.
func (l *Lessons) Fit(g env.Game, f *eval.Features, c Config, w *eval.Weights, round int) (next *eval.Weights, before, after float64, err error) {
	from := make([]eval.Pair, f.Count())
	if w != nil {
		from = w.Floats()
	}
	pairs, err := eval.Fit(&l.Train, from, f.Worths(), eval.FitConfig{}, seed.New(c.Seed).At("fit", round))
	if err != nil {
		return nil, 0, 0, err
	}
	return eval.NewWeights(g, f, pairs, round), eval.Loss(&l.Held, from), eval.Loss(&l.Held, pairs), nil
}
