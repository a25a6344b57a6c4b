package chess

import (
	"math/bits"
	"slices"
)

// reach is where one piece, or all that make one setwise move, may legally go: where it stays what it
// is, and where it is promoted. A square can be in both.
type reach struct {
	from    square // of one piece; of many the shift back from where they end
	kind    kind
	setwise square // of many pieces: all bits; else 0
	to, up  uint64
	passing uint64 // of these: captures in passing
}

// work is the legal moves of one position by masks, and room to put them in order.
type work struct {
	guard guard
	ready bool   // guard, royal and trial are those of the position that is asked about next
	whole bool   // all its legal moves have been found
	royal square // the mover's one royal piece that must be safe, or nowhere
	trial bool   // each move is tried on a copy of the board
	men   [64]reach
	n     int
	drops [mostLetters]uint64
	castl uint8 // castlings that may be made

	dropping bool // drops have been found
	set      actionSet
}

// begin looks at what the safety of the mover's royal pieces asks for.
func (w *work) begin(g *Game, b *board) {
	royals := b.royals[b.toMove][0]
	w.royal, w.trial = nowhere, g.tries || !g.keys.Checking
	w.guard.check, w.guard.pinned = ^uint64(0), 0
	switch {
	case royals == 0 || g.tries:
	case royals&(royals-1) == 0:
		w.royal = square(bits.TrailingZeros64(royals))
		w.guard.look(g, b, w.royal)
	case g.royals != lastRoyal:
		w.trial = true
	}
}

// forget says that the position has changed.
func (w *work) forget() {
	if w != nil {
		w.ready, w.whole = false, false
	}
}

// find fills w in with the legal moves to some squares, those in passing, and with
// promotions all others.
func (w *work) find(g *Game, b *board, aims uint64) {
	if w.whole && aims == ^uint64(0) {
		return
	}
	us := b.toMove
	w.n, w.castl, w.whole = 0, 0, aims == ^uint64(0)
	if w.dropping { // the position before was one, perhaps of another game
		w.drops, w.dropping = [mostLetters]uint64{}, false
	}
	if !w.ready {
		w.begin(g, b)
	}
	w.ready = false
	if g.keys.MustDrop && b.holds(us) && w.mustDrop(g, b, aims) {
		return
	}
	own, enemies := b.own[us][0], b.own[us.Other()][0]
	w.findMen(g, b, aims, own, enemies)
	if b.rights != 0 {
		w.findCastlings(g, b, aims)
	}
	if g.keys.Drops {
		w.findDrops(g, b, aims)
	}
	if g.keys.MustCapture {
		w.keepCaptures(enemies)
	}
}

// findMen adds the moves of the pieces on the board: of the royal one, then of those that may
// be promoted, then of the others. Apart they are quicker: what a piece is cannot be
// predicted.
func (w *work) findMen(g *Game, b *board, aims, own, enemies uint64) {
	m, ahead := g.masks, g.masks.ahead[b.toMove]
	careful := w.trial || g.careful
	each := func(men uint64) {
		for ; men != 0; men &= men - 1 {
			q := square(bits.TrailingZeros64(men))
			w.man(g, b, q, kindOf(b.at[q]), &m.movers[b.at[q]][q&63], aims, own, enemies)
		}
	}
	if careful {
		each(own)
		return
	}
	rest := own
	if b.victim != nowhere {
		var passing uint64
		for _, q := range b.passed {
			if q != nowhere {
				passing |= m.passers[b.toMove][q] & rest
			}
		}
		each(passing)
		rest &^= passing
	}
	if aims&^enemies == 0 && bits.OnesCount64(aims) <= fewAims {
		rest &= m.aimers(b, aims) | b.class[riseClass]&m.rising[b.toMove]
	}
	if q := w.royal; q != nowhere && rest>>(q&63)&1 != 0 {
		x := b.at[q]
		if to := w.royalMoves(g, b, q, m.moves(&m.movers[x][q&63], q, own, enemies)&aims); to != 0 {
			w.men[w.n&63] = reach{from: q, kind: kindOf(x), to: to}
			w.n++
		}
		rest &^= 1 << q
	}
	occ := own | enemies
	risers := rest & b.class[riseClass]
	if m.setwise[b.toMove] != nil {
		w.addSetwise(g, b, risers&^w.guard.pinned, aims, own, enemies)
		risers &= w.guard.pinned
	}
	for men := risers; men != 0; men &= men - 1 {
		q := square(bits.TrailingZeros64(men))
		x := b.at[q]
		t := &m.movers[x][q&63]
		targets := (aims | ahead) & t.wide & w.guard.allowed(q)
		if targets == 0 {
			continue
		}
		to := t.leaps(own, enemies, occ)
		if t.form != 0 {
			to |= m.rides(t, q, own, enemies)
		}
		to &= targets
		up := to & ahead
		if k := kindOf(x); to != 0 {
			if !g.traits[k&(mostKinds-1)].may {
				to &^= up
			}
			w.men[w.n&63] = reach{from: q, kind: k, to: to, up: up}
			w.n++
		}
	}
	rest &^= b.class[riseClass]
	rooks, bishops, paths := b.class[rookClass], b.class[bishopClass], b.class[pathClass]
	w.officers(m, b, rest&paths, alongPaths, aims, own, enemies)
	rest &^= paths
	w.officers(m, b, rest&rooks&bishops, alongRook|alongBishop, aims, own, enemies)
	w.officers(m, b, rest&rooks&^bishops, alongRook, aims, own, enemies)
	w.officers(m, b, rest&^rooks&bishops, alongBishop, aims, own, enemies)
	w.officers(m, b, rest&^rooks&^bishops, 0, aims, own, enemies)
}

