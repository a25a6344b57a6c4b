package eval

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
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
		if err := game.samples(g, f, mix, c.Lambda, scale, to); err != nil {
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
		copy(from, w.Floats())
	}
	pairs, err := Fit(&l.train, from, f.Worths(), FitConfig{Near: c.Near, Decay: c.Decay / float64(max(1, l.train.Len()))}, seed.New(c.Seed).At("fit", round))
	if err != nil {
		return nil, 0, 0, err
	}
	return NewWeights(g, f, pairs, round), Loss(&l.held, from), Loss(&l.held, pairs), nil
}

// RoundConfig says how a round is played and learned from.
type RoundConfig struct {
	Seed uint64 `toml:"-"`
	// Games of a round; 2000.
	Games int `toml:"games"`
	// Nodes is the search budget per move, in positions; 300.
	Nodes int `toml:"nodes"`
	// SearchValue is the weight of the search's value in what is learned, beside that of
	// the game's result; 1. In a first round that plays by the score it is half of
	// that.
	SearchValue float64 `toml:"search_value"`
	// Lambda is the weight of what the search finds later in the game, ply by ply, in the
	// search's value that is learned: (1-Lambda) of the position's own value, and Lambda of
	// what is learned of the next one (TD(lambda): Sutton 1988). 0: its own value alone.
	Lambda float64 `toml:"lambda,omitempty"`
	// Window is of how many rounds, at most, games are learned from; 3.
	Window int `toml:"window"`
	// Near has the weights of a round decay towards those of the round before, not towards
	// 0: a strong evaluation then changes only where the games say so.
	Near bool `toml:"near,omitempty"`
	// Decay is the weight, over the positions, of the squares of what features add; 0: 200.
	// The more a target says of its position, the less it takes: see SearchValue.
	Decay float64 `toml:"decay,omitempty"`
	// Begun reports whether there is an evaluation before the first round.
	Begun bool `toml:"-"`
}

const maxDecay = 1e6

// Validate says in one line what is wrong with c, or returns nil.
func (c RoundConfig) Validate() error {
	for _, x := range []struct {
		name    string
		n, most int
	}{{"games", c.Games, 1_000_000}, {"nodes", c.Nodes, 1 << 30}, {"window", c.Window, 100}} {
		if x.n < 1 || x.n > x.most {
			return fmt.Errorf("%s = %d, want 1 to %d", x.name, x.n, x.most)
		}
	}
	if !(c.SearchValue >= 0 && c.SearchValue <= 1) {
		return fmt.Errorf("search_value = %v, want 0 to 1", c.SearchValue)
	}
	if !(c.Lambda >= 0 && c.Lambda < 1) {
		return fmt.Errorf("lambda = %v, want 0 to less than 1", c.Lambda)
	}
	if !(c.Decay >= 0 && c.Decay <= maxDecay) {
		return fmt.Errorf("decay = %v, want 0 to %v", c.Decay, float64(maxDecay))
	}
	return nil
}

// How games begin and end. They are constants of the method, the same for all games.
const (
	openingPlies = 10   // a game begins with 0 to 9 random plies
	oddStarts    = 5    // every fifth game, on average, begins from odds and the like (env.Startable)
	mostPlies    = 300  // of a game
	farAhead     = 5    // logits: a player this far ahead
	farPlies     = 6    // for this many plies has won
	mostLogit    = 10.0 // of a value that is learned from
)

// begin draws a start, usually the game's own after some random plies, and begins the
// record of a game from it.
func begin(g env.Game, rng *rand.Rand) (env.State, *selfplay.Record) {
	if x, ok := env.As[env.Startable](g); ok && rng.IntN(oddStarts) == 0 {
		kinds := x.Starts()
		kind, level := kinds[rng.IntN(len(kinds))], rng.Float64()
		s := x.Start(kind, level, rng)
		noted := max(float32(level), math.SmallestNonzeroFloat32)
		return s, &selfplay.Record{Start: selfplay.Start{Kind: kind, Level: noted, Position: x.Position(s)}}
	}
	for {
		r := &selfplay.Record{Seed: rng.Uint64()}
		s := g.New(r.Seed)
		for range rng.IntN(openingPlies) {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			a := legal[rng.IntN(len(legal))]
			r.Plies = append(r.Plies, selfplay.Ply{Action: a})
			s.Play(a)
		}
		if s.Result() == env.Ongoing {
			return s, r
		}
	}
}
