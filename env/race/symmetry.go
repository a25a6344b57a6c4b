package race

import (
	"slices"

	"ludens/env"
)

// turn is a symmetry of the square: (down, right) becomes
// (a*down + b*right, c*down + d*right).
type turn struct {
	name       string
	a, b, c, d int
}

var turns = []turn{
	{"identity", 1, 0, 0, 1},
	{"mirror", 1, 0, 0, -1},
	{"upside down", -1, 0, 0, 1},
	{"rotate 180", -1, 0, 0, -1},
	{"rising diagonal", 0, -1, -1, 0},
	{"falling diagonal", 0, 1, 1, 0},
	{"rotate 90", 0, 1, -1, 0},
	{"rotate 270", 0, -1, 1, 0},
}

func (t turn) vector(v vector) vector {
	return vector{t.a*v.down + t.b*v.right, t.c*v.down + t.d*v.right}
}

// Symmetries are the symmetries of the square that keep the board, the men and all that
// the rules know of squares and directions. They commute with the half turn by which
// North sees the board.
func (g *Game) Symmetries() (all []env.Symmetry) {
	for _, t := range turns {
		if cells, ok := g.board.image(t); ok && g.keeps(t, cells) {
			all = append(all, env.Symmetry{Name: t.name, Cells: cells, Actions: g.imagesOf(t, cells)})
		}
	}
	return all
}

// image returns where each cell goes, if the board has the same shape then.
func (b *board) image(t turn) (cells []int, ok bool) {
	if t.a == 0 && b.rows != b.cols {
		return nil, false
	}
	for at := range b.there {
		// Twice the distance from the middle of the board.
		v := t.vector(vector{2*(at/b.cols) - b.rows + 1, 2*(at%b.cols) - b.cols + 1})
		cells = append(cells, (v.down+b.rows-1)/2*b.cols+(v.right+b.cols-1)/2)
	}
	return cells, true
}

// keeps reports whether the rules are the same after t.
func (g *Game) keeps(t turn, cells []int) bool {
	b := g.board
	for at, to := range cells {
		if b.there[at] != b.there[to] || b.start[at] != b.start[to] || b.region[at] != b.region[to] {
			return false
		}
		for x := range b.goal {
			for _, goal := range b.goal[x] {
				if goal[at] != goal[to] {
					return false
				}
			}
		}
	}
	return t.keeps(b.steps) && t.keeps(b.jumps)
}

// keeps reports whether directions are the same after t.
func (t turn) keeps(w ways) bool {
	return !slices.ContainsFunc(w, func(d direction) bool {
		return !slices.ContainsFunc(w, func(e direction) bool { return vectors[e] == t.vector(vectors[d]) })
	})
}

// imagesOf returns what each action becomes.
func (g *Game) imagesOf(t turn, cells []int) (images []env.Action) {
	x := &g.sheet
	n := len(x.vectors)
	for a := range x.actions() {
		plane := a / x.cells
		if plane >= x.planes() {
			images = append(images, env.Action(a))
			continue
		}
		image := plane
		if plane < n || x.doubled && plane < 2*n {
			image = plane/n*n + int(x.wide[t.vector(x.vectors[plane%n]).index()])
		}
		images = append(images, env.Action(image*x.cells+cells[a%x.cells]))
	}
	return images
}
