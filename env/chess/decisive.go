package chess

import (
	"math/bits"

	"ludens/env"
)

// Decisive implements env.Decisive: moves that may win at once. Where only checkmate and
// checks win, they are those that give check; elsewhere all are. With an army of Cetran they
// are those that may give check, and all where bishops may convert, as its searches know
// them.
func (s *State) Decisive(dst []env.Action) []env.Action {
	g, b := s.game, &s.board
	if !g.onlyMate || s.ending() != ongoing || g.cetran == cetran1 && g.unconvertedOn(b) {
		return s.Legal(dst)
	}
	n := len(dst)
	if g.masks != nil {
		w := s.tools()
		w.find(g, b, ^uint64(0))
		w.keepChecks(g, b)
		if dst = w.appendTo(dst, g, b); g.cetran != nil {
			return dst
		}
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
	near, veil, others := m.near[us][q], m.veil(b, q), b.own[us.Other()][0]
	near[rookClass] &= rookAttacks(q, others)
	near[bishopClass] &= bishopAttacks(q, others)
	for i := m.leaps; i < m.count; i++ {
		near[i] = m.reaching(i, us, q, near[i], others)
	}
	passing := b.passedMask()
	attack := func(k kind) (set uint64) {
		for classes := g.traits[k].classes; classes != 0; classes &= classes - 1 {
			set |= near[bits.TrailingZeros16(uint16(classes))%mostClasses]
		}
		return set
	}
	n := 0
	for _, r := range w.men[:w.n] {
		switch {
		case r.setwise != 0:
			r.to &= attack(r.kind) | passing | bits.RotateLeft64(veil, -int(int8(r.from)))
		case veil>>r.from&1 == 0 && !g.traits[r.kind].converts:
			r.to &= attack(r.kind) | passing
		}
		if r.to|r.up != 0 {
			w.men[n] = r
			n++
		}
	}
	w.n, w.whole = n, false
	for _, k := range g.inHands {
		w.drops[k] &= attack(k)
	}
}

// veil returns the mover's pieces that may hide another of his from the royal piece on q.
func (m *masks) veil(b *board, q square) (set uint64) {
	us := b.toMove
	own := b.own[us][0]
	others := b.own[us.Other()][0]
	if m.turns { // on other boards nothing slides along lines
		set = rookAttacks(q, own|others) | bishopAttacks(q, own|others)
	}
	for i := m.leaps; i < m.count; i++ {
		for from := m.near[us][q][i] & b.class[i] & own; from != 0; from &= from - 1 {
			for _, passed := range m.routes[i][us][q][bits.TrailingZeros64(from)] {
				if passed&others == 0 {
					set |= passed
				}
			}
		}
	}
	return set & own
}

// reaching returns from which of some squares pieces of a class of paths attack q past
// others.
func (m *masks) reaching(class int, p env.Player, q square, from, others uint64) (set uint64) {
	for ; from != 0; from &= from - 1 {
		for _, passed := range m.routes[class][p][q][bits.TrailingZeros64(from)] {
			if passed&others == 0 {
				set |= from & -from
				break
			}
		}
	}
	return set
}

// unconvertedOn reports whether some bishop may or must convert.
func (g *Game) unconvertedOn(b *board) bool {
	for q := range square(g.cells) {
		if x := b.at[q]; x != 0 && g.traits[kindOf(x)].converts {
			return true
		}
	}
	return false
}
