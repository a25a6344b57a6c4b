package tafl

// directions are those of the actions, clockwise from the top. Rows count from
// the top.
var directions = [4]struct{ rows, cols int }{up: {-1, 0}, right: {0, 1}, down: {1, 0}, left: {0, -1}}

const (
	up = iota
	right
	down
	left
)

// grid is a square board without pieces. Its tables are computed once.
type grid struct {
	size       int
	all        squares // the whole board
	edge       squares
	corners    squares
	throne     squares                    // the centre
	next       [len(directions)][128]cell // the neighbour in a direction, or beyond
	neighbours [maxCells]squares          // all of them
	ways       [len(directions)]squares   // cells with a neighbour in that direction
}

func newGrid(size int) (g grid) {
	g.size = size
	for d := range g.next {
		for c := range g.next[d] {
			g.next[d][c] = beyond
		}
	}
	for row := range size {
		for col := range size {
			g.survey(row, col)
		}
	}
	g.throne = only(g.at(size/2, size/2))
	return g
}

// survey fills in what there is to know of one square.
func (g *grid) survey(row, col int) {
	c := g.at(row, col)
	g.all = g.all.or(only(c))
	for d := range directions {
		n := g.away(c, d, 1)
		if n == beyond {
			g.edge = g.edge.or(only(c))
			continue
		}
		g.next[d][c] = n
		g.neighbours[c] = g.neighbours[c].or(only(n))
		g.ways[d] = g.ways[d].or(only(c))
	}
	if g.neighbours[c].count() == 2 {
		g.corners = g.corners.or(only(c))
	}
}

func (g *grid) cells() int { return g.size * g.size }

func (g *grid) at(row, col int) cell { return cell(row*g.size + col) }

func (g *grid) row(c cell) int { return int(c) / g.size }

func (g *grid) col(c cell) int { return int(c) % g.size }

// away returns the cell n steps from c in direction d, or beyond.
func (g *grid) away(c cell, d, n int) cell {
	row, col := g.row(c)+n*directions[d].rows, g.col(c)+n*directions[d].cols
	if row < 0 || row >= g.size || col < 0 || col >= g.size {
		return beyond
	}
	return g.at(row, col)
}

// shift returns the neighbours in direction d of the cells of s that have one.
func (g *grid) shift(s squares, d int) squares {
	s = s.and(g.ways[d])
	switch d {
	case up:
		return s.backward(uint8(g.size))
	case right:
		return s.forward(1)
	case down:
		return s.forward(uint8(g.size))
	}
	return s.backward(1)
}

// name returns "d4": files from the left, ranks from the bottom.
func (g *grid) name(c cell) string {
	return string([]byte{'a' + byte(g.col(c)), '0' + byte(g.size-g.row(c))})
}
