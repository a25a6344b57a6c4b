package selfplay

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"ludens/env"
	"ludens/mcts"
)

// Sink takes a game of a plan that is over; game is its number in the iteration.
// It is called once for each game, one call at a time, in the order in which games
// end, which depends on speed. Its error ends the play.
type Sink func(game int, r *Record) error

// Collect returns a sink and the list that it fills: game p.First+i at index i.
func Collect(p Plan) ([]*Record, Sink) {
	games := make([]*Record, p.Games())
	return games, func(game int, r *Record) error {
		games[game-p.First] = r
		return nil
	}
}

// Numbers hands out games of a plan by their number in the iteration, each once;
// false: there is none now, but there may be later. Several goroutines call it at the
// same time, and it does not wait.
type Numbers func() (game int, ok bool)

// numbers are all games of a plan, in order.
func (p Plan) numbers() Numbers {
	var taken atomic.Int64
	return func() (int, bool) {
		game := p.First + int(taken.Add(1)) - 1
		return game, game < p.End
	}
}

// Some hands out these games, in order.
func Some(games []int) Numbers {
	var taken atomic.Int64
	return func() (int, bool) {
		i := int(taken.Add(1)) - 1
		if i >= len(games) {
			return 0, false
		}
		return games[i], true
	}
}

// Play plays the games of a plan and hands each to sink. They depend on the plan
// alone: any number of workers plays the same games.
func Play(ctx context.Context, p Plan, with Resources, workers int, sink Sink) error {
	return PlayNumbers(ctx, p, with, workers, p.numbers(), sink)
}

// PlayNumbers plays those games of a plan that next hands out, in any order. It
// returns when none is in play and next has no more.
func PlayNumbers(ctx context.Context, p Plan, with Resources, workers int, next Numbers, sink Sink) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	if err := p.Config.Fits(with.Game); err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	if err := with.holds(p); err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b := newBatch(ctx, p, with, next, sink)
	// Games are spread over the workers as evenly as lockstep allows.
	seats := min(p.Config.lockstep(), (p.Games()+workers-1)/workers)
	with = with.Cached(p.Config.Cache)
	evs := []mcts.Evaluator{with.Now, with.Past}
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			if err := b.drive(ctx, evs, seats); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// Cached returns resources whose evaluators have caches of that many positions each, in which
// those who play with them find each other's answers. An evaluator that has one keeps it.
func (r Resources) Cached(positions int) Resources {
	for _, ev := range []*mcts.Evaluator{&r.Now, &r.Past} {
		if _, has := (*ev).(*mcts.Cache); *ev != nil && !has && positions > 0 {
			*ev = mcts.NewCache(*ev, positions)
		}
	}
	return r
}

// batch is what the workers of one Play share.
type batch struct {
	ctx     context.Context // of the call
	plan    Plan
	cfg     Config // the plan's, without shares of what it does not name
	game    env.Game
	archive []*Record
	next    Numbers
	report  sync.Mutex
	sink    Sink
}

func newBatch(ctx context.Context, p Plan, with Resources, next Numbers, sink Sink) *batch {
	b := &batch{ctx: ctx, plan: p, cfg: p.Config, game: with.Game, next: next, sink: sink}
	if p.Past.Hash == "" {
		b.cfg.Past = 0
	}
	if p.Archive.Games > 0 {
		b.archive = with.Archive
	}
	return b
}

// drive plays games on that many seats until there are no more games. All the
// leaves that an evaluator is asked about go to it in one batch.
func (b *batch) drive(ctx context.Context, evs []mcts.Evaluator, seats int) error {
	var busy, idle []*seat
	for range seats {
		idle = append(idle, newSeat(b))
	}
	leaves, rest := make([][]mcts.Leaf, len(evs)), make([][]mcts.Leaf, len(evs))
	for {
		for len(idle) > 0 && idle[len(idle)-1].take() {
			busy, idle = append(busy, idle[len(idle)-1]), idle[:len(idle)-1]
		}
		if len(busy) == 0 {
			return nil
		}
		for i := range leaves {
			leaves[i] = leaves[i][:0]
		}
		for _, s := range busy {
			before := len(leaves[s.network])
			leaves[s.network] = s.tree().Gather(leaves[s.network])
			s.record.Evaluations += len(leaves[s.network]) - before
		}
		for i, ev := range evs {
			if rest[i] = leaves[i]; len(rest[i]) == 0 {
				continue
			}
			if err := mcts.Ask(ctx, ev, rest[i]); err != nil {
				return err
			}
		}
		still := busy[:0]
		for _, s := range busy {
			rest[s.network] = s.tree().Apply(rest[s.network])
			more, err := s.advance()
			if err != nil {
				return err
			}
			if more {
				still = append(still, s)
			} else {
				idle = append(idle, s)
			}
		}
		busy = still
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// finish hands a game over.
func (b *batch) finish(game int, r *Record) error {
	b.report.Lock()
	defer b.report.Unlock()
	return b.sink(game, r)
}
