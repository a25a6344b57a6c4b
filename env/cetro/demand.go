package cetro

import "ludens/env"

// demand is a reading of the rule that a player may demand "that the opponent
// make a jump instead of a withdrawal, if any is possible".
type demand uint8

const (
	// onMove: announced with one's own move or pass ("b2-d4!", "pass!"), for the
	// opponent's next turn. It is offered only where it matters: where the
	// opponent could then both jump and retreat.
	onMove demand = iota
	// never: nobody demands.
	never
	// always: every jump is compulsory.
	always
	// byVeto: after the event, as in the sister game Salta, where an opponent
	// who sees a jump omitted has the move taken back. A retreat made while a
	// jump was possible does not stand until the opponent, whose turn it then is,
	// has played "accept" or "veto". If he accepts, he moves at once. If he
	// vetoes, the man goes back, and its owner is to move again and must jump.
	// Only a move that stands can end the game, by whatever ending, and only moves
	// that stand count for the cap.
	byVeto
)

// demands are the values of the option, in the order of the constants.
var demands = []string{onMove: "flag", never: "none", always: "always", byVeto: "veto"}

// Uncounted implements env.Uncounted: a retreat that was vetoed, and decisions, do not
// count for the cap.
func (g *Game) Uncounted() bool { return g.demand == byVeto }

// heed is what a demand does: a player under it may not retreat while he can
// jump. It is over with his turn.
func (s *State) heed(r reach) reach {
	if (s.must || s.game.demand == always) && r.canJump() {
		r[retreatLeft], r[retreatRight] = 0, 0
	}
	return r
}

// objectionable reports whether the mover's move m is one that the opponent
// may veto.
func (s *State) objectionable(m move) bool {
	return s.game.demand == byVeto && m.verb == retreat && s.reach.canJump()
}

// appendDemands appends, for each of the moves, the action that is the same
// with a demand, if that would make a difference: if the opponent could then
// both jump and retreat.
func (s *State) appendDemands(dst, moves []env.Action) []env.Action {
	g, you := s.game, &s.sides[s.mover.Other()]
	for _, a := range moves {
		if g.board.torn(you.own, you.all^g.moves[a].footprint) {
			dst = append(dst, g.demanding(a))
		}
	}
	return dst
}
