package cetro

import (
	"math/bits"
	"slices"
	"strconv"
)

// square is a dark square as one player sees it, his own back row at the
// bottom: 0 is at the far left, and they are counted row by row.
//
//	0     1     2     3     4
//	   5     6     7     8
//	9    10    11    12    13
//
// All boards are odd in width and height, with dark corners. So square q is
// cell 2q, the squares ahead of it are always q-left and q-right, and a half
// turn of the board takes it to the same number counted from the end.
type square uint8

func (q square) cell() int { return 2 * int(q) }

// dark reports whether a cell is a dark square.
func dark(cell int) bool { return cell%2 == 0 }

func (q square) bit() set { return 1 << (q & 63) }

// set is a set of squares: bit q is square q.
type set uint64

func (s set) first() square { return square(bits.TrailingZeros64(uint64(s))) }

func (s set) count() int { return bits.OnesCount64(uint64(s)) }

// colour is that of a man and of the row where it belongs. As its owner sees
// it, a man of colour c starts on row c from the bottom and belongs on row c
// from the top.
type colour uint8

const (
	blue colour = iota
	green
	red
)

const (
	maxColours = 3
	maxSquares = 41
)

var colourNames = [maxColours]string{blue: "blue", green: "green", red: "red"}

// direction is where a man goes, as its owner sees it. A jump goes two squares.
type direction uint8

const (
	jumpLeft direction = iota // forward
	jumpRight
	retreatLeft // backward
	retreatRight
	directions
)

// board is the shape of a board and what follows from it.
type board struct {
	cols, rows  int
	colours     int
	left, right uint8 // how much less is the number of the square ahead on that side
	all         set
	start, goal [maxColours]set
	room        [directions]set              // the squares with somewhere to go
	cost        [maxColours][maxSquares]int8 // moves that a man still needs from a square
	worst       int                          // a player's men never need more moves together
}

func newBoard(cols, rows, colours int) *board {
	b := &board{
		cols: cols, rows: rows, colours: colours,
		left: uint8(cols+1) / 2, right: uint8(cols-1) / 2,
	}
	for q := range square(cols*rows/2 + 1) {
		b.add(q)
	}
	for c := range colours {
		b.worst += int(slices.Max(b.cost[c][:])) * b.goal[c].count()
	}
	return b
}

// add fills in all about one square.
func (b *board) add(q square) {
	b.all |= q.bit()
	for d := range directions {
		if _, ok := b.step(q, d); ok {
			b.room[d] |= q.bit()
		}
	}
	for c := range b.colours {
		b.cost[c][q] = int8(movesNeeded(b.row(q) - c))
		switch b.row(q) {
		case c:
			b.goal[c] |= q.bit()
		case b.rows - 1 - c:
			b.start[c] |= q.bit()
		}
	}
}

// step returns the square where a man on q goes.
func (b *board) step(q square, d direction) (to square, ok bool) {
	down, aside := -2, 2
	if d == retreatLeft || d == retreatRight {
		down, aside = 1, 1
	}
	if d == jumpLeft || d == retreatLeft {
		aside = -aside
	}
	row, col := b.row(q)+down, q.cell()%b.cols+aside
	if row < 0 || row >= b.rows || col < 0 || col >= b.cols {
		return 0, false
	}
	return square((row*b.cols + col) / 2), true
}

// movesNeeded returns how many moves take a man d rows forward if it always
// finds something to jump over and room to land: a jump takes it two rows on,
// a retreat one row back.
func movesNeeded(d int) int {
	switch {
	case d < 0:
		return -d
	case d%2 == 0:
		return d / 2
	}
	return (d+1)/2 + 1
}

func (b *board) cells() int { return b.cols * b.rows }

// row counts from 0 on the far side.
func (b *board) row(q square) int { return q.cell() / b.cols }

// footprint returns the squares from and to as the other player sees them.
func (b *board) footprint(from, to square) set {
	last := square(b.cells() / 2)
	return (last - from).bit() | (last - to).bit()
}

// turned returns s as the other player sees it.
func (b *board) turned(s set) set { return set(bits.Reverse64(uint64(s)) >> (64 - b.all.count())) }

// name returns the name of a cell as South sees it: "a9" for cell 0.
func (b *board) name(cell int) string { return b.file(cell%b.cols) + b.rank(cell/b.cols) }

func (b *board) file(col int) string { return string(rune('a' + col)) }

func (b *board) rank(row int) string { return strconv.Itoa(b.rows - row) }
