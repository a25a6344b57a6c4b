package tafl

import (
	"slices"

	"ludens/env"
)

// Decisive appends the moves that may win at once: those of the king to where
// he escapes, or those that end beside him. Where a side may win in another way
// it appends all moves.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.end != ongoing || s.unusual() {
		return dst
	}
	g, who, aims := s.game, s.board[king], s.game.escapes
	if s.mover == attackers {
		who, aims = s.board[attacker], g.neighbours[s.board[king].first()]
	}
	idle := func(a env.Action) bool { return !who.has(g.moves[a].from) || !aims.has(g.moves[a].to) }
	return append(dst[:n], slices.DeleteFunc(dst[n:], idle)...)
}

// unusual reports that the mover might win otherwise than by the king's escape
// or capture: by encircling, by leaving no man or no move, by a repetition.
func (s *State) unusual() bool {
	r := &s.game.rules
	return s.mover == attackers && r.Encirclement ||
		r.Repeat > 0 && r.RepeatResult != RepeatDraws ||
		!s.atEase(s.mover.other())
}

// atEase reports that no move of the other side can leave this one without a
// man or a move. A move harms only men beside its target: those it captures or
// stands in the way of. So it is enough that more can move than squares have
// neighbours, or that the king has two ways to go. Squares that not every piece
// may enter are left aside.
func (s *State) atEase(of side) bool {
	g := s.game
	empty := g.all.minus(s.board.occupied()).minus(g.throne).minus(g.corners)
	if of == kingsSide && g.neighbours[s.board[king].first()].and(empty).count() >= 2 {
		return true
	}
	free := squares{}
	for d := range directions {
		free = free.or(g.shift(empty, d))
	}
	return s.board.of(of).minus(s.board[king]).and(free).count() > len(directions)
}
