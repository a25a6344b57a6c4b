package chess

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"ludens/env"
)

// square is a cell of the board, row by row from the top as in diagrams.
type square = uint8

// nowhere is no square.
const nowhere square = 255

// The sides of a board.
const (
	leastSide = 3
	mostSide  = 12
	mostCells = mostSide * mostSide
)

// set is some squares, a bit each.
type set [3]uint64

func (s *set) add(q square)     { s[q>>6] |= 1 << (q & 63) }
func (s *set) remove(q square)  { s[q>>6] &^= 1 << (q & 63) }
func (s set) has(q square) bool { return s[q>>6]>>(q&63)&1 != 0 }
func (s set) empty() bool       { return s[0]|s[1]|s[2] == 0 }
func (s set) count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2])
}

// first returns the lowest square of a set that is not empty.
func (s set) first() square {
	for i, word := range s {
		if word != 0 {
			return square(64*i + bits.TrailingZeros64(word))
		}
	}
	return nowhere
}

// area is a board's shape.
type area struct {
	rows, cols, cells int
	holes             set
}

// at returns the square of a file, from 0, and a rank, from 0 at the bottom, if the
// board has it.
func (a *area) at(file, rank int) (square, bool) {
	q, ok := a.cell(file, rank)
	return q, ok && !a.holes.has(q)
}

// cell is at with the holes.
func (a *area) cell(file, rank int) (square, bool) {
	if file < 0 || file >= a.cols || rank < 0 || rank >= a.rows {
		return nowhere, false
	}
	return square((a.rows-1-rank)*a.cols + file), true
}

func (a *area) file(q square) int { return int(q) % a.cols }
func (a *area) rank(q square) int { return a.rows - 1 - int(q)/a.cols }

// flip returns the image of q top to bottom.
func (a *area) flip(q square) square {
	return square((a.rows-1-int(q)/a.cols)*a.cols + int(q)%a.cols)
}

// view turns squares into cells as p sees them, his own side at the bottom, and back.
func (a *area) view(q square, p env.Player) square {
	if p == env.First {
		return q
	}
	return a.flip(q)
}

// dark reports whether q has the colour of a1.
func (a *area) dark(q square) bool { return (a.file(q)+a.rank(q))%2 == 0 }

// name returns "e4".
func (a *area) name(q square) string {
	return string(rune('a'+a.file(q))) + strconv.Itoa(a.rank(q)+1)
}

// parse reads a square's name.
func (a *area) parse(text string) (square, error) {
	if len(text) > 1 && text[0] >= 'a' && text[0] <= 'l' {
		if rank, err := strconv.Atoi(text[1:]); err == nil && text[1] != '0' && text[1] != '+' {
			if q, ok := a.at(int(text[0]-'a'), rank-1); ok {
				return q, nil
			}
		}
	}
	return nowhere, fmt.Errorf("%q is no square of the board: want a1 to %c%d", text, 'a'+rune(a.cols-1), a.rows)
}

// region reads squares and whole lines: "d4 *8 a*". Holes on them are left out.
func (a *area) region(text string) (set, error) {
	s, err := a.lines(text)
	return s.without(a.holes), err
}

// without returns the squares of s that are not in t.
func (s set) without(t set) set { return set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2]} }

// lines is region with the holes.
func (a *area) lines(text string) (s set, err error) {
	for _, word := range strings.Fields(text) {
		if word == "-" { // no square
			continue
		}
		file, rank := strings.HasPrefix(word, "*"), strings.HasSuffix(word, "*")
		n := 0
		for q := range square(a.cells) {
			name := a.name(q)
			if file && rank && len(word) == 1 || file && name[1:] == word[1:] || rank && name[:1] == word[:len(word)-1] {
				s.add(q)
				n++
			}
		}
		if !file && !rank {
			q, err := a.parse(word)
			if err != nil {
				return s, err
			}
			s.add(q)
			n++
		}
		if n == 0 {
			return s, fmt.Errorf("%q is no line of the board: want squares, *%d for a rank, a* for a file", word, a.rows)
		}
	}
	return s, nil
}

// flipped returns the image of a set top to bottom.
func (a *area) flipped(s set) (t set) {
	for q := range square(a.cells) {
		if s.has(q) {
			t.add(a.flip(q))
		}
	}
	return t
}

// whole returns all squares.
func (a *area) whole() (s set) {
	for q := range square(a.cells) {
		if !a.holes.has(q) {
			s.add(q)
		}
	}
	return s
}

// each calls do for the squares in increasing order.
func (s set) each(do func(q square)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			do(square(64*i + bits.TrailingZeros64(word)))
		}
	}
}
