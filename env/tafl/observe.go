package tafl

import (
	"fmt"
	"math/bits"
	"slices"

	"ludens/env"
	"ludens/env/variant"
)

// PlaneNames returns what each plane of an observation shows. Rows and columns are those
// of the board for both sides. The first five are those of every game; a square board
// with the usual special squares and none of the rarer rules has no others but those of
// repetition: see drawing.classic.
func (g *Game) PlaneNames() []string {
	names := []string{
		"own men",
		"enemy men",
		"king",
		"everywhere 1 if the mover has the king",
		"squares where the mover's men may not stop",
	}
	if !g.classic {
		names = append(names, "squares where the king escapes")
	}
	for _, p := range g.kinds[firstOther:] {
		names = append(names, fmt.Sprintf("%c: %s of the %s", p.letter, p.name, p.side))
	}
	if g.law.berserk {
		names = append(names, "the piece that moves again")
	}
	for n := 2; n < g.rules.Repeat; n++ {
		names = append(names, fmt.Sprintf("everywhere 1 if the position occurs at least for the %s time", env.Ordinal(n)))
	}
	return names
}

// Observe writes the planes of PlaneNames.
func (s *State) Observe(dst []float32) {
	g, n, w := s.game, s.game.cells(), s.game.words
	dst = dst[:g.spec.Size()]
	clear(dst)
	own, enemy := int(s.mover.men()), int(s.mover.other().men())
	mark(dst, s.board[own*w:(own+1)*w])
	mark(dst[n:], s.board[enemy*w:(enemy+1)*w])
	mark(dst[2*n:], s.board[int(king)*w:(int(king)+1)*w])
	if s.mover == kingsSide {
		ones(dst[3*n : 4*n])
	}
	for i := range w {
		markWord(dst[4*n:], i, g.all[i]&^g.stop[own][i])
	}
	at := 5
	if !g.classic {
		mark(dst[at*n:], g.escapes[:w])
		at++
	}
	for k := int(firstOther); k < len(g.kinds); k++ {
		mark(dst[at*n:], s.board[k*w:(k+1)*w])
		at++
	}
	if g.law.berserk {
		if s.wild != g.beyond {
			dst[at*n+int(s.wild)] = 1
		}
		at++
	}
	ones(dst[at*n : min(at+s.seen, g.spec.Shape[0])*n])
}

// mark sets the cells of a set to 1.
func mark(plane []float32, words []uint64) {
	for i, word := range words {
		markWord(plane, i, word)
	}
}

func markWord(plane []float32, i int, word uint64) {
	for ; word != 0; word &= word - 1 {
		plane[64*i+bits.TrailingZeros64(word)] = 1
	}
}

func ones(plane []float32) {
	for i := range plane {
		plane[i] = 1
	}
}

// images returns the symmetries of the square, or of the rectangle, under which the
// start position and the special squares are their own images. The rules know no
// direction.
func (g *Game) images() (all []env.Symmetry) {
	for _, image := range variant.Images(g.rows, g.cols) {
		if s := g.symmetry(image.Name, image.Of); g.keeps(s.Cells) {
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
