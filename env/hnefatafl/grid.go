package hnefatafl

import "fmt"

const (
	maxSide  = 19
	maxCells = maxSide * maxSide
)

// cell is the number of a square, row by row from the top left.
type cell int16

const beyond cell = -1 // off the board

// set is a set of cells.
type set [(maxCells + 63) / 64]uint64

func (s *set) add(c cell) { s[c>>6] |= 1 << (c & 63) }

func (s *set) drop(c cell) { s[c>>6] &^= 1 << (c & 63) }

// has reports whether c is in the set; beyond is in none.
func (s *set) has(c cell) bool { return c >= 0 && s[c>>6]>>(c&63)&1 != 0 }

func (s *set) empty() bool { return *s == set{} }

func (s *set) meets(t *set) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// directions are those of the actions, clockwise from the top, as in package tafl. The
// opposite of d is d^2.
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
	next       [len(directions)][]cell // the neighbour in a direction, or beyond
	edge       set
}

func newGrid(rows, cols int) grid {
	g := grid{rows: rows, cols: cols}
	for d, step := range directions {
		for c := range cell(rows * cols) {
			n := g.at(g.row(c)+step.rows, g.col(c)+step.cols)
			g.next[d] = append(g.next[d], n)
			if n == beyond {
				g.edge.add(c)
			}
		}
	}
	return g
}

func (g *grid) cells() int { return g.rows * g.cols }

func (g *grid) row(c cell) int { return int(c) / g.cols }

func (g *grid) col(c cell) int { return int(c) % g.cols }

// at returns the cell of a row and a column, or beyond.
func (g *grid) at(row, col int) cell {
	if row < 0 || row >= g.rows || col < 0 || col >= g.cols {
		return beyond
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
	return beyond, false
}
