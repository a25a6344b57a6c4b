package cetro

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
	// Only a retreat that stands can end the game. Each decision is a ply.
	byVeto
)

// demands are the values of the option, in the order of the constants.
var demands = []string{onMove: "flag", never: "none", always: "always", byVeto: "veto"}

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

// demandable returns the moves out of s.reach that may carry a demand.
func (s *State) demandable() (d reach) {
	b, you := s.game.board, s.sides[s.mover.Other()]
	foe := you.foe
	for dir, from := range s.reach {
		for ; from != 0; from &= from - 1 {
			q := from.first()
			you.foe = foe ^ b.footprint(q, b.to[dir][q])
			if b.matters(&you) {
				d[dir] |= q.bit()
			}
		}
	}
	return d
}

// matters reports whether a demand would make a difference to a player.
func (b *board) matters(s *side) bool {
	r := b.reach(s)
	return r.canJump() && r.canRetreat()
}
