package tafl

import "math/bits"

// squares is a set of cells: bit c is cell c, row by row from the top left.
// Two words are enough for a board of 9 by 9.
type squares struct{ lo, hi uint64 }

// cell is the number of a square.
type cell uint8

const (
	maxSize  = 9
	maxCells = maxSize * maxSize
	// beyond is off the board. No set of squares has it, so that whatever asks
	// for a piece or a hostile square there is told no.
	beyond cell = 127
)

// only returns the set of one cell. (Shifts of 64 and more give 0, and c-64
// wraps around to one.)
func only(c cell) squares { return squares{1 << c, 1 << (c - 64)} }

func (s squares) has(c cell) bool { return (s.lo>>c|s.hi>>(c-64))&1 != 0 }

func (s squares) or(t squares) squares { return squares{s.lo | t.lo, s.hi | t.hi} }

func (s squares) and(t squares) squares { return squares{s.lo & t.lo, s.hi & t.hi} }

func (s squares) minus(t squares) squares { return squares{s.lo &^ t.lo, s.hi &^ t.hi} }

func (s squares) empty() bool { return s.lo|s.hi == 0 }

func (s squares) meets(t squares) bool { return !s.and(t).empty() }

func (s squares) within(t squares) bool { return s.minus(t).empty() }

func (s squares) count() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// first returns the lowest cell of s, which is not empty.
func (s squares) first() cell {
	if s.lo != 0 {
		return cell(bits.TrailingZeros64(s.lo))
	}
	return cell(64 + bits.TrailingZeros64(s.hi))
}

// rest returns s without its lowest cell.
func (s squares) rest() squares {
	if s.lo != 0 {
		return squares{s.lo & (s.lo - 1), s.hi}
	}
	return squares{0, s.hi & (s.hi - 1)}
}

// forward returns the cells c+n for c in s. 0 < n < 64.
func (s squares) forward(n uint8) squares {
	return squares{s.lo << (n & 63), s.hi<<(n&63) | s.lo>>((64-n)&63)}
}

// backward returns the cells c-n for c in s. 0 < n < 64.
func (s squares) backward(n uint8) squares {
	return squares{s.lo>>(n&63) | s.hi<<((64-n)&63), s.hi >> (n & 63)}
}