// officers adds the moves of pieces of one form.
func (w *work) officers(m *masks, b *board, men uint64, form form, aims, own, enemies uint64) {
	occ := own | enemies
	for ; men != 0; men &= men - 1 {
		q := square(bits.TrailingZeros64(men))
		x := b.at[q]
		t := &m.movers[x][q&63]
		targets := aims & t.wide & w.guard.allowed(q)
		if targets == 0 {
			continue
		}
		to := t.leaps(own, enemies, occ)
		if form&alongPaths != 0 {
			to |= m.rides(t, q, own, enemies)
		}
		if form&alongRook != 0 {
			to |= (sweep(q, fileLine[q&63], occ) | sweepRank(q, occ)) &^ own
		}
		if form&alongBishop != 0 {
			to |= (sweep(q, diagonalOf[q&63], occ) | sweep(q, antiOf[q&63], occ)) &^ own
		}
		if to &= targets; to != 0 {
			w.men[w.n&63] = reach{from: q, kind: kindOf(x), to: to}
			w.n++
		}
	}
}

// fewAims is for how many squares it pays to look outward from each.
const fewAims = 5

// aimers returns the mover's pieces that would attack some of a few squares, if nothing stood
// between.
func (m *masks) aimers(b *board, aims uint64) (set uint64) {
	for us := b.toMove; aims != 0; aims &= aims - 1 {
		near := &m.near[us][bits.TrailingZeros64(aims)&63]
		for i := range near[:m.count] {
			set |= near[i] & b.class[i]
		}
	}
	return set
}

// man adds the moves of the piece on q.
func (w *work) man(g *Game, b *board, q square, k kind, t *mover, aims, own, enemies uint64) {
	m, us := g.masks, b.toMove
	kinds := &g.kinds[k]
	if len(kinds.promotes) > 0 {
		aims |= m.ahead[us]
		if g.keys.PromotionBegins && m.ahead[us]>>q&1 != 0 {
			aims = ^uint64(0)
		}
	}
	var to uint64
	switch {
	case q == w.royal:
		to = w.royalMoves(g, b, q, m.moves(t, q, own, enemies)&aims)
	default:
		if aims &= w.guard.allowed(q); aims&t.wide != 0 {
			to = m.moves(t, q, own, enemies) & aims
		}
	}
	var passing uint64
	if b.victim != nowhere && t.passing != 0 {
		passing = b.passedMask() & t.passing &^ (own | enemies)
		to &^= passing
		passing = w.safePassing(g, b, q, passing)
		to |= passing
	}
	if to != 0 {
		w.add(g, b, reach{from: q, kind: k, to: to, passing: passing})
	}
}

// add adds the moves of a piece, of which some promote it.
func (w *work) add(g *Game, b *board, r reach) {
	m, us := g.masks, b.toMove
	if kinds := &g.kinds[r.kind]; len(kinds.promotes) > 0 {
		r.up = r.to & m.ahead[us]
		if g.keys.PromotionBegins && m.ahead[us]>>r.from&1 != 0 {
			r.up = r.to
		}
		if !kinds.may {
			r.to &^= r.up
		}
		if r.up != 0 && g.limited && !g.mayBecome(b, kinds) {
			r.up = 0
		}
	}
	r.to &= m.free[us][r.kind]
	if w.trial {
		r.to = w.safe(g, b, r, r.to, noKind)
		if r.up != 0 {
			var up uint64
			for _, k := range g.kinds[r.kind].promotes {
				if g.hasRoom(b, k) {
					up |= w.safe(g, b, r, r.up, k)
				}
			}
			r.up = up
		}
	}
	if r.to|r.up != 0 {
		w.men[w.n] = r
		w.n++
	}
}

