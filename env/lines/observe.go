package lines

import (
	"fmt"
	"math/bits"

	"ludens/env"
	"ludens/env/variant"
)

// planesOf returns the planes that the rules need: the stones, and whatever else legal
// moves and results depend on.
func planesOf(r *rules, b *board) variant.Views[*State] {
	var all variant.Views[*State]
	all.Add(true, "own stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[s.side]) })
	all.Add(true, "enemy stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[1-s.side]) })
	most := max(r.FirstStones, r.Stones)
	all.Add(b.cells.count() < b.rows*b.cols, "cells of the board", func(s *State, dst []float32) { s.paint(dst, &s.game.cells) })
	all.Add(most > 1, fmt.Sprintf("stones left in this turn, of %d", most), func(s *State, dst []float32) { variant.Fill(dst, int(s.left), most) })
	all.Add(r.Capture != "none", "stones captured by the mover", func(s *State, dst []float32) { variant.Fill(dst, int(s.captured[s.side]), r.CaptureWins) })
	all.Add(r.Capture != "none", "stones captured by the enemy", func(s *State, dst []float32) { variant.Fill(dst, int(s.captured[1-s.side]), r.CaptureWins) })
	all.Add(r.Centre != "free" || r.Away > 0, "cells closed by the opening", func(s *State, dst []float32) {
		s.paint(dst, s.closed())
	})
	all.Add(r.Swap, "a swap is possible", func(s *State, dst []float32) { variant.Fill(dst, b2i(s.canSwap()), 1) })
	all.Add(r.Full == "first" || r.Full == "second", "the mover's stones began", func(s *State, dst []float32) { variant.Fill(dst, b2i(s.side == 0), 1) })
	return all
}

// Observe shows the planes of the game.
func (s *State) Observe(dst []float32) {
	s.game.planes.Observe(s, dst, s.game.rows*s.game.cols)
}

// paint sets the cells of a set of places.
func (s *State) paint(dst []float32, places *set) {
	for i := range s.game.words {
		for w := places[i]; w != 0; w &= w - 1 {
			dst[s.game.cell[i<<6+bits.TrailingZeros64(w)]] = 1
		}
	}
}

// Symmetries are those of the square or the rectangle that keep the cells; where stones
// fall, the mirror alone can.
func (g *Game) Symmetries() (all []env.Symmetry) {
	for _, image := range variant.Images(g.rows, g.cols) {
		if g.rules.Gravity && image.Name != "identity" && image.Name != "mirror" {
			continue
		}
		s := env.Symmetry{Name: image.Name}
		for c := range g.rows * g.cols {
			row, col := image.Of(c/g.cols, c%g.cols)
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
