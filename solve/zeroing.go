package solve

import (
	"context"
	"errors"
	"fmt"

	"ludens/env"
)

// zeroed says, for a position that is won or lost, in how many plies the winner
// can end the game or force a zeroing move that leaves it won, again and again
// (the distance to zeroing of chess tables, DTZ). 0 stands for never: the clock
// makes a draw of it.
type zeroed uint8

// Zeroing is what the clock of a game makes of a position that is won or lost by
// force if the clock is left aside.
type Zeroing struct {
	Plies int // until the clock starts again or the game ends; 0: a draw even with a fresh clock
	Left  int // plies until the clock makes a draw of the game
}

// InTime reports whether the win can be had before the clock makes a draw of it.
func (z Zeroing) InTime() bool { return 0 < z.Plies && z.Plies <= z.Left }

// String returns "9 plies to zeroing, 12 left".
func (z Zeroing) String() string {
	if z.Plies == 0 {
		return fmt.Sprintf("more plies to zeroing than the clock ever has, %d left", z.Left)
	}
	return fmt.Sprintf("%d plies to zeroing, %d left", z.Plies, z.Left)
}

// Zeroing says how a won or lost position stands against the clock. ok is false
// if the position is drawn, or its game has no clock.
func (t *Table) Zeroing(s env.State) (z Zeroing, ok bool) {
	ticking, _ := s.(env.Ticking)
	i, numbered := t.positions.Of(s)
	if t.zeroing == nil || ticking == nil || !numbered || !t.worths[i].decided() {
		return Zeroing{}, false
	}
	left, ok := ticking.Left()
	return Zeroing{int(t.zeroing[i]), left}, ok
}

// maxLimit is the longest clock that a table has room for.
const maxLimit = 1<<8 - 2

var errLimit = errors.New("the clock is longer than 254 plies")

// countZeroing finds the distances to zeroing. It works back as for the ends of
// the game, with the zeroing moves into won and lost positions for ends. Whether
// these stand against the clock themselves is not known before: at first all are
// thought to, and then it starts anew without those that do not, until none is
// left.
func (s *solver) countZeroing(ctx context.Context, clock env.Clocked) error {
	if clock.Limit() > maxLimit {
		return errLimit
	}
	s.table.zeroing = make([]zeroed, len(s.words))
	for i, v := range s.table.worths {
		if v.decided() {
			s.table.zeroing[i] = 1
		}
	}
	for drawn, before := 0, -1; drawn != before; {
		if err := s.zero(ctx, clock); err != nil {
			return err
		}
		before, drawn = drawn, s.keepZeroing()
	}
	return nil
}

// zero settles the words by the distance to zeroing.
func (s *solver) zero(ctx context.Context, clock env.Clocked) error {
	if err := s.forget(ctx); err != nil {
		return err
	}
	n := uint64(len(s.words))
	zeroing := func(from, to uint32) bool { return clock.Stage(uint64(from)) != clock.Stage(uint64(to)) }
	err := spread(ctx, s.Workers, n, chunk, nil, func(_ int, low, high uint64) error {
		q := quiver{arrows: s.arrows}
		for i := low; i < high; i++ {
			if s.table.zeroing[i] == 0 {
				continue
			}
			if err := s.passOn(&q, i, s.table.worths[i] > 0, 0, zeroing); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	quiet := func(from, to uint32) bool { return !zeroing(from, to) }
	return s.workBack(ctx, "counting to zeroing", worth(clock.Limit()-1), quiet)
}

// forget sets the words back to where only the ends of the game are known. A
// position that is not lost has a move that never loses.
func (s *solver) forget(ctx context.Context) error {
	for i := range s.words {
		w := s.words[i] &^ (worthMask | movesMask)
		switch v := s.table.worths[i]; {
		case v == 1 || v == -1:
			w |= v.word()
		case !v.decided() || v > 0:
			w |= movesMask
		}
		s.words[i] = w
	}
	return spread(ctx, s.Workers, uint64(len(s.words)), chunk, nil, func(_ int, low, high uint64) error {
		q := quiver{arrows: s.arrows}
		for i := low; i < high; i++ {
			before, err := q.into(int(i))
			if err != nil {
				return err
			}
			for _, b := range before {
				if s.table.worths[b] < 0 {
					s.addMove(uint64(b))
				}
			}
		}
		return nil
	})
}

// keepZeroing keeps what the words say, and returns how many won and lost
// positions the clock makes draws.
func (s *solver) keepZeroing() (drawn int) {
	for i, v := range s.table.worths {
		if !v.decided() {
			continue
		}
		w := s.words[i].worth()
		s.table.zeroing[i] = zeroed(max(w, -w))
		if w == 0 {
			drawn++
		}
	}
	return drawn
}
