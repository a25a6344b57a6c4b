// Package solve finds out what every position of a small game is worth, by
// retrograde analysis over a numbering of its positions ([env.Indexed]):
//
//	t, err := solve.Game(ctx, g, solve.Config{Workers: 2, Memory: 2 << 30}, nil)
//	w, err := t.Solve(ctx, g.New(0), true) // "won in 17"
//
// A position is won for a player who can force the end of the game in his
// favour. Who can force nothing draws, if need be by playing on for ever: what
// the rules make of a third occurrence of a position, and where they cut a game
// off, is left out. Where a repetition draws, positions without history are
// worth the same by the rules: the shortest way to a win meets no position
// twice, and who can avoid losing for ever can do so up to the third occurrence.
//
// Games of which positions are pairs of placements ([env.Paired]) are solved by
// whole rows of them, [Pairs], into a file that is looked into, [PairTable].
package solve

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"ludens/env"
)

// Config says what solving may use.
type Config struct {
	Workers int     // goroutines; the outcome does not depend on it
	Memory  uint64  // bytes, about
	Scratch Scratch // for what memory does not hold; nil: nothing may go there
}

// Progress is how far the work has got.
type Progress struct {
	Phase string // "counting moves", "drawing moves", "working back"
	Done  uint64 // positions
	Total uint64
}

// Errors of Game.
var (
	ErrUnnumbered = errors.New("its positions cannot be numbered")
	ErrTooLarge   = errors.New("too large")
)

// most is how many positions a table can have: their numbers have 32 bits.
const most = 1<<32 - 2

// What a position takes without its moves: a word, where the arrows into it
// begin, what it is worth, and the plies to zeroing, where there is a clock. Of
// its arrows each takes four bytes.
const (
	bytesEach    = 4 + 4 + 2
	bytesZeroing = 1
	bytesArrow   = 4
)

// bytesWithout returns what all positions take without their moves.
func bytesWithout(positions env.Numbering) uint64 {
	if _, ok := clockOf(positions); ok {
		return (bytesEach + bytesZeroing) * positions.Len()
	}
	return bytesEach * positions.Len()
}

// clockOf returns the clock of a game, if it has one.
func clockOf(positions env.Numbering) (env.Clocked, bool) {
	clock, ok := positions.(env.Clocked)
	return clock, ok && clock.Limit() > 0
}

// Game solves all positions of a game. seen, if not nil, is called now and
// then, one call at a time. Nothing is kept of a work that ctx has ended.
func Game(ctx context.Context, g env.Game, cfg Config, seen func(Progress)) (*Table, error) {
	positions, err := Number(g)
	if err == nil {
		err = cfg.fits(positions)
	}
	if err != nil {
		return nil, fmt.Errorf("solve: %s: %w", g.Spec().Name, err)
	}
	if seen == nil {
		seen = func(Progress) {}
	}
	s := &solver{Config: cfg, game: g, positions: positions, seen: seen}
	if err := s.run(ctx); err != nil {
		return nil, fmt.Errorf("solve: %s: %w", g.Spec().Name, err)
	}
	return s.table, nil
}

// Number returns the numbering of a game.
func Number(g env.Game) (env.Numbering, error) {
	indexed, ok := env.As[env.Indexed](g)
	if !ok {
		return nil, ErrUnnumbered
	}
	positions, err := indexed.Numbering()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnnumbered, err)
	}
	return positions, nil
}

// fits returns an error if there is no room for the positions.
func (c Config) fits(positions env.Numbering) error {
	const spare = 16 << 20 // for arrows, at least
	n, least := positions.Len(), bytesWithout(positions)+spare
	switch {
	case c.Workers < 1:
		return fmt.Errorf("workers = %d, want at least 1", c.Workers)
	case n > most:
		return fmt.Errorf("%w: %d positions, and no more than %d can be solved", ErrTooLarge, n, uint64(most))
	case c.Memory < least:
		return fmt.Errorf("%w for %d MiB of memory: %d positions need at least %d MiB, and best as much again", ErrTooLarge, c.Memory>>20, n, least>>20+1)
	}
	return nil
}

// solver is the work in hand.
type solver struct {
	Config
	game      env.Game
	positions env.Numbering
	seen      func(Progress)
	words     []word
	trail     *trail
	arrows    *arrows
	table     *Table
	bytes     uint64 // the most that was held at a time
}

func (s *solver) run(ctx context.Context) error {
	if err := s.count(ctx); err != nil {
		return err
	}
	if err := s.draw(ctx); err != nil {
		return err
	}
	if err := s.workBack(ctx, "working back", deepest, nil); err != nil {
		return err
	}
	s.table = newTable(s.game, s.positions, s.words)
	s.table.bytes = s.bytes
	if clock, ok := clockOf(s.positions); ok {
		return s.countZeroing(ctx, clock)
	}
	return nil
}

