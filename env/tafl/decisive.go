package tafl

import (
	"math/bits"

	"ludens/env"
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
	g, kept := s.game, dst[:n]
	if s.mover == kingsSide {
		for _, a := range dst[n:] {
			if m := g.moveOf(a); m.from == s.king && g.escapes.has(m.to) {
				kept = append(kept, a)
			}
		}
		return kept
	}
	near := g.near[int(s.king)*g.words : (int(s.king)+1)*g.words]
	for _, a := range dst[n:] {
		if m := g.moveOf(a); near[m.to>>6]>>(m.to&63)&1 != 0 {
			kept = append(kept, a)
		}
	}
	return kept
}

// unusual reports that the mover might win otherwise than by the king's escape or
// capture: by cutting off, by a fort, by leaving no man or no move, by a repetition.
func (s *State) unusual() bool {
	r := &s.game.rules
	return s.mover == attackers && (r.Encirclement || r.Surround != NoSurround) ||
		s.mover == kingsSide && r.EdgeFort != NoFort ||
		r.Repeat > 0 && (r.RepeatResult != RepeatDraws || r.RepeatLoser != NoLoser) ||
		!s.atEase(s.mover.other())
}

// atEase reports that no move of the other side can leave this one without a man or a
// move. A move harms only men beside its target: those it captures or stands in the way
// of; and, where rows fall, those at the edges. So it is enough that more can move than
// squares have neighbours, or that the king has two ways to go. Squares that not every
// piece may enter are left aside.
func (s *State) atEase(of side) bool {
	g := s.game
	var free set
	empty := g.empties(s.board)
	for w := range g.words {
		empty[w] &^= g.thrones[w] | g.corners[w] | g.camps[w] | g.forts[w]
	}
	if of == kingsSide {
		ways := 0
		for w, near := range g.near[int(s.king)*g.words : (int(s.king)+1)*g.words] {
			ways += bits.OnesCount64(near & empty[w])
		}
		if ways >= 2 {
			return true
		}
	}
	for d := range directions {
		way := empty
		g.step(&way, d)
		for w := range g.words {
			free[w] |= way[w]
		}
	}
	n := 0
	for w := range g.words {
		men := g.sideWord(s.board, of, w) &^ s.board[int(king)*g.words+w]
		if g.walls != nil {
			men &^= g.edge[w]
		}
		n += bits.OnesCount64(men & free[w])
	}
	return n > len(directions)
}
