package race

import "ludens/env"

// Squares implements env.Spatial. Passes and what is said to a step, a veto with it, are
// off the board. A chain of jumps may have several ways: it has no path.
func (s *State) Squares(a env.Action) env.Squares {
	g, m := s.game, &s.game.moves[a]
	b := g.board
	x := env.Squares{From: -1, To: -1}
	if m.to < 0 {
		x.Choice = g.extraInWords(a, m)
		return x
	}
	x.To = b.place(int(m.to), s.mover)
	if m.from >= 0 {
		x.From = b.place(int(m.from), s.mover)
	}
	if m.verb == jump && !g.law.chain {
		x.Path = []int{(x.From + x.To) / 2}
	}
	if s.captures(m) {
		x.Captured = x.Path[:1:1]
	}
	switch {
	case m.demand:
		x.Choice = "move and demand a jump"
	case g.law.flagged && m.verb != put:
		x.Choice = "just move"
	}
	return x
}

// extraInWords says what an action off the board does.
func (g *Game) extraInWords(a env.Action, m *move) string {
	if !g.coloured {
		return g.text(a, south)
	}
	return g.ActionNames()[g.sheet.planes()+int(a-g.sheet.extra(0))]
}

// Owner implements env.Owned.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	for x := range side(2) {
		if q := s.game.board.square(cell, x); q >= 0 && has(s.own(x), q) {
			return s.game.player(x), true
		}
	}
	return 0, false
}

// Constraint implements env.Constrained.
func (s *State) Constraint() string {
	us, them := s.game.spec.Roles[s.ToMove()], s.game.spec.Roles[s.ToMove().Other()]
	switch {
	case s.end != ongoing:
		return ""
	case s.judging():
		return them + " " + s.game.steppedInWords() + " though a jump was possible: " + us + " may accept that, or veto it and make " + them + " jump"
	case s.hand(s.mover) > 0:
		return us + " puts a man of the reserve on the board"
	case !s.moves:
		return us + " cannot move, and has to pass"
	case s.must && s.game.law.veto:
		return "the " + s.game.stepInWords() + " was vetoed: " + us + " must jump instead"
	case s.must:
		return them + " demanded a jump: " + us + " must jump, and may choose which"
	case s.last != none && s.game.moves[s.last].verb == pass:
		return them + " could not move: the turn was skipped"
	case s.game.law.always:
		return "a player who can jump must"
	}
	return ""
}