// count looks at the moves of all positions: it settles what ends at once and
// counts the arrows.
func (s *solver) count(ctx context.Context) error {
	n := s.positions.Len()
	s.words = make([]word, n)
	into := make([]uint32, n+1)
	s.trail = newTrail(n, s.room()/2)
	err := s.visit(ctx, "counting moves", func(i uint64, w *walker, k kind) error {
		var err error
		s.words[i], err = firstWord(w, k)
		for _, to := range w.arrows() {
			atomic.AddUint32(&into[to], 1)
		}
		s.trail.add(i, w.arrows())
		return err
	})
	if err == nil {
		s.arrows, err = newArrows(into)
	}
	return err
}

// room returns how many moves memory holds.
func (s *solver) room() uint64 { return (s.Memory - bytesWithout(s.positions)) / bytesArrow }

// draw draws the arrows, along the trail if it is complete.
func (s *solver) draw(ctx context.Context) error {
	trail := s.trail
	if s.trail = nil; trail.complete() {
		return s.drawAlong(ctx, trail)
	}
	sections := s.arrows.sections(s.room())
	if len(sections) > 1 {
		if s.arrows.scratch = s.Scratch; s.Scratch == nil {
			return fmt.Errorf("%w for %d MiB of memory: %d moves need %d MiB more", ErrTooLarge, s.Memory>>20, s.arrows.total(), uint64(s.arrows.total())*bytesArrow>>20)
		}
	}
	for i, now := range sections {
		s.bytes = max(s.bytes, bytesWithout(s.positions)+bytesArrow*uint64(now.size))
		if err := s.drawSection(ctx, now, fmt.Sprintf("drawing moves, part %d of %d", i+1, len(sections))); err != nil {
			return err
		}
	}
	if s.arrows.scratch != nil {
		s.arrows.from = nil
	}
	return nil
}

func (s *solver) drawAlong(ctx context.Context, t *trail) error {
	all := s.arrows.sections(uint64(s.arrows.total()))[0]
	s.arrows.open(all)
	n := s.positions.Len()
	s.bytes = bytesWithout(s.positions) + bytesArrow*(2*uint64(all.size)+n)
	return spread(ctx, s.Workers, uint64(len(t.chunks)), 1, func(done uint64) {
		s.seen(Progress{"drawing moves", min(n, done*chunk), n})
	}, func(_ int, at, _ uint64) error {
		t.take(at, func(i uint64, to []uint32) {
			for _, next := range to {
				s.arrows.draw(uint32(i), next)
			}
		})
		return nil
	})
}

func (s *solver) drawSection(ctx context.Context, now section, phase string) error {
	s.arrows.open(now)
	low, high := uint32(now.low), uint32(now.high)
	err := s.visit(ctx, phase, func(i uint64, w *walker, _ kind) error {
		for _, to := range w.arrows() {
			if low <= to && to < high {
				s.arrows.draw(uint32(i), to)
			}
		}
		return nil
	})
	if err == nil && s.arrows.scratch != nil {
		err = s.arrows.spill()
	}
	return err
}

// visit has all positions walked from.
func (s *solver) visit(ctx context.Context, phase string, see func(i uint64, w *walker, k kind) error) error {
	walkers := make([]walker, s.Workers)
	for i := range walkers {
		walkers[i].positions = s.positions
	}
	n := s.positions.Len()
	return spread(ctx, s.Workers, n, chunk, func(done uint64) { s.seen(Progress{phase, done, n}) }, func(worker int, low, high uint64) error {
		w := &walkers[worker]
		for i := low; i < high; i++ {
			k, err := w.visit(i)
			if err == nil {
				err = see(i, w, k)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Moves returns what each legal move of an unfinished position is worth to its
// mover, in the order of Legal. A move that wins at once is "won in 1".
func Moves(ctx context.Context, solver env.Solver, s env.State, plies bool) ([]env.Worth, error) {
	var all []env.Worth
	var next env.State
	for _, a := range s.Legal(nil) {
		next = s.Copy(next)
		next.Play(a)
		w, err := after(ctx, solver, s.ToMove(), next, plies)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// after returns what a move of p that led to next is worth to him.
func after(ctx context.Context, solver env.Solver, p env.Player, next env.State, plies bool) (w env.Worth, err error) {
	if r := next.Result(); r != env.Ongoing {
		w = env.WorthOf(r, p).Before(true)
	} else if w, err = solver.Solve(ctx, next, plies); err != nil {
		return w, err
	} else {
		w = w.Before(next.ToMove() == p)
	}
	if !plies {
		w.Plies = 0
	}
	return w, nil
}

// Best returns the best of some worths: what the position before is worth.
func Best(moves []env.Worth) env.Worth {
	best := moves[0]
	for _, w := range moves {
		if best.Less(w) {
			best = w
		}
	}
	return best
}
