package stones

import "ludens/env"

// turning is a linear map of rows and columns: (down, right) goes to (a down + b right,
// c down + d right).
type turning struct {
	name       string
	a, b, c, d int
}

// The symmetries of squares, and those of hexagons in their slanted rows and columns.
var (
	squareTurnings = []turning{
		{"identity", 1, 0, 0, 1}, {"rotate 90", 0, 1, -1, 0}, {"rotate 180", -1, 0, 0, -1}, {"rotate 270", 0, -1, 1, 0},
		{"mirror", 1, 0, 0, -1}, {"flip", -1, 0, 0, 1}, {"diagonal", 0, 1, 1, 0}, {"antidiagonal", 0, -1, -1, 0},
	}
	hexagonTurnings = []turning{
		{"identity", 1, 0, 0, 1}, {"rotate 60", 1, 1, -1, 0}, {"rotate 120", 0, 1, -1, -1},
		{"rotate 180", -1, 0, 0, -1}, {"rotate 240", -1, -1, 1, 0}, {"rotate 300", 0, -1, 1, 1},
		{"mirror 1", 0, 1, 1, 0}, {"mirror 2", 1, 1, 0, -1}, {"mirror 3", 1, 0, -1, -1},
		{"mirror 4", 0, -1, -1, 0}, {"mirror 5", -1, -1, 0, 1}, {"mirror 6", -1, 0, 1, 1},
	}
)

func (t turning) of(down, right int) (int, int) {
	return t.a*down + t.b*right, t.c*down + t.d*right
}

// Symmetries are those of the board that keep the stones of the start and what each side
// is to join. Places that are no cells stay where they are.
func (g *Game) Symmetries() (all []env.Symmetry) {
	turnings := squareTurnings
	if g.hexagons {
		turnings = hexagonTurnings
	}
	for _, t := range turnings {
		if cells, ok := g.image(t); ok && g.keeps(cells) {
			if actions, ok := g.imageOfActions(t, cells); ok {
				all = append(all, env.Symmetry{Name: t.name, Cells: cells, Actions: actions})
			}
		}
	}
	return all
}

// image returns where the cells go, moved so that the board comes to its place; ok is false if
// one falls on no cell.
func (g *Game) image(t turning) (cells []int, ok bool) {
	low, lowest := [2]int{1 << 20, 1 << 20}, [2]int{1 << 20, 1 << 20}
	g.cells.each(func(c int) {
		down, right := t.of(c/g.cols, c%g.cols)
		low = [2]int{min(low[0], down), min(low[1], right)}
		lowest = [2]int{min(lowest[0], c/g.cols), min(lowest[1], c%g.cols)}
	})
	cells, ok = make([]int, g.rows*g.cols), true
	for c := range cells {
		cells[c] = c
		if !g.cells.has(c) {
			continue
		}
		down, right := t.of(c/g.cols, c%g.cols)
		row, col := down-low[0]+lowest[0], right-low[1]+lowest[1]
		if row >= g.rows || col >= g.cols || !g.cells.has(row*g.cols+col) {
			return nil, false
		}
		cells[c] = row*g.cols + col
	}
	return cells, ok
}

// keeps reports whether an image of the board keeps neighbours, the start and the goals.
func (g *Game) keeps(cells []int) bool {
	of := func(s *set) (t set) {
		s.each(func(c int) { t.add(cells[c]) })
		return t
	}
	for side := range g.start {
		if of(&g.start[side]) != g.start[side] {
			return false
		}
		if g.rules.Goal == "sides" {
			e := g.edges(int8(side))
			if a, b := of(&e[0]), of(&e[1]); !(a == e[0] && b == e[1] || a == e[1] && b == e[0]) {
				return false
			}
		}
	}
	kept := true
	g.cells.each(func(c int) { kept = kept && of(&g.beside[c]) == g.beside[cells[c]] })
	return kept
}

// imageOfActions returns where the actions go.
func (g *Game) imageOfActions(t turning, cells []int) (actions []env.Action, ok bool) {
	n := g.rows * g.cols
	for _, p := range g.planes {
		image := -1
		down, right := t.of(p.down, p.right)
		for j, q := range g.planes {
			switch {
			case q.kind != p.kind:
			case p.kind != moves, p.target < 0 && q.down == down && q.right == right, p.target >= 0 && q.target == cells[p.target]:
				image = j
			}
		}
		if image < 0 {
			return nil, false
		}
		for c := range n {
			actions = append(actions, env.Action(image*n+cells[c]))
		}
	}
	for a := g.pass; int(a) < g.Spec().Actions; a++ {
		actions = append(actions, a)
	}
	return actions, true
}
