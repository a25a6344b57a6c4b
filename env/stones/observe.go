package stones

import (
	"math/bits"

	"ludens/env/variant"
)

// viewsOf returns the planes that the rules need: the stones, and whatever else legal
// actions and results depend on.
func viewsOf(r *rules, b *board) variant.Views[*State] {
	var all variant.Views[*State]
	all.Add(true, "own stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[s.side]) })
	all.Add(true, "enemy stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[1-s.side]) })
	all.Add(b.cells.count() < b.rows*b.cols, "cells of the board", func(s *State, dst []float32) { s.paint(dst, &s.game.cells) })
	all.Add(r.Shoot, "closed cells", func(s *State, dst []float32) { s.paint(dst, &s.closed) })
	all.Add(r.Shoot, "the stone that closes a cell now", func(s *State, dst []float32) { s.spot(dst, s.moved) })
	all.Add(r.Mill > 0 || r.Removal, "stones to remove now", func(s *State, dst []float32) {
		if s.taking || s.removing() {
			t := s.takable()
			s.paint(dst, &t)
		}
	})
	all.Add(r.Goal == "sides", "sides that the mover joins", func(s *State, dst []float32) {
		for _, edge := range s.game.edges(s.side) {
			s.paint(dst, &edge)
		}
	})
	all.Add(r.Ko != "none", "cells closed by ko", func(s *State, dst []float32) {
		s.spot(dst, s.ko)
		barred := s.barred()
		s.paint(dst, &barred)
	})
	all.Add(r.Pass == "free", "a pass ends the game", func(s *State, dst []float32) { variant.Fill(dst, int(s.passed), 1) })
	all.Add(r.Reserve > 0, "own stones to be put", func(s *State, dst []float32) { variant.Fill(dst, int(s.hand[s.side]), r.Reserve) })
	all.Add(r.Reserve > 0, "enemy stones to be put", func(s *State, dst []float32) { variant.Fill(dst, int(s.hand[1-s.side]), r.Reserve) })
	all.Add(r.Quiet > 0, "plies without a stone put or removed", func(s *State, dst []float32) { variant.Fill(dst, int(s.quiet), r.Quiet) })
	all.Add(r.Swap, "a swap is possible", func(s *State, dst []float32) { variant.Fill(dst, b2i(s.canSwap()), 1) })
	all.Add(r.Komi != 0 && (r.Goal == "none" || r.Stuck == counts), "the mover's stones began", func(s *State, dst []float32) { variant.Fill(dst, b2i(s.side == 0), 1) })
	return all
}

// PlaneNames implements env.Labelled.
func (g *Game) PlaneNames() []string { return g.views.Names() }

// Turned implements env.Labelled.
func (*Game) Turned() bool { return false }

// Observe shows the planes of the game.
func (s *State) Observe(dst []float32) {
	s.game.views.Observe(s, dst, s.game.rows*s.game.cols)
}

// paint sets the cells of a set.
func (s *State) paint(dst []float32, cells *set) {
	for i := range s.game.words {
		for w := cells[i]; w != 0; w &= w - 1 {
			dst[i<<6+bits.TrailingZeros64(w)] = 1
		}
	}
}

// spot sets a cell, if it is one.
func (s *State) spot(dst []float32, c int16) {
	if c >= 0 {
		dst[c] = 1
	}
}
