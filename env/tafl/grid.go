package tafl

import "fmt"

const (
	maxSide  = 19
	maxCells = maxSide * maxSide
	maxWords = maxCells/64 + 1
)

// cell is the number of a square, row by row from the top left.
type cell uint16

// set is a set of cells: bit c%64 of word c/64.
type set [maxWords]uint64

func (s *set) add(c cell) { s[c>>6] |= 1 << (c & 63) }

func (s *set) drop(c cell) { s[c>>6] &^= 1 << (c & 63) }

// set adds c to the set if it is to be in it.
func (s *set) set(c cell, in bool) {
	if in {
		s.add(c)
	}
}

func (s *set) has(c cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

func (s *set) empty() bool { return s[0]|s[1]|s[2]|s[3]|s[4]|s[5] == 0 }

func (s *set) meets(t *set) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// directions are those of the actions, clockwise from the top. Rows count from the top.
// The opposite of d is d^2.
var directions = [4]struct{ rows, cols int }{up: {-1, 0}, right: {0, 1}, down: {1, 0}, left: {0, -1}}

const (
	up = iota
	right
	down
	left
)

// grid is a board without pieces.
type grid struct {
	rows, cols int
	words      int  // of a set of cells; their last bit is not a square
	beyond     cell // off the board: the last bit of the words, which no set has

	next [len(directions)][]cell // the neighbour in a direction, or beyond
	near []uint64                // the words of all neighbours of each cell
	ways [len(directions)]set    // cells with a neighbour in that direction
	all  set
	edge set
}

func newGrid(rows, cols int) grid {
	g := grid{rows: rows, cols: cols, words: rows*cols/64 + 1}
	g.beyond = cell(64*g.words - 1)
	g.near = make([]uint64, 64*g.words*g.words)
	for d, step := range directions {
		for c := range cell(64 * g.words) {
			n := g.beyond
			if int(c) < g.cells() {
				n = g.at(g.row(c)+step.rows, g.col(c)+step.cols)
				g.survey(c, d, n)
			}
			g.next[d] = append(g.next[d], n)
		}
	}
	return g
}

// survey fills in that n is the neighbour of c in direction d.
func (g *grid) survey(c cell, d int, n cell) {
	g.all.add(c)
	if n == g.beyond {
		g.edge.add(c)
		return
	}
	g.near[int(c)*g.words+int(n>>6)] |= 1 << (n & 63)
	g.ways[d].add(c)
}

func (g *grid) cells() int { return g.rows * g.cols }

func (g *grid) row(c cell) int { return int(c) / g.cols }

func (g *grid) col(c cell) int { return int(c) % g.cols }

// at returns the cell of a row and a column, or beyond.
func (g *grid) at(row, col int) cell {
	if row < 0 || row >= g.rows || col < 0 || col >= g.cols {
		return g.beyond
	}
	return cell(row*g.cols + col)
}

// beside returns whether a neighbour of c is in s.
func (g *grid) beside(c cell, s *set) bool {
	for d := range directions {
		if s.has(g.next[d][c]) {
			return true
		}
	}
	return false
}

// length returns how far a piece can go in a direction at most.
func (g *grid) length(d int) int {
	if d == up || d == down {
		return g.rows - 1
	}
	return g.cols - 1
}

// name returns "d4": files from the left, ranks from the bottom.
func (g *grid) name(c cell) string {
	return fmt.Sprintf("%c%d", 'a'+g.col(c), g.rows-g.row(c))
}

// cellOf returns the cell of a name.
func (g *grid) cellOf(name string) (cell, bool) {
	for c := range cell(g.cells()) {
		if g.name(c) == name {
			return c, true
		}
	}
	return g.beyond, false
}
