package chess

import (
	"math/bits"

	"ludens/env"
)

// A guard is what the safety of the mover's one royal piece asks of his others: each must
// land within check, and one in pinned within its pin too.
type guard struct {
	check  uint64 // all squares when the royal piece is not attacked
	pinned uint64
	pins   [64]pin // of the pieces in pinned, in no order
}

// pin is where a piece may land without uncovering the royal one.
type pin struct{ man, stay uint64 }

// look fills w in for the royal piece on q. Whatever slides or takes a path is followed
// from there to the attacker: with nothing on it, a piece must land on it or capture; with
// one own piece on it and nothing else, that one must stay on it or capture. A sissa has up
// to four paths, and every one of them must be closed.
func (w *guard) look(g *Game, b *board, q square) {
	us, m := b.toMove, g.masks
	enemies, own := b.own[us.Other()][0], b.own[us][0]
	occ, near := own|enemies, &m.near[us.Other()][q&63]
	w.check, w.pinned = ^uint64(0), 0
	checkers := uint64(0)
	for i := leapClass; i < m.leaps; i++ {
		checkers |= near[i] & b.class[i]
	}
	for checkers &= enemies; checkers != 0; checkers &= checkers - 1 {
		w.check &= checkers & -checkers
	}
	sliders := near[rookClass]&b.class[rookClass] | near[bishopClass]&b.class[bishopClass]
	for sliders &= enemies; sliders != 0; sliders &= sliders - 1 {
		w.close(between[q&63][bits.TrailingZeros64(sliders)&63], sliders&-sliders, occ, own)
	}
	for i := m.leaps; i < m.count; i++ {
		for from := near[i] & b.class[i] & enemies; from != 0; from &= from - 1 {
			for _, passed := range m.routes[i][us.Other()][q&63][bits.TrailingZeros64(from)&63] {
				w.close(passed, from&-from, occ, own)
			}
		}
	}
}

// close deals with one path to the attacker's square.
func (w *guard) close(passed, attacker, occ, own uint64) {
	blockers := passed & occ
	switch {
	case blockers == 0:
		w.check &= passed | attacker
	case blockers&(blockers-1) == 0 && blockers&own != 0:
		w.hold(blockers, passed|attacker)
	}
}

// hold pins a piece to some squares.
func (w *guard) hold(man, squares uint64) {
	if w.pinned&man == 0 {
		w.pins[bits.OnesCount64(w.pinned)] = pin{man, squares}
		w.pinned |= man
		return
	}
	for i := range w.pins {
		if w.pins[i].man == man {
			w.pins[i].stay &= squares
			return
		}
	}
}

// allowed returns where the piece on q, not the royal one, may land.
func (w *guard) allowed(q square) uint64 {
	bit := uint64(1) << (q & 63)
	if w.pinned&bit == 0 {
		return w.check
	}
	i := 0
	for w.pins[i].man != bit {
		i++
	}
	return w.check & w.pins[i].stay
}

// attacked reports whether p attacks q when occ is occupied. It looks outward from q.
func (m *masks) attacked(b *board, q square, p env.Player, occ uint64) bool {
	men, near := b.own[p][0]&occ, &m.near[p][q&63]
	for i := leapClass; i < m.leaps; i++ {
		if near[i]&b.class[i]&men != 0 {
			return true
		}
	}
	if x := near[rookClass] & b.class[rookClass] & men; x != 0 && rookAttacks(q, occ)&x != 0 {
		return true
	}
	if x := near[bishopClass] & b.class[bishopClass] & men; x != 0 && bishopAttacks(q, occ)&x != 0 {
		return true
	}
	for i := m.leaps; i < m.count; i++ {
		for from := near[i] & b.class[i] & men; from != 0; from &= from - 1 {
			for _, passed := range m.routes[i][p][q&63][bits.TrailingZeros64(from)&63] {
				if passed&occ == 0 {
					return true
				}
			}
		}
	}
	return false
}

// attacks returns the squares that a piece attacks, occupied or not.
func (m *masks) attacks(t *mover, q square, occ uint64) (set uint64) {
	set = t.both | t.capture
	if t.form == 0 {
		return set
	}
	return set | m.lines(t, q, occ) | open(m.odd[t.odd].capture, occ)
}

// moves returns the squares where a piece may go, captures in passing and the safety of the
// royal piece left aside.
func (m *masks) moves(t *mover, q square, own, enemies uint64) (set uint64) {
	occ := own | enemies
	if set = t.leaps(own, enemies, occ); t.form != 0 {
		set |= m.rides(t, q, own, enemies)
	}
	return set
}

// rides returns where a piece may go but for its leaps.
func (m *masks) rides(t *mover, q square, own, enemies uint64) (set uint64) {
	occ := own | enemies
	set = m.lines(t, q, occ) &^ own
	if t.form&oddly != 0 {
		odd := &m.odd[t.odd]
		set |= open(odd.quiet, occ)&^occ | open(odd.capture, occ)&enemies
	}
	return set
}

// leaps returns where a piece may leap.
func (t *mover) leaps(own, enemies, occ uint64) (set uint64) {
	set = t.both&^own | t.quiet&^occ | t.capture&enemies
	if t.over&occ == 0 {
		set |= t.jump &^ occ
	}
	return set
}

// lines returns where lines and paths that are clear lead a piece, to own ones, too.
func (m *masks) lines(t *mover, q square, occ uint64) (set uint64) {
	if t.form&alongRook != 0 {
		set = sweep(q, fileLine[q&63], occ) | sweepRank(q, occ)
	}
	if t.form&alongBishop != 0 {
		set |= sweep(q, diagonalOf[q&63], occ) | sweep(q, antiOf[q&63], occ)
	}
	if t.form&alongPaths != 0 {
		set |= open(m.pathsOf(t), occ)
	}
	return set
}

// open returns where the paths lead that are clear.
func open(paths []clearance, occ uint64) (set uint64) {
	for _, c := range paths {
		if c.passed&occ == 0 {
			set |= c.to
		}
	}
	return set
}
