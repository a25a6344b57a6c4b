package race

import (
	"fmt"
	"math/bits"
	"slices"

	"ludens/env"
	"ludens/env/variant"
)

// PlaneNames returns what each plane of an observation shows. All are seen from the
// mover's side, his own at the bottom.
func (g *Game) PlaneNames() []string { return g.views.Names() }

// planes returns all there are, in their order.
func (g *Game) planes() (all variant.Views[*State]) {
	add := func(name string, draw func(s *State, dst []float32)) { all.Add(true, name, draw) }
	r, b := &g.rules, g.board
	for kind := range b.letters {
		add("own "+g.men(kind), func(s *State, dst []float32) { s.mark(dst, s.men(s.mover, kind), s.mover) })
	}
	for kind := range b.letters {
		add("enemy "+g.men(kind), func(s *State, dst []float32) { s.mark(dst, s.men(s.mover.other(), kind), s.mover.other()) })
	}
	for kind := range b.letters {
		goals := g.seenAt(func(x side, at int) bool { return b.goal[x][kind][at] })
		add("squares where own "+g.men(kind)+" belong", goals.draw)
	}
	if !g.coloured {
		add("squares where enemy men belong", g.seenAt(func(x side, at int) bool { return b.isFar(x.other(), at) }).draw)
	}
	if b.holed() {
		add("squares of the board", g.seenAt(func(_ side, at int) bool { return b.there[at] }).draw)
	}
	if r.Vacate > 0 {
		add("squares where own men began", g.seenAt(func(x side, at int) bool { return b.start[at] != noMan && b.start[at].side() == x }).draw)
	}
	if r.Reserve > 0 {
		add("squares where men are put", g.seenAt(func(_ side, at int) bool { return b.region[at] }).draw)
		add(fmt.Sprintf("everywhere the own reserve, in parts of %d", r.Reserve), func(s *State, dst []float32) { variant.Fill(dst, s.hand(s.mover), r.Reserve) })
		add(fmt.Sprintf("everywhere the enemy reserve, in parts of %d", r.Reserve), func(s *State, dst []float32) { variant.Fill(dst, s.hand(s.mover.other()), r.Reserve) })
	}
	if g.law.flagged || g.law.veto {
		add("everywhere 1 if the mover must jump", func(s *State, dst []float32) { fillIf(dst, s.must) })
	}
	if g.law.veto {
		add("where the "+g.stepInWords()+" to be judged began", func(s *State, dst []float32) { s.markJudged(dst, func(m *move) int16 { return m.from }) })
		add("where the "+g.stepInWords()+" to be judged ended", func(s *State, dst []float32) { s.markJudged(dst, func(m *move) int16 { return m.to }) })
	}
	add("everywhere 1 if the position occurred before", func(s *State, dst []float32) { fillIf(dst, s.seen > 0) })
	add(fmt.Sprintf("everywhere the moves the mover still needs, in parts of %d", b.worst), func(s *State, dst []float32) { variant.Fill(dst, s.need[s.mover], b.worst) })
	add(fmt.Sprintf("everywhere the moves the enemy still needs, in parts of %d", b.worst), func(s *State, dst []float32) { variant.Fill(dst, s.need[s.mover.other()], b.worst) })
	if g.law.timed {
		add("everywhere the plies played, in parts of the cap", func(s *State, dst []float32) { variant.Fill(dst, s.ply, r.Cap) })
	}
	return all
}

// men names those of a kind: "blue men", "men A", or "men" where there is one kind only.
func (g *Game) men(kind int) string {
	switch {
	case g.coloured:
		return colourNames[kind] + " men"
	case len(g.board.letters) == 1:
		return "men"
	}
	return "men " + string(g.board.letters[kind])
}

// isFar reports whether a cell is one where any man of x belongs.
func (b *board) isFar(x side, at int) bool {
	return slices.ContainsFunc(b.goal[x], func(goal []bool) bool { return goal[at] })
}

// holed reports whether the board has holes.
func (b *board) holed() bool { return slices.Contains(b.there, false) }

// Observe writes the planes of PlaneNames.
func (s *State) Observe(dst []float32) {
	s.game.views.Observe(s, dst[:s.game.spec.Size()], s.game.board.cells())
}

// marks are cells, by the side that sees them.
type marks [2][]int

// seenAt returns the cells of which a claim holds, where at is a cell as South sees it.
func (g *Game) seenAt(claim func(x side, at int) bool) *marks {
	var m marks
	for x := range side(2) {
		for view := range g.board.cells() {
			if claim(x, g.board.view(view, x)) {
				m[x] = append(m[x], view)
			}
		}
	}
	return &m
}

func (m *marks) draw(s *State, dst []float32) {
	for _, at := range m[s.mover] {
		dst[at] = 1
	}
}

// mark sets the cells of squares to 1 that x sees as such.
func (s *State) mark(dst []float32, words []uint64, x side) {
	cell, last := s.game.board.cell, len(dst)-1
	for w, word := range words {
		for ; word != 0; word &= word - 1 {
			at := cell[64*w+bits.TrailingZeros64(word)]
			if x != s.mover {
				at = last - at
			}
			dst[at] = 1
		}
	}
}

// markJudged sets the cell of a square of the step to be judged to 1, if there is one.
func (s *State) markJudged(dst []float32, square func(*move) int16) {
	if s.judging() {
		dst[s.game.board.turned(s.game.board.cell[square(&s.game.moves[s.judged])])] = 1
	}
}

// fillIf sets all cells to 1, or leaves them.
func fillIf(dst []float32, yes bool) {
	if yes {
		variant.Fill(dst, 1, 1)
	}
}

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
