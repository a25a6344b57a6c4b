package chess

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// Exchange implements env.Exchanging: after the move both sides capture on its square with
// what counts least, and each stops when that is best (the "swap algorithm"). Pins are left
// aside, and what is promoted by a later capture. Where a capture does more than to exchange
// men (Keys.Blast, walls), is forced, or fewer men are better, it is what the move brings
// alone. A promotion to any but what counts most is as bad as to lose that.
func (s *State) Exchange(a env.Action) int {
	g, b := s.game, &s.board
	m, ok := s.moveOf(a)
	switch {
	case !ok || m.what >= passed:
		return 0
	case !g.swaps:
		return g.gain(b, m)
	case m.what < dropped && m.becomes != noKind && !g.crowns(kindOf(b.at[m.from]), m.becomes):
		return -int(g.traits[kindOf(b.at[m.from])].crown)
	}
	return g.swap(b, m)
}

// mostSwaps is how many captures in a row are looked at.
const mostSwaps = 32

// swap returns by how many pawns the mover's balance rises by the exchange that a move begins.
func (g *Game) swap(b *board, m move) int {
	var gains [mostSwaps]int // of the side that captures, if the other stops
	stands := g.arriving(b, m)
	x := battle{g: g, b: b, q: m.to}
	if g.masks != nil {
		x.take(m)
	} else {
		own := *b
		x.b = &own
		x.lay(m, stands)
	}
	gains[0] = g.gain(b, m)
	n := 0
	for side := b.toMove.Other(); n < mostSwaps-1; side = side.Other() {
		from := x.least(side)
		if from == nowhere {
			break
		}
		n++
		gains[n] = int(g.traits[stands].prize) - gains[n-1]
		stands = kindOf(x.b.at[from])
		x.capture(from)
	}
	for ; n > 0; n-- {
		gains[n-1] = min(gains[n-1], -gains[n])
	}
	return gains[0]
}

// arriving returns the kind of who stands where a move leads after it.
func (g *Game) arriving(b *board, m move) kind {
	if m.what != dropped {
		return g.after(kindOf(b.at[m.from]), m)
	}
	if m.becomes != noKind {
		return g.promoted(m.from, m.becomes)
	}
	return m.from
}

// battle is an exchange on the square q.
type battle struct {
	g   *Game
	b   *board // on larger boards a copy, on which captures are made
	q   square
	occ uint64 // on boards of one word: where men stand who have not captured yet
}

// take begins on a board of one word.
func (x *battle) take(m move) {
	x.occ = x.b.own[0][0] | x.b.own[1][0]
	if m.what != dropped {
		x.occ &^= 1 << m.from
	}
	if m.what == inPassing {
		x.occ &^= 1 << x.b.victim
	}
}

// lay begins on a larger board.
func (x *battle) lay(m move, stands kind) {
	g, b := x.g, x.b
	if at := b.captured(m); at != nowhere {
		g.lift(b, at)
	}
	if m.what != dropped {
		g.lift(b, m.from)
	}
	g.put(b, stands, b.toMove, m.to)
}

// capture has the man on a square capture.
func (x *battle) capture(from square) {
	if x.g.masks != nil {
		x.occ &^= 1 << from
		return
	}
	x.g.lift(x.b, x.q)
	x.g.carry(x.b, from, x.q)
}

// least returns where p's man stands who counts least among those that attack the square, or
// nowhere. A royal one comes last, and only where he cannot be captured then.
func (x *battle) least(p env.Player) square {
	from := nowhere
	least, royal := int16(0), false
	see := func(q square) {
		t := &x.g.traits[kindOf(x.b.at[q])]
		if from == nowhere || royal && !t.royal || royal == t.royal && t.worth < least {
			from, least, royal = q, t.worth, t.royal
		}
	}
	if x.g.masks != nil {
		for men := x.g.masks.attackers(x.b, x.q, p, x.occ); men != 0; men &= men - 1 {
			see(square(bits.TrailingZeros64(men)))
		}
	} else {
		x.g.eachAttacker(x.b, x.q, p, see)
	}
	if royal && x.stepsIntoCheck(p, from) {
		return nowhere
	}
	return from
}

// stepsIntoCheck reports whether p's royal man on a square could be captured where he
// captures.
func (x *battle) stepsIntoCheck(p env.Player, from square) bool {
	if m := x.g.masks; m != nil {
		return m.attacked(x.b, x.q, p.Other(), x.occ&^(1<<from))
	}
	own := *x.b
	after := battle{g: x.g, b: &own, q: x.q}
	after.capture(from)
	return x.g.attacked(after.b, x.q, p.Other())
}

// attackers returns p's men that attack q when occ is occupied.
func (m *masks) attackers(b *board, q square, p env.Player, occ uint64) (set uint64) {
	men, near := b.own[p][0]&occ, &m.near[p][q&63]
	for i := leapClass; i < m.leaps; i++ {
		set |= near[i] & b.class[i]
	}
	if x := near[rookClass] & b.class[rookClass] & men; x != 0 {
		set |= rookAttacks(q, occ) & x
	}
	if x := near[bishopClass] & b.class[bishopClass] & men; x != 0 {
		set |= bishopAttacks(q, occ) & x
	}
	for i := m.leaps; i < m.count; i++ {
		set |= m.reaching(i, p, q, near[i]&b.class[i]&men, occ)
	}
	return set & men
}

// eachAttacker calls do for the squares of p's men that capture on q, on any board.
func (g *Game) eachAttacker(b *board, q square, p env.Player, do func(from square)) {
	all, numbers, aimed := g.attackers[p][q], g.origins[p][int(q)*g.cells:], &g.aimed[p][q]
	for i := range aimed {
		for word := aimed[i] & b.own[p][i]; word != 0; word &= word - 1 {
			from := square(64*i + bits.TrailingZeros64(word))
			o, k := &all[numbers[from]-1], kindOf(b.at[from])
			if g.keys.Facing && g.traits[k].royal && !g.strikes(b, b.at[from], from).has(q) {
				continue // he attacks the other royal man alone along the file
			}
			if slices.ContainsFunc(o.paths, func(w path) bool { return w.kinds.has(k) && b.open(&w) }) {
				do(from)
			}
		}
	}
}
