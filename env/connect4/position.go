package connect4

import (
	"math/bits"

	"ludens/env"
)

// position is a position of Connect Four. It has no history but the last move,
// which is for drawing only.
type position struct {
	stones [2]board // of First and of Second
	mover  env.Player
	result env.Result
	last   int8 // bit of the last move, -1 before the first
}

// taken returns the cells with a stone.
func (s *position) taken() board { return s.stones[0] | s.stones[1] }

func (s *position) ToMove() env.Player { return s.mover }

func (s *position) Result() env.Result { return s.result }

func (s *position) Legal(dst []env.Action) []env.Action {
	if s.result != env.Ongoing {
		return dst
	}
	taken := s.taken()
	for col := range cols {
		if taken&column(col) != column(col) {
			dst = append(dst, env.Action(col))
		}
	}
	return dst
}

// Play adds the bottom of the column to the stones, which carries to the
// lowest empty cell.
func (s *position) Play(a env.Action) {
	taken := s.taken()
	stone := (taken&column(int(a)) + 1<<(int(a)*up)) &^ taken
	s.stones[s.mover] |= stone
	s.last = int8(bits.TrailingZeros64(uint64(stone)))
	s.result = s.outcome()
	s.mover = s.mover.Other()
}

// outcome returns how the game stands after a move of s.mover.
func (s *position) outcome() env.Result {
	switch {
	case s.stones[s.mover].four():
		return env.WinFor(s.mover)
	case s.taken() == full:
		return env.Drawn
	}
	return env.Ongoing
}

func (s *position) Observe(dst []float32) {
	own, other := s.stones[s.mover], s.stones[s.mover.Other()]
	clear(dst)
	for b := own; b != 0; b &= b - 1 {
		dst[cell(bits.TrailingZeros64(uint64(b)))] = 1
	}
	for b := other; b != 0; b &= b - 1 {
		dst[cells+cell(bits.TrailingZeros64(uint64(b)))] = 1
	}
}

// Key tells all positions apart (Tromp 1995): the bottom added to the stones
// marks in each column the lowest empty cell, with First's stones below it.
// The number of stones says whose turn it is.
func (s *position) Key() uint64 { return uint64(s.taken() + bottom + s.stones[env.First]) }

func (s *position) Copy(dst env.State) env.State {
	d, ok := dst.(*position)
	if !ok {
		d = new(position)
	}
	*d = *s
	return d
}

// Left implements env.Bounded: the empty cells.
func (s *position) Left() int { return cells - bits.OnesCount64(uint64(s.taken())) }

// Ending implements env.Explained.
func (s *position) Ending() string {
	switch s.result {
	case env.Ongoing:
		return ""
	case env.Drawn:
		return "the board is full"
	}
	return "four in a row"
}
