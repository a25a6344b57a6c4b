package chess

import (
	"math/bits"

	"ludens/env"
)

// Decisive implements env.Decisive: moves that may win at once. Where only checkmate and
// checks win, they are those that give check; elsewhere all are.
func (s *State) Decisive(dst []env.Action) []env.Action {
	g, b := s.game, &s.board
	if !g.onlyMate || s.ending() != ongoing {
		return s.Legal(dst)
	}
	n := len(dst)
	if g.masks != nil {
		w := s.tools()
		w.find(g, b, ^uint64(0))
		w.keepChecks(g, b)
		dst = w.appendTo(dst, g, b)
	} else {
		dst = s.Legal(dst)
	}
	keep := n
	for _, a := range dst[n:] {
		if m, _ := s.moveOf(a); g.givesCheck(b, m) {
			dst[keep] = a
			keep++
		}
	}
	return dst[:keep]
}

// givesCheck reports whether a move does.
func (g *Game) givesCheck(b *board, m move) bool {
	after := *b
	g.shift(&after, m)
	return g.inCheck(&after, b.toMove.Other())
}

// keepChecks leaves the moves that may give check: of pieces that come to where their kind
// attacks the royal piece of the other side, of those in whose shadow it stands, and all
// promotions, captures in passing, castlings and conversions.
func (w *work) keepChecks(g *Game, b *board) {
	us, m := b.toMove, g.masks
	royals := b.royals[us.Other()][0]
	if royals == 0 || royals&(royals-1) != 0 {
		return
	}
	q := square(bits.TrailingZeros64(royals))
	near, veil := m.near[us][q], m.veil(b, q)
	near[rookClass] &= rookAttacks(q, b.own[us.Other()][0])
	near[bishopClass] &= bishopAttacks(q, b.own[us.Other()][0])
	attack := func(k kind) (set uint64) {
		for classes := g.traits[k].classes; classes != 0; classes &= classes - 1 {
			set |= near[bits.TrailingZeros16(uint16(classes))%mostClasses]
		}
		return set
	}
	n := 0
	for _, r := range w.men[:w.n] {
		if veil>>r.from&1 == 0 && !g.traits[r.kind].converts {
			r.to &= attack(r.kind) | r.passing
		}
		if r.to|r.up != 0 {
			w.men[n] = r
			n++
		}
	}
	w.n = n
	for _, k := range g.inHands {
		w.drops[k] &= attack(k)
	}
}

// veil returns the mover's pieces that may hide another of his from the royal piece on q.
func (m *masks) veil(b *board, q square) (set uint64) {
	us := b.toMove
	own := b.own[us][0]
	if occ := own | b.own[us.Other()][0]; (b.class[rookClass]|b.class[bishopClass])&own != 0 {
		set = rookAttacks(q, occ) | bishopAttacks(q, occ)
	}
	for i := m.leaps; i < m.count; i++ {
		for from := m.near[us][q][i] & b.class[i] & own; from != 0; from &= from - 1 {
			for _, passed := range m.routes[i][us][q][bits.TrailingZeros64(from)] {
				set |= passed
			}
		}
	}
	return set & own
}
