package chess

import (
	"math/bits"

	"ludens/env"
)

// move is a man's way from one square to another, or a drop, whose from is the kind.
type move struct {
	from, to square
	becomes  kind // by promotion; noKind: what it is
	what     uint8
}

// dropsAs returns the kind as which a man is dropped.
func (m move) dropsAs() kind {
	if m.becomes != noKind {
		return m.becomes
	}
	return m.from
}

// What kinds of moves there are; castlings are numbered from castled on.
const (
	plain uint8 = iota
	inPassing
	passant // can be captured in passing
	dropped
	passed // the mover does nothing; from and to are the square of some man of his
	walled // the mover closes a square, after a move of his: both are this square
	castled
)

// castling is a move of two men of one side.
type castling struct {
	owner                env.Player
	king, kingTo         square
	rook, rookTo         square
	clear                []square // must be empty
	safe                 []square // must not be attacked, if the king is royal
	letter               byte     // K towards the last file, Q towards the first
	kingPiece, rookPiece piece
}

// pseudo appends the mover's moves, the safety of his royal men and forced captures left
// aside.
func (g *Game) pseudo(b *board, dst []move) []move {
	us := b.toMove
	own := b.own[us]
	for i, word := range own {
		for ; word != 0; word &= word - 1 {
			q := square(64*i + bits.TrailingZeros64(word))
			dst = g.manMoves(b, dst, kindOf(b.at[q]), q)
		}
	}
	dst = g.castle(b, dst)
	if g.keys.Drops {
		dst = g.drops(b, dst)
	}
	if g.keys.Pass != "no" && !own.empty() {
		dst = append(dst, move{own.first(), own.first(), noKind, passed})
	}
	return dst
}

// loudMoves appends the captures and promotions among the moves of pseudo.
func (g *Game) loudMoves(b *board, dst []move) []move {
	t, n := tour{g: g, b: b, dst: dst, loud: true}, len(dst)
	for i, word := range b.own[b.toMove] {
		for ; word != 0; word &= word - 1 {
			t.from = square(64*i + bits.TrailingZeros64(word))
			t.kind, t.met = kindOf(b.at[t.from]), set{}
			t.moves()
		}
	}
	keep := n
	for _, m := range t.dst[n:] {
		if b.loud(m) { // a man may also stay what he is
			t.dst[keep] = m
			keep++
		}
	}
	return t.dst[:keep]
}

// manMoves appends the moves of one man.
func (g *Game) manMoves(b *board, dst []move, k kind, from square) []move {
	t := tour{g: g, b: b, kind: k, from: from, dst: dst}
	t.moves()
	return t.dst
}

// moves adds the man's moves. Captures in passing come first: a man who can also just move
// there captures.
func (t *tour) moves() {
	b := t.b
	ways := t.g.ways[b.toMove][t.kind][t.from]
	for i := range ways {
		if b.victim != nowhere && ways[i].passing {
			t.follow(&ways[i], t.capturePassing)
		}
	}
	at := &b.at
	for i := range ways {
		w := &ways[i]
		switch last := len(w.squares) - 1; w.manner {
		case leap:
			clear := true
			for _, q := range w.squares[:last] {
				clear = clear && at[q] == 0
			}
			if clear {
				t.arrive(w, w.squares[last])
			}
		case ride:
			for _, q := range w.squares {
				if t.arrive(w, q); at[q] != 0 {
					break
				}
			}
		default:
			t.followOver(w, t.arrive)
		}
	}
}

// tour is one man's moves being found.
type tour struct {
	g    *Game
	b    *board
	kind kind
	from square
	dst  []move
	met  set
	loud bool // moves to empty squares are left out where he is not promoted
}

// follow calls arrive for each square where a way may lead, whatever stands there.
func (t *tour) follow(w *way, arrive func(w *way, to square)) {
	at, last := &t.b.at, len(w.squares)-1
	switch w.manner {
	case leap:
		for _, q := range w.squares[:last] {
			if at[q] != 0 {
				return
			}
		}
		arrive(w, w.squares[last])
	case ride:
		for _, q := range w.squares {
			arrive(w, q)
			if at[q] != 0 {
				return
			}
		}
	default:
		t.followOver(w, arrive)
	}
}

// followOver is follow for those who hop over a man.
func (t *tour) followOver(w *way, arrive func(w *way, to square)) {
	over := false
	for _, q := range w.squares {
		full := t.b.at[q] != 0
		if over {
			arrive(w, q)
			if full || w.manner == vault {
				return
			}
		}
		over = over || full
	}
}

// capturePassing adds a capture in passing, if there is one at a square.
func (t *tour) capturePassing(_ *way, to square) {
	if t.b.at[to] == 0 && t.b.passes(to) {
		t.add(to, inPassing)
	}
}

