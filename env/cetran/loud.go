package cetran

import (
	"slices"

	"ludens/env"
)

// Loud appends captures, in passing too, and promotions.
func (s *State) Loud(dst []env.Action) []env.Action {
	if s.ending() != ongoing {
		return dst
	}
	var l legal
	l.findLoud(&s.board)
	n, us := len(dst), s.board.toMove
	for _, man := range l.men[:l.n] {
		for to := man.to; to != 0; to &= to - 1 {
			dst = s.game.appendMoves(dst, man.kind, move{man.from, first(to), none}, us)
		}
	}
	slices.Sort(dst[n:])
	return dst
}

// appendMoves appends a move of p with all that the man may become.
func (g *Game) appendMoves(dst []env.Action, k kind, m move, p env.Player) []env.Action {
	if k != pawn || m.to.bit()&(rank1|rank8) == 0 {
		return append(dst, g.action(m, p))
	}
	for _, m.promoted = range g.promotions {
		dst = append(dst, g.action(m, p))
	}
	return dst
}

// Gain is 16 times what the move captures and adds by promotion, in pawns, less
// the capturing man. A move to a square that is guarded, by a man of more than
// it captures, has the difference: less than nothing. So has a promotion to any
// but the best officer.
func (s *State) Gain(a env.Action) int {
	b, us := &s.board, s.board.toMove
	m := s.game.move(a, us)
	k, _ := b.at(m.from)
	brings := 0
	if captured, _ := b.victim(m, k); captured != none {
		brings = worth[captured]
	}
	if m.promoted != none {
		if m.promoted != s.game.crown {
			return -worth[s.game.crown]
		}
		brings += worth[m.promoted] - worth[pawn]
	}
	if worth[k] > brings && b.attacked(m.to, us.Other(), b.occupied()&^m.from.bit()) {
		return brings - worth[k]
	}
	return 16*brings - worth[k]
}

// Pressed reports a check.
func (s *State) Pressed() bool { return s.board.inCheck() }

// Skip refuses in check, where the mover has but pawns, and where the other
// would have no move.
func (s *State) Skip() bool {
	b := &s.board
	if s.ending() != ongoing || b.men[b.toMove]&^(b.kind[pawn]|b.kind[king]) == 0 || b.inCheck() {
		return false
	}
	after := *b
	after.pass()
	if !after.canMove() {
		return false
	}
	s.board, s.past, s.seen = after, s.past[:0], 0
	s.last, s.end, s.known, s.weighed = move{nowhere, nowhere, none}, ongoing, true, false
	return true
}