// mayBecome reports whether there is room for one more of the kinds that a man may become.
func (g *Game) mayBecome(b *board, w *ware) bool {
	return slices.ContainsFunc(w.promotes, func(k kind) bool { return g.hasRoom(b, k) })
}

// hasRoom reports whether the mover may have one more of a kind by promotion.
func (g *Game) hasRoom(b *board, k kind) bool {
	limit := g.kinds[k].limit
	return limit == 0 || g.number(b, k, b.toMove) < limit
}

// royalMoves returns which of some squares the royal piece on q may go to. It is taken off
// the board meanwhile: it cannot hide behind itself.
func (w *work) royalMoves(g *Game, b *board, q square, steps uint64) (to uint64) {
	them := b.toMove.Other()
	occ := (b.own[0][0] | b.own[1][0]) &^ (1 << q)
	for ; steps != 0; steps &= steps - 1 {
		s := square(bits.TrailingZeros64(steps))
		if !g.masks.attacked(b, s, them, occ|1<<s) {
			to |= 1 << s
		}
	}
	return to
}

// passedMask is the squares where a man can be captured in passing.
func (b *board) passedMask() (set uint64) {
	for _, q := range b.passed {
		if q != nowhere {
			set |= 1 << q
		}
	}
	return set
}

// safePassing returns on which of some squares a piece may legally capture in passing.
func (w *work) safePassing(g *Game, b *board, from square, set uint64) (to uint64) {
	for ; set != 0; set &= set - 1 {
		q := square(bits.TrailingZeros64(set))
		if g.leavesSafe(b, move{from, q, noKind, inPassing}) {
			to |= 1 << q
		}
	}
	return to
}

// safe returns to which of some squares a piece may go, each tried.
func (w *work) safe(g *Game, b *board, r reach, set uint64, becomes kind) (to uint64) {
	for ; set != 0; set &= set - 1 {
		q := square(bits.TrailingZeros64(set))
		what := plain
		if r.passing>>q&1 != 0 {
			what = inPassing
		}
		if g.leavesSafe(b, move{r.from, q, becomes, what}) {
			to |= 1 << q
		}
	}
	return to
}

// leavesSafe reports whether a move leaves the mover's royal pieces safe, and gives no
// check that may not be given.
func (g *Game) leavesSafe(b *board, m move) bool {
	w := worry{g: g, b: b, pressed: true}
	return w.safe(m)
}

func (w *work) findCastlings(g *Game, b *board, aims uint64) {
	for i := range b.castles.list {
		c := &b.castles.list[i]
		if b.rights>>i&1 != 0 && c.owner == b.toMove && aims == ^uint64(0) && g.canCastle(b, c) && g.leavesSafe(b, move{c.king, c.kingTo, noKind, castled + uint8(i)}) {
			w.castl |= 1 << i
		}
	}
}

// findDrops finds where men in hand may be put down.
func (w *work) findDrops(g *Game, b *board, aims uint64) {
	us := b.toMove
	w.dropping = true
	empty := ^(b.own[0][0] | b.own[1][0]) & g.dropRegion[us][0] & w.guard.check & aims
	for _, k := range g.inHands {
		if b.hand[us][k] == 0 || empty == 0 {
			continue
		}
		kinds := &g.kinds[k]
		to := empty & kinds.dropsIn[us][0] & g.masks.free[us][k]
		if kinds.oneAFile || kinds.noMate || kinds.royal || w.trial || g.even != 0 {
			for rest := to; rest != 0; rest &= rest - 1 {
				q := square(bits.TrailingZeros64(rest))
				if kinds.oneAFile && g.onFile(b, k, us, q) > 0 || g.even != 0 && !g.evenly(b, k, q) || (w.trial || kinds.noMate || kinds.royal) && !g.leavesSafe(b, move{k, q, noKind, dropped}) {
					to &^= 1 << q
				}
			}
		}
		w.drops[k] = to
	}
}

// mustDrop adds the drops on some squares where the mover can drop a man anywhere, and reports
// whether he can.
func (w *work) mustDrop(g *Game, b *board, aims uint64) bool {
	w.findDrops(g, b, ^uint64(0))
	can := w.drops != [mostLetters]uint64{}
	for k := range w.drops {
		w.drops[k] &= aims
	}
	return can
}

