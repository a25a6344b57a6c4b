package stones

import (
	"math/bits"
	"slices"
)

// view is one plane of an observation.
type view struct {
	name string
	show func(s *State, dst []float32) // dst is all 0
}

func equalViews(a, b []view) bool {
	return slices.EqualFunc(a, b, func(x, y view) bool { return x.name == y.name })
}

// viewsOf returns the planes that the rules need: the stones, and whatever else legal
// actions and results depend on.
func viewsOf(r *rules, b *board) []view {
	all := []view{
		{"own stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[s.side]) }},
		{"enemy stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[1-s.side]) }},
	}
	add := func(when bool, name string, show func(s *State, dst []float32)) {
		if when {
			all = append(all, view{name, show})
		}
	}
	add(b.cells.count() < b.rows*b.cols, "cells of the board", func(s *State, dst []float32) { s.paint(dst, &s.game.cells) })
	add(r.Shoot, "closed cells", func(s *State, dst []float32) { s.paint(dst, &s.closed) })
	add(r.Shoot, "the stone that closes a cell now", func(s *State, dst []float32) { s.spot(dst, s.moved) })
	add(r.Mill > 0 || r.Removal, "stones to remove now", func(s *State, dst []float32) {
		if s.taking || s.removing() {
			t := s.takable()
			s.paint(dst, &t)
		}
	})
	add(r.Goal == "sides", "sides that the mover joins", func(s *State, dst []float32) {
		for _, edge := range s.game.edges(s.side) {
			s.paint(dst, &edge)
		}
	})
	add(r.Ko != "none", "cells closed by ko", func(s *State, dst []float32) {
		s.spot(dst, s.ko)
		barred := s.barred()
		s.paint(dst, &barred)
	})
	add(r.Pass == "free", "a pass ends the game", func(s *State, dst []float32) { fill(dst, int(s.passed), 1) })
	add(r.Reserve > 0, "own stones to be put", func(s *State, dst []float32) { fill(dst, int(s.hand[s.side]), r.Reserve) })
	add(r.Reserve > 0, "enemy stones to be put", func(s *State, dst []float32) { fill(dst, int(s.hand[1-s.side]), r.Reserve) })
	add(r.Quiet > 0, "plies without a stone put or removed", func(s *State, dst []float32) { fill(dst, int(s.quiet), r.Quiet) })
	add(r.Swap, "a swap is possible", func(s *State, dst []float32) { fill(dst, b2i(s.canSwap()), 1) })
	add(r.Komi != 0 && (r.Goal == "none" || r.Stuck == counts), "the mover's stones began", func(s *State, dst []float32) { fill(dst, b2i(s.side == 0), 1) })
	return all
}

// PlaneNames implements env.Labelled.
func (g *Game) PlaneNames() (names []string) {
	for _, v := range g.views {
		names = append(names, v.name)
	}
	return names
}

// Turned implements env.Labelled.
func (*Game) Turned() bool { return false }

// Observe shows the planes of the game.
func (s *State) Observe(dst []float32) {
	clear(dst)
	n := s.game.rows * s.game.cols
	for i := range s.game.views {
		s.game.views[i].show(s, dst[i*n:][:n])
	}
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

// fill sets all cells to a part of a whole.
func fill(dst []float32, part, whole int) {
	x := min(float32(part)/float32(whole), 1)
	for i := range dst {
		dst[i] = x
	}
}