// arrive adds a move to a square, if the way allows it with what stands there.
func (t *tour) arrive(w *way, to square) {
	switch x := t.b.at[to]; {
	case x == 0 && t.loud && !t.promoted(to):
	case x == 0 && w.quiet && w.passant:
		t.add(to, passant)
	case x == 0 && w.quiet, x != 0 && w.capture && ownerOf(x) != t.b.toMove && !t.g.kinds[t.kind].spares.has(t.g.kinds[kindOf(x)].base):
		t.add(to, plain)
	}
}

// add adds a move with all that the man may become.
func (t *tour) add(to square, what uint8) {
	w := &t.g.kinds[t.kind]
	us := t.b.toMove
	if t.met.has(to) || !w.stays[us].has(to) {
		return
	}
	t.met.add(to)
	m := move{t.from, to, noKind, what}
	promoted := t.promoted(to)
	if promoted {
		for _, m.becomes = range w.by[us] {
			if t.g.hasRoom(t.b, m.becomes) {
				t.dst = append(t.dst, m)
			}
		}
	}
	if (!promoted || w.may) && !t.g.stuck(t.kind, us, to) {
		m.becomes = noKind
		t.dst = append(t.dst, m)
	}
}

// promoted reports whether the man may be promoted by a move to a square.
func (t *tour) promoted(to square) bool {
	g, us := t.g, t.b.toMove
	return len(g.kinds[t.kind].by[us]) > 0 && (g.promotion[us].has(to) || g.keys.PromotionBegins && g.promotion[us].has(t.from)) &&
		(!g.keys.PromotionCaptures || t.b.at[to] != 0)
}

// stuck reports whether a man may not be on a square, because it could never move again, or
// avoids it.
func (g *Game) stuck(k kind, p env.Player, q square) bool {
	return g.keys.NoStuck && len(g.ways[p][k][q]) == 0 || g.kinds[k].avoids[p].has(q)
}

// number counts the men on the board that are of a kind or behind it.
func (g *Game) number(b *board, k kind, p env.Player) (n int) {
	base := g.kinds[k].base
	for _, x := range b.at[:g.cells] {
		if x != 0 && ownerOf(x) == p && g.kinds[kindOf(x)].base == base {
			n++
		}
	}
	return n
}

// holds reports whether p has a man in hand.
func (b *board) holds(p env.Player) bool { return b.hand[p] != [mostLetters]uint8{} }

// drops appends the drops of men in hand.
func (g *Game) drops(b *board, dst []move) []move {
	us := b.toMove
	land := g.dropRegion[us]
	if g.keys.DropOnto != "any" {
		for i, word := range g.mayLand(b) {
			land[i] &= word
		}
	}
	for k := range kind(g.letters) {
		if b.hand[us][k] == 0 {
			continue
		}
		w := &g.kinds[k]
		for q := range square(g.cells) {
			if b.at[q] != 0 || !land.has(q) || !w.dropsIn[us].has(q) {
				continue
			}
			if g.even != 0 && !g.evenly(b, k, q) {
				continue
			}
			if !g.stuck(k, us, q) && !(w.oneAFile && g.onFile(b, k, us, q) > 0) && !(w.mostAFile > 0 && g.onFile(b, k, us, q) >= w.mostAFile) {
				dst = append(dst, move{k, q, noKind, dropped})
			}
			if g.keys.DropPromoted {
				for _, to := range w.by[us] {
					dst = append(dst, move{k, q, to, dropped})
				}
			}
		}
	}
	return dst
}

// onFile counts the men of p of the very kind on the file of q.
func (g *Game) onFile(b *board, k kind, p env.Player, q square) (n int) {
	for s := int(q) % g.cols; s < g.cells; s += g.cols {
		n += btoi(b.at[s] == pieceOf(k, p))
	}
	return n
}

// castle appends the castlings.
func (g *Game) castle(b *board, dst []move) []move {
	if b.rights == 0 {
		return dst
	}
	for i := range b.castles.list {
		c := &b.castles.list[i]
		if b.rights>>i&1 != 0 && c.owner == b.toMove && g.canCastle(b, c) {
			dst = append(dst, move{c.king, c.kingTo, noKind, castled + uint8(i)})
		}
	}
	return dst
}

func (g *Game) canCastle(b *board, c *castling) bool {
	for _, q := range c.clear {
		if b.at[q] != 0 {
			return false
		}
	}
	for _, q := range c.safe {
		if g.attacked(b, q, c.owner.Other()) && (!g.rarely || g.guards(b, c, q)) {
			return false
		}
	}
	return true
}
