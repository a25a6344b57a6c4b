package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"ludens/env"
	"ludens/internal/seed"
	"ludens/mcts"
)

// Play plays cfg.Games games of g against itself and returns them in order.
// Game i depends on s and i alone: any number of workers plays the same games.
// seen, if not nil, is called with each game as it ends, one call at a time.
func Play(ctx context.Context, cfg Config, g env.Game, ev mcts.Evaluator, s seed.Seed, workers int, seen func(*Record)) ([]*Record, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := &table{cfg: cfg, game: g, seed: s, records: make([]*Record, cfg.Games), seen: seen}
	// Games are spread over the workers as evenly as lockstep allows.
	seats := min(cfg.Lockstep, (cfg.Games+workers-1)/workers)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			if err := t.drive(ctx, ev, seats); err != nil {
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

// drive plays games on so many seats, all their leaves in one batch, until
// there are no more games.
func (t *table) drive(ctx context.Context, ev mcts.Evaluator, seats int) error {
	var busy []*seat
	for range seats {
		if s := newSeat(t); s.sit() {
			busy = append(busy, s)
		}
	}
	var leaves []mcts.Leaf
	for len(busy) > 0 {
		leaves = leaves[:0]
		for _, s := range busy {
			leaves = s.tree.Gather(leaves)
		}
		if err := ev.Evaluate(ctx, leaves); err != nil {
			return err
		}
		rest := leaves
		still := busy[:0]
		for _, s := range busy {
			rest = s.tree.Apply(rest)
			if s.advance() {
				still = append(still, s)
			}
		}
		busy = still
	}
	return ctx.Err()
}

// seat is where one game after another is played.
type seat struct {
	table  *table
	tree   *mcts.Tree
	index  int // of the game
	record *Record
	rng    *rand.Rand   // of the game: noise and move choice
	weak   env.Player   // the side with a handicap
	errs   float64      // how often it moves at random; 0: never
	legal  []env.Action // scratch
	policy []float32    // scratch
}

func newSeat(t *table) *seat {
	return &seat{table: t, tree: mcts.NewTree(t.game, t.cfg.Search)}
}

// sit takes the next game, plays its opening and begins the first search. It
// returns false if there are no more games.
func (s *seat) sit() bool {
	t := s.table
	s.index = int(t.next.Add(1)) - 1
	if s.index >= t.cfg.Games {
		return false
	}
	own := t.seed.At("game", s.index)
	s.rng = own.Rand()
	s.record = &Record{Seed: own.At("start", 0).Uint64()}
	s.errs = 0
	if s.rng.Float64() < float64(t.cfg.Handicap) {
		s.weak, s.errs = env.Second, max(s.rng.Float64(), s.rng.Float64())
		if s.rng.Float64() < float64(t.cfg.HandicapFirst) {
			s.weak = env.First
		}
	}
	s.tree.Reset(s.opening())
	s.think()
	return true
}

// opening plays 0 to OpeningPlies random plies; one that ends the game is
// drawn again.
func (s *seat) opening() env.State {
	for {
		state := s.table.game.New(s.record.Seed)
		s.record.Plies = s.record.Plies[:0]
		var legal []env.Action
		for plies := s.rng.IntN(s.table.cfg.OpeningPlies + 1); len(s.record.Plies) < plies && state.Result() == env.Ongoing; {
			legal = state.Legal(legal[:0])
			a := legal[s.rng.IntN(len(legal))]
			s.record.Plies = append(s.record.Plies, Ply{Action: a})
			state.Play(a)
		}
		if state.Result() == env.Ongoing {
			return state
		}
	}
}

// advance plays moves while searches are done, and takes another game when
// this one is over. It returns false if there is none.
func (s *seat) advance() bool {
	for s.tree.Done() {
		if !s.over() {
			s.move()
			s.think()
			continue
		}
		s.table.finish(s.index, s.record)
		if !s.sit() {
			return false
		}
	}
	return true
}

// think plays the random moves of a handicap until it is time for a search,
// and begins it. A game that is over has nothing to search.
func (s *seat) think() {
	for !s.over() && s.errs > 0 && s.tree.Root().ToMove() == s.weak && s.rng.Float64() < s.errs {
		s.legal = s.tree.Root().Legal(s.legal[:0])
		a := s.legal[s.rng.IntN(len(s.legal))]
		s.record.Plies = append(s.record.Plies, Ply{Action: a})
		s.tree.Advance(a)
	}
	simulations := s.table.cfg.Search.Simulations
	if s.over() {
		simulations = 0
	}
	s.tree.Begin(simulations, s.rng)
}

// move plays the search's choice and notes what it learnt.
func (s *seat) move() {
	var temperature float64
	if len(s.record.Plies) < s.table.cfg.TemperaturePly {
		temperature = float64(s.table.cfg.Temperature)
	}
	ply := Ply{Value: s.tree.Value(), Action: s.tree.Pick(temperature, s.rng)}
	s.legal = s.tree.Root().Legal(s.legal[:0])
	s.policy = s.tree.Policy(s.policy[:0])
	for i, p := range s.policy {
		if p > 0 {
			ply.Policy = append(ply.Policy, Share{s.legal[i], p})
		}
	}
	s.record.Plies = append(s.record.Plies, ply)
	s.tree.Advance(ply.Action)
}

func (s *seat) over() bool {
	s.record.Result = s.tree.Root().Result()
	s.record.Truncated = s.record.Result == env.Ongoing && len(s.record.Plies) >= s.table.game.Spec().MaxPly
	return s.record.Result != env.Ongoing || s.record.Truncated
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