// keepCaptures leaves the captures, if there are any.
func (w *work) keepCaptures(enemies uint64) {
	any := false
	for i := range w.men[:w.n] {
		r := &w.men[i]
		any = any || (r.to|r.up)&(enemies|r.passing) != 0
	}
	if !any {
		return
	}
	n := 0
	for _, r := range w.men[:w.n] {
		r.to &= enemies | r.passing
		r.up &= enemies | r.passing
		if r.to|r.up != 0 {
			w.men[n] = r
			n++
		}
	}
	w.n, w.castl, w.drops = n, 0, [mostLetters]uint64{}
}

// canMove reports whether the mover has a legal move. It stops at the first piece that has
// one, the royal one, whose moves cost most, being asked last.
func (w *work) canMove(g *Game, b *board) bool {
	us := b.toMove
	if w.whole {
		return w.any()
	}
	if w.begin(g, b); w.trial || g.keys.MustDrop || g.limited {
		w.find(g, b, ^uint64(0))
		return w.any()
	}
	m := g.masks
	own, enemies := b.own[us][0], b.own[us.Other()][0]
	men := own &^ b.royals[us][0]
	for passed := b.passedMask(); passed != 0; passed &= passed - 1 {
		men &^= m.passers[us][bits.TrailingZeros64(passed)] // a move there may be a capture
	}
	if w.ready = true; !g.shuns {
		free := men & b.class[riseClass] &^ w.guard.pinned
		for i := range m.setwise[us] {
			if m.setwise[us][i].to(free, own, enemies)&w.guard.check != 0 {
				return true
			}
		}
	}
	for ; men != 0; men &= men - 1 {
		q := square(bits.TrailingZeros64(men))
		x := b.at[q]
		k := kindOf(x)
		allowed := w.guard.allowed(q)
		if g.shuns {
			if len(g.kinds[k].promotes) > 0 {
				continue
			}
			allowed &= m.free[us][k]
		}
		if t := &m.movers[x][q&63]; t.wide&allowed != 0 && m.moves(t, q, own, enemies)&allowed != 0 {
			return true
		}
	}
	w.find(g, b, ^uint64(0))
	return w.any()
}

// any reports whether a move was found.
func (w *work) any() bool {
	return w.n > 0 || w.castl != 0 || w.drops != [mostLetters]uint64{}
}

// move returns the move to one square, given by its bit, before a promotion.
func (r *reach) move(g *Game, b *board, bit uint64) move {
	m := move{0, square(bits.TrailingZeros64(bit)), noKind, plain}
	m.from = r.origin(m.to)
	switch {
	case r.passing&bit != 0:
		m.what = inPassing
	case g.masks.doubles[b.at[m.from]][m.from&63]&bit != 0:
		m.what = passant
	}
	return m
}

// each calls do for each move, or of promotions just for that to what counts most.
func (w *work) each(g *Game, b *board, crowned bool, do func(move)) {
	for _, r := range w.men[:w.n] {
		for rest := r.to | r.up; rest != 0; rest &= rest - 1 {
			bit := rest & -rest
			m := r.move(g, b, bit)
			if r.to&bit != 0 {
				do(m)
			}
			if r.up&bit != 0 {
				if becomes, ok := w.crown(g, b, r.kind, m); crowned {
					if m.becomes = becomes; ok {
						do(m)
					}
					continue
				}
				for _, m.becomes = range g.kinds[r.kind].promotes {
					if g.hasRoom(b, m.becomes) && (!w.trial || g.leavesSafe(b, m)) {
						do(m)
					}
				}
			}
		}
	}
	for i := range b.castles.list {
		if c := &b.castles.list[i]; w.castl>>i&1 != 0 {
			do(move{c.king, c.kingTo, noKind, castled + uint8(i)})
		}
	}
	if g.keys.Drops {
		for k, set := range w.drops {
			for ; set != 0; set &= set - 1 {
				do(move{kind(k), square(bits.TrailingZeros64(set)), noKind, dropped})
			}
		}
	}
}

// canCaptureOn reports whether the mover has a legal capture in passing on some squares.
func (g *Game) canCaptureOn(b *board, squares uint64) bool {
	us := b.toMove
	for ; squares != 0; squares &= squares - 1 {
		q := square(bits.TrailingZeros64(squares))
		for men := g.masks.passers[us][q] & b.own[us][0]; men != 0 && b.at[q] == 0; men &= men - 1 {
			from := square(bits.TrailingZeros64(men))
			if g.masks.movers[b.at[from]][from].passing>>q&1 != 0 && g.leavesSafe(b, move{from, q, noKind, inPassing}) {
				return true
			}
		}
	}
	return false
}
