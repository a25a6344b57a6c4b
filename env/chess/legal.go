package chess

import (
	"math/bits"
	"slices"
	"sync"

	"ludens/env"
)

// legal appends the legal moves. It overwrites what dst has behind its length.
func (g *Game) legal(b *board, dst []move) []move {
	if g.masks != nil {
		w := lend()
		w.find(g, b, ^uint64(0))
		w.each(g, b, false, func(m move) { dst = append(dst, m) })
		works.Put(w)
		return dst
	}
	n := len(dst)
	if g.keys.MustDrop && b.holds(b.toMove) {
		if dst = g.safe(b, g.drops(b, dst), n); len(dst) > n {
			return dst
		}
	}
	dst = g.safe(b, g.pseudo(b, dst), n)
	if g.keys.Pass == "stalemate" && len(dst) > n+1 {
		dst = slices.DeleteFunc(dst, func(m move) bool { return m.what == passed })
	}
	if g.keys.MustCapture {
		dst = dst[:n+len(b.captures(dst[n:]))]
	}
	return dst
}

// safe leaves the moves behind the first n that leave the royal men safe.
func (g *Game) safe(b *board, moves []move, n int) []move {
	var w worry
	w.look(g, b)
	keep := n
	for _, m := range moves[n:] {
		if w.safe(m) {
			moves[keep] = m
			keep++
		}
	}
	return moves[:keep]
}

// captures leaves the captures of some moves, or all moves if there are none.
func (b *board) captures(moves []move) []move {
	is := func(m move) bool { return m.what == inPassing || m.what < dropped && b.at[m.to] != 0 }
	if !slices.ContainsFunc(moves, is) {
		return moves
	}
	return slices.DeleteFunc(moves, func(m move) bool { return !is(m) })
}

// worry is what the safety of the mover's royal men asks of his moves. It may be wrong to
// ask, but not to leave a move unasked: a man who is not royal and leaves none of the
// squares between an enemy and a royal man, whatever else stands there, uncovers no attack;
// with hoppers on the board nor may he come there.
type worry struct {
	g       *Game
	b       *board
	pressed bool // any move may be wrong
	between set
}

func (w *worry) look(g *Game, b *board) {
	w.g, w.b = g, b
	us := b.toMove
	royals := b.royals[us]
	w.pressed = g.rarely || royals.count() > 1 || g.inCheck(b, us)
	if w.pressed || royals.empty() {
		return
	}
	them, q := us.Other(), royals.first()
	all, numbers, aimed := g.attackers[them][q], g.origins[them][int(q)*g.cells:], &g.aimed[them][q]
	for i := range aimed {
		for word := aimed[i] & b.own[them][i]; word != 0; word &= word - 1 {
			from := square(64*i + bits.TrailingZeros64(word))
			o, k := &all[numbers[from]-1], kindOf(b.at[from])
			if !o.kinds.has(k) {
				continue
			}
			for j := range o.paths {
				if p := &o.paths[j]; p.kinds.has(k) && (p.manner == hop || p.manner == vault || b.single(p)) {
					for _, q := range p.passed {
						w.between.add(q)
					}
				}
			}
		}
	}
}

// single reports whether one man alone stands on a path: two cover each other.
func (b *board) single(w *path) bool {
	n := 0
	for _, q := range w.passed {
		if b.at[q] != 0 {
			n++
		}
	}
	return n == 1
}

// canMove reports whether the mover has a legal move: mostly the first man has one. It
// writes on spare.
func (g *Game) canMove(b *board, spare []move) bool {
	if g.masks != nil {
		w := lend()
		defer works.Put(w)
		return w.canMove(g, b)
	}
	if g.keys.MustDrop && b.holds(b.toMove) {
		return len(g.legal(b, spare[:0])) > 0
	}
	var w worry
	w.look(g, b)
	own := b.own[b.toMove]
	for i, word := range own {
		for ; word != 0; word &= word - 1 {
			q := square(64*i + bits.TrailingZeros64(word))
			for _, m := range g.manMoves(b, spare[:0], kindOf(b.at[q]), q) {
				if w.safe(m) {
					return true
				}
			}
		}
	}
	return len(g.legal(b, spare[:0])) > 0
}

