package cetran

import "ludens/env"

// board is where the men stand, who moves and where a pawn has just jumped. It
// is a value: a copy is another board.
type board struct {
	men     [2]uint64     // by player
	kind    [kinds]uint64 // of both players
	free    uint64        // bishops that may convert, and
	bound   uint64        // bishops that must: see conversion.go
	hash    uint64        // of all but skipped
	toMove  env.Player
	skipped square // what the last move, a pawn's double step, passed over
	passant square // skipped, if a pawn can legally capture there
}

// move is a man's way from one square to another; promoted is none but for a
// pawn that reaches the last rank.
type move struct {
	from, to square
	promoted kind
}

func (b *board) occupied() uint64 { return b.men[0] | b.men[1] }

// at returns the kind and owner of the man on s, or none.
func (b *board) at(s square) (kind, env.Player) {
	if b.occupied()&s.bit() == 0 {
		return none, env.First
	}
	return b.kindOn(s), b.owner(s.bit())
}

// kindOn returns the kind of the man on s, where one stands. It puts the number
// together bit by bit: which of ten sets has a square no CPU can predict.
func (b *board) kindOn(s square) kind {
	k := &b.kind
	one := (k[1] | k[3] | k[5] | k[7] | k[9]) >> (s & 63) & 1
	two := (k[2] | k[3] | k[6] | k[7]) >> (s & 63) & 1
	four := (k[4] | k[5] | k[6] | k[7]) >> (s & 63) & 1
	eight := (k[8] | k[9]) >> (s & 63) & 1
	return kind(one | two<<1 | four<<2 | eight<<3)
}

func (b *board) owner(bit uint64) env.Player {
	if b.men[env.Second]&bit != 0 {
		return env.Second
	}
	return env.First
}

// king returns where the king of p stands.
func (b *board) king(p env.Player) square { return first(b.kind[king] & b.men[p]) }

// play makes a legal move of a man of kind k and reports whether no earlier
// position can come back after it.
func (b *board) play(m move, k kind) (irreversible bool) {
	us, them := b.toMove, b.toMove.Other()
	irreversible = k == pawn
	if captured, at := b.victim(m, k); captured != none {
		b.lift(captured, them, at)
		irreversible = true
		if captured == bishop {
			b.captured(at)
		}
	}
	if k == bishop {
		b.moved(m)
	}
	b.lift(k, us, m.from)
	if m.promoted != none {
		k = m.promoted
	}
	b.put(k, us, m.to)
	b.pass()
	if k == pawn && (m.to-m.from == 16 || m.from-m.to == 16) {
		b.jumped((m.from + m.to) / 2)
	}
	return irreversible
}

// victim returns the man that m captures, or none.
func (b *board) victim(m move, k kind) (kind, square) {
	if b.men[b.toMove.Other()]&m.to.bit() != 0 {
		return b.kindOn(m.to), m.to
	}
	if k == pawn && m.to == b.passant {
		return pawn, beyond(m.to, b.toMove)
	}
	return none, nowhere
}

// beyond returns the square behind s as seen by p: where the pawn stands that
// p captures by moving to s in passing.
func beyond(s square, p env.Player) square {
	if p == env.First {
		return s - 8
	}
	return s + 8
}

// pass gives the turn to the other player; nothing can be captured in passing.
func (b *board) pass() {
	if b.passant != nowhere {
		b.hash ^= hashes.passant[b.passant&63]
	}
	b.skipped, b.passant = nowhere, nowhere
	b.toMove = b.toMove.Other()
	b.hash ^= hashes.turn
}

// jumped notes that the player who is not to move has just made a double step
// over s.
func (b *board) jumped(s square) {
	b.skipped = s
	for pawns := b.capturers(s); pawns != 0; pawns &= pawns - 1 {
		if b.safeInPassing(first(pawns), s) {
			b.passant = s
			b.hash ^= hashes.passant[s&63]
			return
		}
	}
}

// capturers returns the pawns of the mover that stand ready to capture on s.
func (b *board) capturers(s square) uint64 {
	return pawnSteps[b.toMove.Other()][s&63] & b.kind[pawn] & b.men[b.toMove]
}

// safeInPassing reports whether the king of the mover is safe once his pawn on
// from has captured in passing by moving to s.
func (b *board) safeInPassing(from, s square) bool {
	after := *b
	us, taken := b.toMove, beyond(s, b.toMove)
	after.lift(pawn, us.Other(), taken)
	after.lift(pawn, us, from)
	after.put(pawn, us, s)
	return !after.attacked(after.king(us), us.Other(), after.occupied())
}

func (b *board) put(k kind, p env.Player, s square) {
	b.men[p] |= s.bit()
	b.kind[k] |= s.bit()
	b.hash ^= hashes.man[p][k][s&63]
}

func (b *board) lift(k kind, p env.Player, s square) {
	b.men[p] &^= s.bit()
	b.kind[k] &^= s.bit()
	b.hash ^= hashes.man[p][k][s&63]
}
