package tafl

import "ludens/env"

// images returns the eight symmetries of the square. Squares and directions
// are turned alike, and distances stay.
func (g *Game) images() []env.Symmetry {
	end := g.size - 1
	eight := []struct {
		name string
		of   func(row, col int) (int, int)
	}{
		{"identity", func(r, c int) (int, int) { return r, c }},
		{"rotate 90", func(r, c int) (int, int) { return c, end - r }},
		{"rotate 180", func(r, c int) (int, int) { return end - r, end - c }},
		{"rotate 270", func(r, c int) (int, int) { return end - c, r }},
		{"mirror", func(r, c int) (int, int) { return r, end - c }},
		{"flip", func(r, c int) (int, int) { return end - r, c }},
		{"diagonal", func(r, c int) (int, int) { return c, r }},
		{"antidiagonal", func(r, c int) (int, int) { return end - c, end - r }},
	}
	var all []env.Symmetry
	for _, image := range eight {
		s := env.Symmetry{Name: image.name}
		for c := range cell(g.cells()) {
			s.Cells = append(s.Cells, int(g.at(image.of(g.row(c), g.col(c)))))
		}
		var turned [len(directions)]int // where each direction goes
		row, col := image.of(0, 0)
		for d, step := range directions {
			r, c := image.of(step.rows, step.cols)
			turned[d] = direction(r-row, c-col)
		}
		for a := range g.moves {
			plane, from := a/g.cells(), a%g.cells()
			d, distance := plane/(g.size-1), plane%(g.size-1)
			plane = turned[d]*(g.size-1) + distance
			s.Actions = append(s.Actions, env.Action(plane*g.cells()+s.Cells[from]))
		}
		all = append(all, s)
	}
	return all
}

// direction returns the number of a step.
func direction(rows, cols int) int {
	for d, step := range directions {
		if step.rows == rows && step.cols == cols {
			return d
		}
	}
	panic("tafl: no such direction")
}
