package cetran

import "ludens/env"

// Decisive appends the moves that may give check, for only a mate wins: those
// that attack the king, those of a man in whose shadow he stands, promotions,
// captures in passing, and all where bishops may convert.
func (s *State) Decisive(dst []env.Action) []env.Action {
	b := &s.board
	if s.ending() != ongoing || b.free|b.bound != 0 {
		return s.Legal(dst)
	}
	var l legal
	l.find(b)
	var near checks
	near.find(b)
	near.keep(&l, b)
	return s.game.appendActions(dst, &l, b.toMove)
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

// keep leaves in l the moves that may give check.
func (c *checks) keep(l *legal, b *board) {
	for i := range l.men[:l.n] {
		man := &l.men[i]
		switch {
		case c.veil&man.from.bit() != 0:
		case man.kind == pawn:
			man.to &= c.from[pawn] | rank1 | rank8 | b.passing()
		default:
			man.to &= c.from[man.kind] | b.passing()
		}
	}
}

// passing returns the square of a capture in passing as a set.
func (b *board) passing() uint64 {
	if b.passant == nowhere {
		return 0
	}
	return b.passant.bit()
}