// safe reports whether a move leaves the royal men safe, and gives no check that may not
// be given.
func (w *worry) safe(m move) bool {
	g, b := w.g, w.b
	us := b.toMove
	if g.walling && !g.leavesRoom(b, m) {
		return false
	}
	if g.keys.Checking && !w.asks(m) {
		return true
	}
	after := *b
	g.shift(&after, m)
	if g.rarely && !g.allows(b, &after, m) || !g.lasting && g.inCheck(&after, us) {
		return false
	}
	checks := (!g.keys.Checking || m.what == dropped && g.kinds[m.from].noMate) && g.inCheck(&after, us.Other())
	return !checks || g.keys.Checking && !w.mates(m)
}

// trial is a board on which a move is tried, with the answers to it.
type trial struct {
	board   board
	answers []move
}

// works are shared by all games: lend takes one from there.
var works = sync.Pool{New: func() any { return new(work) }}

// lend returns room that remembers no position.
func lend() *work {
	w := works.Get().(*work)
	w.forget()
	return w
}

var trials = sync.Pool{New: func() any { return new(trial) }}

// mates reports whether a drop that gives check leaves no answer.
func (w *worry) mates(m move) bool {
	t := trials.Get().(*trial)
	defer trials.Put(t)
	t.board = *w.b
	w.g.shift(&t.board, m)
	t.board.pass()
	t.answers = w.g.legal(&t.board, t.answers[:0])
	return len(t.answers) == 0
}

// asks reports whether a move may leave a royal man attacked, or may mate though it may
// not.
func (w *worry) asks(m move) bool {
	switch {
	case m.what == dropped:
		k := &w.g.kinds[m.from]
		return w.pressed || w.g.hops && w.between.has(m.to) || k.noMate || k.royal
	case w.pressed, m.what == inPassing, m.what >= castled:
		return true
	}
	k := kindOf(w.b.at[m.from])
	return w.g.kinds[k].royal || m.becomes != noKind && w.g.kinds[m.becomes].royal ||
		w.between.has(m.from) || w.g.hops && w.between.has(m.to)
}

// shift moves the men of a move, whosever turn it is then.
func (g *Game) shift(b *board, m move) {
	us := b.toMove
	switch {
	case m.what == dropped:
		g.take(b, us, m.from, -1)
		if k := m.from; m.becomes != noKind {
			g.put(b, g.promoted(k, m.becomes), us, m.to)
		} else {
			g.put(b, k, us, m.to)
		}
		if g.keys.CastlingDropped != "" {
			b.castleDropped(m.to)
		}
		return
	case m.what == passed:
		return
	case m.what >= castled:
		c := &b.castles.list[m.what-castled]
		king, rook := g.lift(b, c.king), g.lift(b, c.rook)
		g.put(b, king, us, c.kingTo)
		g.put(b, rook, us, c.rookTo)
		return
	}
	at := b.captured(m)
	captures := at != nowhere
	if captures {
		k := g.lift(b, at)
		if g.keys.CapturesToHand {
			g.take(b, us, g.inHand(k), 1)
		}
	}
	k := kindOf(b.at[m.from])
	if m.becomes == noKind && !g.traits[k&(mostKinds-1)].converts {
		g.carry(b, m.from, m.to)
	} else {
		g.put(b, g.after(g.lift(b, m.from), m), us, m.to)
	}
	if g.closes {
		g.closeBehind(b, m, k, captures)
	}
	if captures && g.keys.Blast {
		g.explode(b, m.to)
	}
}

// captured returns the square on which a move captures, or nowhere.
func (b *board) captured(m move) square {
	switch {
	case m.what == inPassing:
		return b.victim
	case m.what >= dropped || b.at[m.to] == 0:
		return nowhere
	}
	return m.to
}

// inHand returns the kind as which a captured man goes to hand.
func (g *Game) inHand(k kind) kind {
	if w := g.kinds[k]; w.was != noKind {
		return w.was
	}
	return g.kinds[k].base
}

// after returns what a man is after a move of his.
func (g *Game) after(k kind, m move) kind {
	switch {
	case m.becomes != noKind:
		return g.promoted(k, m.becomes)
	case g.traits[k].converts:
		return g.kinds[k].base
	}
	return k
}

// promoted returns the kind of a man who was of one kind and has become another. A promoted
// man becomes again what he was: Keys.Demotes.
func (g *Game) promoted(from, to kind) kind {
	if w := &g.kinds[from]; w.was == noKind {
		from = w.base
	}
	if k, ok := g.behind[[2]kind{from, to}]; ok {
		return k
	}
	return to
}

