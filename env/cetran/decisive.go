package cetran

import (
	"slices"

	"ludens/env"
)

// Decisive appends the moves that may give check, for only a mate wins: those
// that attack the king, those of a man in whose shadow he stands, promotions,
// captures in passing, and all where bishops may convert.
func (s *State) Decisive(dst []env.Action) []env.Action {
	n := len(dst)
	dst = s.Legal(dst)
	if s.ending() != ongoing || s.board.free|s.board.bound != 0 {
		return dst
	}
	var near checks
	near.find(&s.board)
	idle := func(a env.Action) bool { return !near.may(s.game.move(a, s.board.toMove), &s.board) }
	return append(dst[:n], slices.DeleteFunc(dst[n:], idle)...)
}

// checks is from where the mover would attack the other king.
type checks struct {
	from [kinds]uint64 // by kind of man
	veil uint64        // his men that may hide another of his from that king
}

// find fills c in. Its lines pass through the mover's own men, since one of
// them leaves its square; so it may promise a check too many.
func (c *checks) find(b *board) {
	us := b.toMove
	target, mine, others := b.king(us.Other()), b.men[us], b.men[us.Other()]
	c.from[pawn] = pawnSteps[us.Other()][target&63]
	for k := range kind(kinds) {
		if k != pawn && k != king && mine&b.kind[k] != 0 {
			c.from[k] = b.attacks(k, target, others)
		}
	}
	c.veil = mine & b.attacks(queen, target, b.occupied())
	for sissas := mine & b.kind[sissa] & sissaReach[target&63]; sissas != 0; sissas &= sissas - 1 {
		for _, passed := range sissaRoutes[target&63][first(sissas)&63] {
			if passed&others == 0 {
				c.veil |= passed & mine
			}
		}
	}
}

// may reports whether m may give check.
func (c *checks) may(m move, b *board) bool {
	k, _ := b.at(m.from)
	return c.from[k]&m.to.bit() != 0 || c.veil&m.from.bit() != 0 || m.promoted != none || m.to == b.passant
}
