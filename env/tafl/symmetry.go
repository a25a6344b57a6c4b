package tafl

import (
	"slices"

	"ludens/env"
)

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
		all = append(all, g.symmetry(image.name, image.of))
	}
	return all
}

// symmetry moves each cell and each action as image moves rows and columns.
func (g *Game) symmetry(name string, image func(row, col int) (int, int)) env.Symmetry {
	s := env.Symmetry{Name: name}
	for c := range cell(g.cells()) {
		s.Cells = append(s.Cells, int(g.at(image(g.row(c), g.col(c)))))
	}
	var turned [len(directions)]int // where each direction goes
	row, col := image(0, 0)
	for d, step := range directions {
		r, c := image(step.rows, step.cols)
		turned[d] = direction(r-row, c-col)
	}
	for a := range g.moves {
		plane, from := a/g.cells(), a%g.cells()
		d, distance := plane/(g.size-1), plane%(g.size-1)
		plane = turned[d]*(g.size-1) + distance
		s.Actions = append(s.Actions, env.Action(plane*g.cells()+s.Cells[from]))
	}
	return s
}

// direction returns the number of a step.
func direction(rows, cols int) int {
	return slices.Index(directions[:], struct{ rows, cols int }{rows, cols})
}
