package lines

import "ludens/env"

// Symmetries are those of the square or the rectangle that keep the cells; where stones
// fall, the mirror alone can.
func (g *Game) Symmetries() (all []env.Symmetry) {
	bottom, right := g.rows-1, g.cols-1
	images := []struct {
		name         string
		turns, drops bool // it swaps rows and columns; it keeps what falls
		of           func(row, col int) (int, int)
	}{
		{"identity", false, true, func(r, c int) (int, int) { return r, c }},
		{"rotate 90", true, false, func(r, c int) (int, int) { return c, bottom - r }},
		{"rotate 180", false, false, func(r, c int) (int, int) { return bottom - r, right - c }},
		{"rotate 270", true, false, func(r, c int) (int, int) { return right - c, r }},
		{"mirror", false, true, func(r, c int) (int, int) { return r, right - c }},
		{"flip", false, false, func(r, c int) (int, int) { return bottom - r, c }},
		{"diagonal", true, false, func(r, c int) (int, int) { return c, r }},
		{"antidiagonal", true, false, func(r, c int) (int, int) { return right - c, bottom - r }},
	}
	for _, image := range images {
		if image.turns && g.rows != g.cols || g.rules.Gravity && !image.drops {
			continue
		}
		s := env.Symmetry{Name: image.name}
		for c := range g.rows * g.cols {
			row, col := image.of(c/g.cols, c%g.cols)
			s.Cells = append(s.Cells, row*g.cols+col)
		}
		if g.keeps(s.Cells) {
			all = append(all, g.withActions(s))
		}
	}
	return all
}

// keeps reports whether the image of each cell is a cell.
func (g *Game) keeps(cells []int) bool {
	for c, image := range cells {
		if g.cells.has(int(g.place[c])) != g.cells.has(int(g.place[image])) {
			return false
		}
	}
	return true
}

// withActions fills in where the actions go: a cell or a column, and the swap stays.
func (g *Game) withActions(s env.Symmetry) env.Symmetry {
	for a := range g.puts() {
		s.Actions = append(s.Actions, env.Action(s.Cells[a]%g.puts())) // of a column, the cell on top
	}
	if g.rules.Swap {
		s.Actions = append(s.Actions, env.Action(g.puts()))
	}
	return s
}
