package tictactoe

import (
	"math/bits"

	"ludens/env"
)

// board is a set of cells: bit c is cell c.
type board uint16

const full board = 1<<cells - 1

// lines are the eight ways to have three in a row.
var lines = [...]board{
	0b111_000_000, 0b000_111_000, 0b000_000_111, // rows
	0b001_001_001, 0b010_010_010, 0b100_100_100, // columns
	0b100_010_001, 0b001_010_100, // diagonals
}

// position is a position of tic-tac-toe. It has no history but the last move,
// which is for drawing only.
type position struct {
	stones [2]board // of First and of Second
	mover  env.Player
	result env.Result
	last   int8 // cell of the last move, -1 before the first
}

func (s *position) ToMove() env.Player { return s.mover }

func (s *position) Result() env.Result { return s.result }

func (s *position) Legal(dst []env.Action) []env.Action {
	if s.result != env.Ongoing {
		return dst
	}
	for empty := full &^ (s.stones[0] | s.stones[1]); empty != 0; empty &= empty - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros16(uint16(empty))))
	}
	return dst
}

func (s *position) Play(a env.Action) {
	s.stones[s.mover] |= 1 << a
	s.last = int8(a)
	s.result = s.outcome()
	s.mover = s.mover.Other()
}

// outcome returns how the game stands after a move of s.mover.
func (s *position) outcome() env.Result {
	switch {
	case s.stones[s.mover].three():
		return env.WinFor(s.mover)
	case s.stones[0]|s.stones[1] == full:
		return env.Drawn
	}
	return env.Ongoing
}

// three reports whether b holds three in a row.
func (b board) three() bool {
	for _, l := range lines {
		if b&l == l {
			return true
		}
	}
	return false
}

// has reports whether cell c is in b.
func (b board) has(c int) bool { return b>>c&1 != 0 }

func (s *position) Observe(dst []float32) {
	clear(dst)
	for c := range cells {
		if s.stones[s.mover].has(c) {
			dst[c] = 1
		}
		if s.stones[s.mover.Other()].has(c) {
			dst[cells+c] = 1
		}
	}
}

// Key distinguishes all positions: the stones say whose turn it is and how the
// game stands.
func (s *position) Key() uint64 { return uint64(s.stones[0])<<cells | uint64(s.stones[1]) }

func (s *position) Copy(dst env.State) env.State {
	d, ok := dst.(*position)
	if !ok {
		d = new(position)
	}
	*d = *s
	return d
}

// Left implements env.Bounded: the empty cells.
func (s *position) Left() int {
	return cells - bits.OnesCount16(uint16(s.stones[0]|s.stones[1]))
}

// Ending implements env.Explained.
func (s *position) Ending() string {
	switch s.result {
	case env.Ongoing:
		return ""
	case env.Drawn:
		return "the board is full"
	}
	return "three in a row"
}
