package chess

import "ludens/env"

// mate returns how a game ends whose mover is checkmated: by Keys.MateLoses and
// Keys.MateChecks it depends on whose checks these are. The rules of shatar as
// Fairy-Stockfish has them: a knight does not mate, and one check of a rook, bers or knight
// (shak) is to be among those that drive the king to his end, else it is niol.
func (s *State) mate() (ending, env.Result) {
	g, us := s.game, s.board.toMove
	switch {
	case g.mateLoses != 0 && !g.checkedBy(&s.board, us, ^g.mateLoses):
		return checkmate, env.WinFor(us)
	case g.mateChecks != 0 && !s.series[us.Other()]:
		return niol, env.Drawn
	}
	return checkmate, value(g.keys.Checkmate, us)
}

// goOnChecking notes after a move of the other's, or at the start of a game, whether the other
// goes on with a series of checks of which one counts.
func (s *State) goOnChecking() {
	if s.game.mateChecks == 0 {
		return
	}
	us := s.board.toMove
	series := &s.series[us.Other()]
	*series = s.game.inCheck(&s.board, us) && (*series || s.game.checkedBy(&s.board, us, s.game.mateChecks))
}

// checkedBy reports whether one of some kinds attacks a man of p who is royal now.
func (g *Game) checkedBy(b *board, p env.Player, kinds kindSet) (found bool) {
	g.ruling(b, p).each(func(q square) {
		for i := range g.attackers[p.Other()][q] {
			o := &g.attackers[p.Other()][q][i]
			x := b.at[o.from]
			found = found || x != 0 && ownerOf(x) != p && kinds.has(g.kinds[kindOf(x)].base) && g.attacksFrom(b, o)
		}
	})
	return found
}
