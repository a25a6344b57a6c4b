package hnefatafl

import (
	"slices"

	"ludens/env"
	"ludens/env/tafl"
)

// Decisive appends the moves that may win at once: those of the king to where he
// escapes, or those that end beside him. Where a side may win in another way it appends
// all moves.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.unusual() {
		return dst
	}
	g := s.game
	idle := func(a env.Action) bool {
		m := g.moveOf(a)
		if s.mover == kingsSide {
			return m.from != s.king || !g.escapes(m.to)
		}
		for d := range directions {
			if m.to != beyond && g.next[d][m.to] == s.king {
				return false
			}
		}
		return true
	}
	return append(dst[:n], slices.DeleteFunc(dst[n:], idle)...)
}

// unusual reports that the mover might win otherwise than by the king's escape or
// capture: by cutting off, by a fort, by leaving no man or no move, by a repetition.
func (s *State) unusual() bool {
	r := &s.game.rules
	return s.mover == attackers && (r.Encirclement || r.Surround != NoSurround) ||
		s.mover == kingsSide && r.EdgeFort != NoFort ||
		r.Repeat > 0 && (r.RepeatResult != tafl.RepeatDraws || r.RepeatLoser != NoLoser) ||
		!s.atEase(s.mover.other())
}

// atEase reports that no move of the other side can leave this one without a man or a
// move. A move harms only men beside its target, four at most, those in a row at an
// edge, and those whose way it blocks: so it is enough that more can step somewhere.
func (s *State) atEase(of side) bool {
	g := s.game
	enough, free := len(directions), 0
	if g.rules.Shieldwall != NoWall {
		enough += 2 * (g.rows + g.cols)
	}
	for c, k := range s.men[:g.cells()] {
		if k == nothing || k == king || g.kinds[k].side != of {
			continue
		}
		for d := range directions {
			if n := g.next[d][c]; n != beyond && s.men[n] == nothing && !g.special(n) {
				free++
				break
			}
		}
	}
	return free > enough
}
