package eval

import (
	"context"
	"fmt"
	"sync"

	"ludens/env"
	"ludens/env/seed"
	"ludens/selfplay"
)

// Learned is what a round came to.
type Learned struct {
	Games   []*selfplay.Record
	Weights *Weights
	// Positions that were learned from, and those of them that were held out; and the mean
	// cross entropy of these, in nats, by the weights of the round before and by Weights.
	Positions, Held int
	Before, After   float64
}

// Round plays the games of a round with the weights w of the round before, nil for the
// first, and learns the next from them and from those of the rounds before that the window
// holds, which earlier returns. played is called after each game, in order.
func Round(ctx context.Context, g env.Game, f *Features, c RoundConfig, w *Weights, round, workers int,
	played func(*selfplay.Record), earlier func(round int) ([]*selfplay.Record, error)) (l Learned, err error) {
	if l.Games, err = playAll(ctx, c.Games, workers, func(ctx context.Context, i int) (*selfplay.Record, error) {
		return Play(ctx, g, f, c, w, round, i)
	}, played); err != nil {
		return l, err
	}
	var all lessons
	for from := max(1, round-c.Window+1); from <= round; from++ {
		games := l.Games
		if from < round {
			if games, err = earlier(from); err != nil {
				return l, err
			}
		}
		if err := all.add(g, f, c, from, games); err != nil {
			return l, err
		}
	}
	l.Positions, l.Held = all.train.Len()+all.held.Len(), all.held.Len()
	l.Weights, l.Before, l.After, err = all.fit(g, f, c, w, round)
	return l, err
}

// playAll plays n games on workers goroutines, and calls played with each in order.
func playAll(ctx context.Context, n, workers int, play func(ctx context.Context, i int) (*selfplay.Record, error), played func(*selfplay.Record)) (games []*selfplay.Record, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type result struct {
		*selfplay.Record
		err error
	}
	// A goroutine plays each workers-th game; they are collected in turn.
	results := make([]chan result, workers)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for k := range workers {
		results[k] = make(chan result, 8)
		all.Go(func() {
			for i := k; i < n; i += workers {
				r, err := play(ctx, i)
				select {
				case results[k] <- result{r, err}:
				case <-ctx.Done():
					return
				}
				if err != nil {
					return
				}
			}
		})
	}
	for i := range n {
		select {
		case r := <-results[i%workers]:
			if r.err != nil {
				return nil, r.err
			}
			games = append(games, r.Record)
			played(r.Record)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return games, nil
}

// One game of heldOut is not learned from: the loss on these games is reported.
const heldOut = 20

// lessons are the positions of games: to learn from, and held out.
type lessons struct{ train, held Samples }

// add adds the games of a round.
func (l *lessons) add(g env.Game, f *Features, c RoundConfig, round int, games []*selfplay.Record) error {
	all := make([]lesson, len(games))
	for i, r := range games {
		var err error
		if all[i], err = newLesson(g, r); err != nil {
			return fmt.Errorf("round %d, game %d: %w", round, i+1, err)
		}
	}
	mix, scale := c.SearchValue, scale(all)
	if round == 1 && !c.Begun {
		mix /= 2
	}
	if scale == 0 {
		mix = 0
	}
	for i, game := range all {
		to := &l.train
		if i%heldOut == heldOut-1 {
			to = &l.held
		}
		if err := game.samples(g, f, mix, scale, to); err != nil {
			return fmt.Errorf("round %d, game %d: %w", round, i+1, err)
		}
	}
	return nil
}

// fit returns the weights of a round, learned from those of the round before, and the loss on
// what was held out before and after.
func (l *lessons) fit(g env.Game, f *Features, c RoundConfig, w *Weights, round int) (next *Weights, before, after float64, err error) {
	from := make([]Pair, f.Count())
	if w != nil {
		from = w.Floats()
	}
	pairs, err := Fit(&l.train, from, f.Worths(), FitConfig{Near: c.Near}, seed.New(c.Seed).At("fit", round))
	if err != nil {
		return nil, 0, 0, err
	}
	return NewWeights(g, f, pairs, round), Loss(&l.held, from), Loss(&l.held, pairs), nil
}
