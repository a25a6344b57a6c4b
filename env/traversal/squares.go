package traversal

import "ludens/env"

// Squares implements env.Spatial. Passes and what is said to a step, a veto with it, are
// off the board. A chain of jumps may have several ways: it has no path.
func (s *State) Squares(a env.Action) env.Squares {
	g, m := s.game, s.game.move(a, s.mover)
	x := env.Squares{From: m.from, To: m.to}
	if !m.onBoard() || m.verb == accept || m.verb == veto {
		return env.Squares{From: -1, To: -1, Choice: g.text(m)}
	}
	if m.verb == jump && !g.rules.Chain {
		x.Path = []int{(m.from + m.to) / 2}
	}
	if taken := s.taken(m); taken >= 0 {
		x.Captured = []int{taken}
	}
	switch {
	case m.demand:
		x.Choice = "move and demand a jump"
	case g.rules.Demand == flagged && m.verb != put:
		x.Choice = "just move"
	}
	return x
}

// Owner implements env.Owned.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	m := s.cells[cell]
	if m == nobody {
		return 0, false
	}
	return s.game.player(m.side()), true
}

// Constraint implements env.Constrained.
func (s *State) Constraint() string {
	r := &s.game.rules
	us, them := s.game.spec.Roles[s.ToMove()], s.game.spec.Roles[s.ToMove().Other()]
	switch {
	case s.end != ongoing:
		return ""
	case s.judging():
		return them + " stepped though a jump was possible: " + us + " may accept that, or veto it and make " + them + " jump"
	case s.hand(s.mover) > 0:
		return us + " puts a man of the reserve on the board"
	case !s.moves:
		return us + " cannot move, and has to pass"
	case s.must && r.Demand == byVeto:
		return "the step was vetoed: " + us + " must jump instead"
	case s.must:
		return them + " demanded a jump: " + us + " must jump, and may choose which"
	case s.last.verb == pass && s.ply > 0:
		return them + " could not move: the turn was skipped"
	case r.Demand == always:
		return "whoever can jump must"
	}
	return ""
}