// play makes a legal move. It reports whether the clock starts again, and whether no
// earlier position can come back. It writes on spare.
func (g *Game) play(b *board, m move, spare []move) (zero, final bool) {
	us := b.toMove
	var k kind
	if m.what == dropped {
		k = m.from
	} else {
		k = kindOf(b.at[m.from])
		if b.rights != 0 && m.what != passed {
			b.castlings(b.rights &^ (b.castles.loses[m.from] | b.castles.loses[m.to]))
		}
	}
	captured, t := b.captured(m), &g.traits[k&(mostKinds-1)]
	zero = captured != nowhere || m.becomes != noKind && !g.keys.Demotes || m.what == dropped && g.dropsCount ||
		t.counts && m.what != passed && !(t.returns && m.what < dropped && g.comesBack(us, k, m.to, m.from))
	final = captured != nowhere && !g.keys.CapturesToHand || m.what < dropped && (t.forward || g.keys.Trail)
	g.shift(b, m)
	if b.rights != 0 && (g.keys.Blast || g.keys.CastlingOpposite) {
		g.loseRights(b, m)
	}
	if t.converts {
		g.convert(b, k, m)
	}
	b.pass()
	if m.what == passant && m.becomes == noKind {
		g.mark(b, k, m, spare)
	}
	if g.keys.Checks > 0 && g.inCheck(b, us.Other()) {
		b.check(us)
	}
	return zero, final
}

// loseRights takes the castlings back that a move costs besides those of its own two squares:
// of men who exploded, and those towards the same edge where only one side may castle there.
func (g *Game) loseRights(b *board, m move) {
	if g.dropRights(b); m.what < castled || !g.keys.CastlingOpposite {
		return
	}
	for i, c := range b.castles.list {
		if c.letter == b.castles.list[m.what-castled].letter {
			b.castlings(b.rights &^ (1 << i))
		}
	}
}

// mark notes the squares that a man has just passed, if a man can capture him there.
func (g *Game) mark(b *board, k kind, m move, spare []move) {
	them := b.toMove.Other()
	if g.masks != nil && g.masks.hunters[them][m.to&63]&b.own[b.toMove][0] == 0 {
		return
	}
	if passed := g.passed(them, k, m); passed != nil {
		b.canPass(passed, m.to)
		can := g.walling && g.anyLeg(passes) // and it is asked again once a wall has been built
		if !can && !g.canCapturePassing(b, spare) {
			b.unpass()
		}
	}
}

// passed returns the squares that a man of p passes by a move where he can be captured in
// passing, or nil.
func (g *Game) passed(p env.Player, k kind, m move) []square {
	for _, w := range g.ways[p][k][m.from] {
		last := len(w.squares) - 1
		if w.passant && w.squares[last] == m.to && last >= 1 && last <= mostPassed {
			return g.huntable(w.squares[:last], p.Other())
		}
	}
	return nil
}

// huntable returns those of some squares where p may capture in passing.
func (g *Game) huntable(squares []square, p env.Player) []square {
	if g.passesAnywhere {
		return squares
	}
	var some []square
	for _, q := range squares {
		if g.passingRegion[p].has(q) {
			some = append(some, q)
		}
	}
	return some
}

// canCapturePassing reports whether the mover has a legal capture in passing. It writes on
// spare.
func (g *Game) canCapturePassing(b *board, spare []move) bool {
	if g.masks != nil {
		return g.canCaptureOn(b, b.passedMask())
	}
	for q := range square(g.cells) {
		x := b.at[q]
		if x == 0 || ownerOf(x) != b.toMove {
			continue
		}
		t := tour{g: g, b: b, kind: kindOf(x), from: q, dst: spare[:0]}
		ways := g.ways[b.toMove][t.kind][q]
		for i := range ways {
			if ways[i].passing {
				t.follow(&ways[i], t.capturePassing)
			}
		}
		for _, m := range t.dst {
			if w := (worry{g: g, b: b, pressed: true}); w.safe(m) {
				return true
			}
		}
	}
	return false
}

// convert is the bishops conversion rule after the first move of a bishop of two that
// started on one colour: if it was ordinary the other must convert, else it need not.
func (g *Game) convert(b *board, k kind, m move) {
	w := &g.kinds[k]
	if k != w.free {
		return
	}
	us := b.toMove
	then := w.base
	if g.dark(m.from) == g.dark(m.to) {
		then = w.bound
	}
	for q := range square(g.cells) {
		if b.at[q] == pieceOf(w.free, us) {
			g.lift(b, q)
			g.put(b, then, us, q)
		}
	}
}
