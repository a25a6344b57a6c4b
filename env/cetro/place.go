package cetro

import "ludens/env"

// Squares implements env.Spatial. Passes and what is said to a retreat, a veto
// with it, are off the board.
func (s *State) Squares(a env.Action) env.Squares {
	g, m := s.game, s.game.moves[a]
	x := env.Squares{From: -1, To: -1}
	switch m.verb {
	case jump, retreat:
		x.From, x.To = g.cell(m.from, s.mover), g.cell(m.to, s.mover)
		if m.verb == jump {
			x.Path = []int{(x.From + x.To) / 2}
		}
		x.Choice = g.choice(m)
	default:
		x.Choice = g.ActionNames()[planesOf(g.demand)+int(a)-int(g.global(0))]
	}
	return x
}

// choice tells a move with a demand apart from the same one without.
func (g *Game) choice(m move) string {
	switch {
	case m.demand:
		return "move and demand a jump"
	case g.demand == onMove:
		return "just move"
	}
	return ""
}

// Owner implements env.Owned.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	p, _, ok = s.at(cell)
	return p, ok
}

// Constraint implements env.Constrained.
func (s *State) Constraint() string {
	us, them := s.game.spec.Roles[s.mover], s.game.spec.Roles[s.mover.Other()]
	switch {
	case s.end != ongoing:
		return ""
	case s.judging():
		return them + " retreated though a jump was possible: " + us + " may accept that, or veto it and make " + them + " jump"
	case s.reach.none():
		return us + " cannot move, and has to pass"
	case s.must && s.game.demand == byVeto:
		return "the retreat was vetoed: " + us + " must jump instead"
	case s.must:
		return them + " demanded a jump: " + us + " must jump, and may choose which"
	case s.last.verb == pass:
		return them + " could not move: the turn was skipped"
	case s.game.demand == always:
		return "whoever can jump must"
	}
	return ""
}
