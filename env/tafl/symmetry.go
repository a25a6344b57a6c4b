package tafl

import (
	"slices"

	"ludens/env"
)

// images returns the symmetries of the square, or of the rectangle, under which the
// start position and the special squares are their own images. The rules know no
// direction.
func (g *Game) images() (all []env.Symmetry) {
	bottom, end := g.rows-1, g.cols-1
	for _, image := range []struct {
		name  string
		turns bool // rows become columns
		of    func(row, col int) (int, int)
	}{
		{"identity", false, func(r, c int) (int, int) { return r, c }},
		{"rotate 90", true, func(r, c int) (int, int) { return c, bottom - r }},
		{"rotate 180", false, func(r, c int) (int, int) { return bottom - r, end - c }},
		{"rotate 270", true, func(r, c int) (int, int) { return end - c, r }},
		{"mirror", false, func(r, c int) (int, int) { return r, end - c }},
		{"flip", false, func(r, c int) (int, int) { return bottom - r, c }},
		{"diagonal", true, func(r, c int) (int, int) { return c, r }},
		{"antidiagonal", true, func(r, c int) (int, int) { return end - c, bottom - r }},
	} {
		if image.turns && g.rows != g.cols {
			continue
		}
		if s := g.symmetry(image.name, image.of); g.keeps(s.Cells) {
			all = append(all, s)
		}
	}
	return all
}

// keeps reports whether the start and the special squares are as before once cells
// have moved.
func (g *Game) keeps(cells []int) bool {
	for c, to := range cells {
		if g.kindAt(g.start.board, cell(c)) != g.kindAt(g.start.board, cell(to)) {
			return false
		}
		for _, s := range []*set{&g.thrones, &g.corners, &g.camps, &g.forts} {
			if s.has(cell(c)) != s.has(cell(to)) {
				return false
			}
		}
	}
	return true
}

// symmetry moves each cell and each action as image moves rows and columns.
func (g *Game) symmetry(name string, image func(row, col int) (int, int)) env.Symmetry {
	s := env.Symmetry{Name: name}
	for c := range cell(g.cells()) {
		s.Cells = append(s.Cells, int(g.at(image(g.row(c), g.col(c)))))
	}
	row, col := image(0, 0)
	for d, step := range directions {
		r, c := image(step.rows, step.cols)
		turned := slices.Index(directions[:], struct{ rows, cols int }{r - row, c - col})
		for n := range g.length(d) {
			for from := range g.cells() {
				s.Actions = append(s.Actions, env.Action((g.firstPlane(turned)+n)*g.cells()+s.Cells[from]))
			}
		}
	}
	for n := range g.globals() {
		s.Actions = append(s.Actions, env.Action(g.planes()*g.cells()+n))
	}
	return s
}
