package selfplay

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"ludens/env"
	"ludens/internal/seed"
	"ludens/mcts"
)

// Minds are the evaluators that play.
type Minds struct {
	Now  mcts.Evaluator // the network that learns
	Past mcts.Evaluator // an earlier one; nil if there is none
}

// cached returns the evaluators behind caches of so many positions each.
func (m Minds) cached(positions int) (evs []mcts.Evaluator) {
	for _, ev := range []mcts.Evaluator{m.Now, m.Past} {
		if ev != nil && positions > 0 {
			ev = mcts.NewCache(ev, positions)
		}
		evs = append(evs, ev)
	}
	return evs
}

// Play plays cfg.Games games of g against itself and returns them in order.
// Game i depends on s and i alone: any number of workers plays the same games.
// seen, if not nil, is called with each game as it ends, one call at a time.
func Play(ctx context.Context, cfg Config, g env.Game, minds Minds, s seed.Seed, workers int, seen func(*Record)) ([]*Record, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	if err := cfg.Fits(g); err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	if minds.Past == nil {
		cfg.Past = 0
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := &table{cfg: cfg, game: g, seed: s, records: make([]*Record, cfg.Games), seen: seen}
	// Games are spread over the workers as evenly as lockstep allows.
	seats := min(cfg.Lockstep, (cfg.Games+workers-1)/workers)
	evs := minds.cached(cfg.Cache)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			if err := t.drive(ctx, evs, seats); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	return t.records, context.Cause(ctx)
}

// table is what the workers of one Play share.
type table struct {
	cfg     Config
	game    env.Game
	seed    seed.Seed
	next    atomic.Int64 // the first game that nobody plays yet
	records []*Record
	report  sync.Mutex
	seen    func(*Record)
}

// drive plays games on so many seats until there are no more games. All the
// leaves that an evaluator is asked about go to it in one batch.
func (t *table) drive(ctx context.Context, evs []mcts.Evaluator, seats int) error {
	var busy []*seat
	for range seats {
		if s := newSeat(t); s.sit() {
			busy = append(busy, s)
		}
	}
	leaves, rest := make([][]mcts.Leaf, len(evs)), make([][]mcts.Leaf, len(evs))
	for len(busy) > 0 {
		for i := range leaves {
			leaves[i] = leaves[i][:0]
		}
		for _, s := range busy {
			before := len(leaves[s.mind])
			leaves[s.mind] = s.tree().Gather(leaves[s.mind])
			s.record.Evaluations += len(leaves[s.mind]) - before
		}
		for i, ev := range evs {
			if rest[i] = leaves[i]; len(rest[i]) == 0 {
				continue
			}
			if err := ev.Evaluate(ctx, rest[i]); err != nil {
				return err
			}
		}
		still := busy[:0]
		for _, s := range busy {
			rest[s.mind] = s.tree().Apply(rest[s.mind])
			if s.advance() {
				still = append(still, s)
			}
		}
		busy = still
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// finish puts a record at its index.
func (t *table) finish(index int, r *Record) {
	t.records[index] = r
	if t.seen != nil {
		t.report.Lock()
		defer t.report.Unlock()
		t.seen(r)
	}
}
