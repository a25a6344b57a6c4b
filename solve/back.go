package solve

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"ludens/env"
)

// word is what is known of a position while the work goes on:
//
//	bits 16 to 31  what it is worth, as in a Table; 0: not known yet
//	bits 13 and 14 kind
//	bit  12        Second is to move
//	bits 0 to 11   moves that are not known to lose
//
// Goroutines change words by atomic operations only.
type word uint32

const (
	worthShift = 16
	kindShift  = 13
	secondBit  = 1 << 12
	movesMask  = secondBit - 1
	worthMask  = 0xffff << worthShift
)

func (w word) kind() kind { return kind(w >> kindShift & 3) }

func (w word) worth() worth { return worth(int32(w) >> worthShift) }

// mover returns 0 or 1.
func (w word) mover() word { return w & secondBit }

func (v worth) word() word { return word(uint32(v) << worthShift) }

// firstWord returns what a walker has found out about a position.
func firstWord(w *walker, k kind) (word, error) {
	this := word(k) << kindShift
	if k != open {
		return this, nil
	}
	if w.mover == env.Second {
		this |= secondBit
	}
	moves := len(w.to)
	if w.draws {
		moves++ // one that never loses
	}
	if moves > movesMask {
		return 0, fmt.Errorf("a position with %d moves, and no more than %d can be counted", moves, movesMask)
	}
	switch {
	case w.wins:
		this |= worth(1).word()
	case moves == 0:
		this |= worth(-1).word()
	}
	return this | word(moves), nil
}

var errDepth = errors.New("a win takes more than 32766 plies")

// workBack settles all positions that can be won or lost, level by level: level
// n are the positions that are n plies from the end. A position is won at n+1 if
// a move leads to level n that is good for its mover. It is lost at n+1 if the
// last of its moves that was not known to lose leads to level n. counts says
// which moves are looked at; it ends after the level last.
//
// The first goroutine to see that settles the word. Since levels do not mix, it does
// not matter which it is.
func (s *solver) workBack(ctx context.Context, phase string, last worth, counts func(from, to uint32) bool) error {
	var settled, alive atomic.Uint64
	for level := worth(1); level <= last; level++ {
		before := settled.Load()
		err := spread(ctx, s.Workers, uint64(len(s.words)), chunk, nil, func(_ int, low, high uint64) error {
			q := quiver{arrows: s.arrows}
			for i := low; i < high; i++ {
				w := s.load(i)
				if level == 1 && w.kind() == open {
					alive.Add(1)
				}
				if v := w.worth(); v == level || v == -level {
					settled.Add(1)
					if err := s.passOn(&q, i, v > 0, level, counts); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		s.seen(Progress{phase, settled.Load(), alive.Load()})
		if settled.Load() == before {
			return nil
		}
	}
	if last == deepest {
		return errDepth
	}
	return nil
}

func (s *solver) addMove(i uint64) { atomic.AddUint32((*uint32)(&s.words[i]), 1) }

func (s *solver) load(i uint64) word { return word(atomic.LoadUint32((*uint32)(&s.words[i]))) }

// passOn marks in the positions before i that i is won or lost for its mover, level
// plies from the end.
func (s *solver) passOn(q *quiver, i uint64, won bool, level worth, counts func(from, to uint32) bool) error {
	before, err := q.into(int(i))
	if err != nil {
		return err
	}
	mover := s.load(i).mover()
	for _, b := range before {
		if counts == nil || counts(b, uint32(i)) {
			s.learn((*uint32)(&s.words[b]), won, mover, level)
		}
	}
	return nil
}

// learn settles the word of a position, if a move to one that is won or lost for
// mover does so.
func (s *solver) learn(address *uint32, won bool, mover word, level worth) {
	w := word(atomic.LoadUint32(address))
	if w.worth() != 0 {
		return
	}
	if won == (w.mover() == mover) {
		for w.worth() == 0 && !atomic.CompareAndSwapUint32(address, uint32(w), uint32(w|(level+1).word())) {
			w = word(atomic.LoadUint32(address))
		}
		return
	}
	w = word(atomic.AddUint32(address, ^uint32(0)))
	if w.worth() == 0 && w&movesMask == 0 {
		atomic.AddUint32(address, uint32((-level - 1).word()))
	}
}
