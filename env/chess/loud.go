package chess

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// Loud appends captures, in passing too, and promotions.
func (s *State) Loud(dst []env.Action) []env.Action {
	if s.ending() != ongoing {
		return dst
	}
	g, b := s.game, &s.board
	if g.masks != nil {
		w := s.tools()
		w.findLoud(g, b)
		return w.appendTo(dst, g, b)
	}
	s.findLoud()
	for i, m := range s.moves {
		if s.found == foundLoud || b.loud(m) {
			dst = append(dst, s.acts[i])
		}
	}
	return dst
}

// loud reports whether a move captures or promotes.
func (b *board) loud(m move) bool {
	return m.what < dropped && (m.becomes != noKind || b.captured(m) != nowhere)
}

// findLoud fills w in with the captures and promotions among the legal moves.
func (w *work) findLoud(g *Game, b *board) {
	enemies := b.own[b.toMove.Other()][0]
	w.find(g, b, enemies)
	n := 0
	for _, r := range w.men[:w.n] {
		if r.to &= enemies | r.passing; r.to|r.up != 0 {
			w.men[n] = r
			n++
		}
	}
	w.n = n
}

// gain returns by how many pawns a move raises the mover's balance.
func (g *Game) gain(b *board, m move) (n int) {
	switch {
	case m.what == dropped && m.becomes != noKind:
		n = int(g.traits[g.promoted(m.from, m.becomes)].worth - g.traits[m.from].worth)
		if g.fewer {
			return -n
		}
		return n
	case m.what >= dropped:
		return 0
	case b.captured(m) != nowhere && (g.keys.Blast || g.closes && g.turns(kindOf(b.at[m.from]))):
		return g.undone(b, m)
	}
	if at := b.captured(m); at != nowhere {
		n = int(g.traits[kindOf(b.at[at])].prize)
	}
	if m.becomes != noKind {
		k := kindOf(b.at[m.from])
		n += int(g.traits[g.promoted(k, m.becomes)].worth - g.traits[k].worth)
	}
	if g.fewer {
		return -n
	}
	return n
}

// undone is gain where who captures is removed himself.
func (g *Game) undone(b *board, m move) int {
	after, us := *b, b.toMove
	g.shift(&after, m)
	n := after.balance(us) - b.balance(us)
	if g.fewer {
		return -n
	}
	return n
}

// Gain is 16 times what the move captures and adds by promotion, in pawns, less the
// capturing man. A move to a square that is guarded, by a man of more than it captures, has
// the difference: less than nothing. So has a promotion to any but what counts most.
func (s *State) Gain(a env.Action) int {
	g, b := s.game, &s.board
	m, ok := s.moveOf(a)
	if !ok || m.what >= dropped {
		return 0
	}
	brings, k := g.gain(b, m), kindOf(b.at[m.from])
	worth := int(g.traits[k].worth)
	switch {
	case g.fewer:
		return brings
	case m.becomes != noKind && !g.crowns(k, m.becomes):
		return -int(g.traits[k].crown)
	case worth > brings && g.guarded(b, m):
		return brings - worth
	}
	return 16*brings - worth
}

// guarded reports whether the other side attacks where a move leads.
func (g *Game) guarded(b *board, m move) bool {
	us := b.toMove
	if g.masks != nil {
		return g.masks.attacked(b, m.to, us.Other(), (b.own[0][0]|b.own[1][0])&^(1<<m.from))
	}
	after := *b
	g.lift(&after, m.from)
	return g.attacked(&after, m.to, us.Other())
}

// Pressed reports a check, and that a capture is forced.
func (s *State) Pressed() bool { return s.pressed(&s.board) }

func (s *State) pressed(b *board) bool {
	return s.game.inCheck(b, b.toMove) || s.game.keys.MustCapture && s.game.forced(b)
}

// forced reports whether the mover can capture where he who can must.
func (g *Game) forced(b *board) bool {
	if g.masks != nil {
		w := lend()
		defer works.Put(w)
		w.findLoud(g, b)
		return slices.ContainsFunc(w.men[:w.n], func(r reach) bool { return (r.to|r.up)&(b.own[b.toMove.Other()][0]|r.passing) != 0 })
	}
	moves := g.legal(b, nil)
	return len(moves) > 0 && b.captured(moves[0]) != nowhere
}

// Skip refuses in check, where a capture is forced or fewer men are better, where the mover
// has none but royal men and such as are promoted, and where the game would be over.
func (s *State) Skip() bool {
	g, b := s.game, &s.board
	if s.ending() != ongoing || g.keys.MustCapture || g.fewer || g.walling || !g.hasOfficer(b) || g.inCheck(b, b.toMove) {
		return false
	}
	before, past, seen := s.board, s.past, s.seen
	b.pass()
	s.past, s.seen, s.judged, s.found = s.past[:0], 0, false, unfound
	s.work.forget()
	s.judge()
	if s.work.forget(); s.end != ongoing {
		s.board, s.past, s.seen, s.end, s.result, s.found = before, past, seen, ongoing, env.Ongoing, unfound
		return false
	}
	s.last, s.over, s.weighed = [2]square{nowhere, nowhere}, nowhere, false
	return true
}

// hasOfficer reports whether the mover has a man on the board or in hand who is not royal
// and will not be promoted: without one it may be better not to move.
func (g *Game) hasOfficer(b *board) (found bool) {
	us := b.toMove
	b.own[us].each(func(q square) {
		found = found || g.traits[kindOf(b.at[q])].officer
	})
	return found || b.holds(us)
}

// Left implements env.Ticking.
func (s *State) Left() (plies int, ok bool) {
	return max(0, s.game.keys.Clock-s.clock), s.game.keys.Clock > 0
}

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
