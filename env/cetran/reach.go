package cetran

import (
	"math/bits"

	"ludens/env"
)

// reach is where one man may legally go.
type reach struct {
	kind kind
	from square
	to   uint64
}

// legal is all that the mover may do in one position: at most sixteen men, each
// with at least one square to go to.
type legal struct {
	guard guard
	men   [16]reach
	n     int
}

// find fills l with the legal moves on b.
func (l *legal) find(b *board) {
	l.findTo(b, ^uint64(0))
}

// findLoud fills l with the captures and promotions among them.
func (l *legal) findLoud(b *board) {
	l.findTo(b, b.men[b.toMove.Other()])
}

// findTo fills l with the legal moves to some squares, and those of pawns in passing
// and to the last rank.
func (l *legal) findTo(b *board, aims uint64) {
	l.n = 0
	l.guard.lookAround(b)
	own, occ := b.men[b.toMove], b.occupied()
	l.add(king, b.king(b.toMove), b.kingMoves(aims))
	for men := own & b.kind[pawn]; men != 0; men &= men - 1 {
		s := first(men)
		to := pawnMoves(s, b.toMove, b.men[b.toMove.Other()], occ) & (aims | rank1 | rank8) & l.guard.allowed(s)
		l.add(pawn, s, to|b.inPassing(s))
	}
	for men := own &^ (b.kind[pawn] | b.kind[king]); men != 0; men &= men - 1 {
		s := first(men)
		k, targets := b.kindOn(s), aims&^own&l.guard.allowed(s)
		if targets&widest[k][s&63] != 0 {
			l.add(k, s, b.attacks(k, s, occ)&targets)
		}
	}
}

func (l *legal) add(k kind, from square, to uint64) {
	if to != 0 {
		l.men[l.n] = reach{k, from, to}
		l.n++
	}
}

// count returns how many moves there are when a pawn may become any of that many
// kinds.
func (l *legal) count(promotions int) (n int) {
	for _, man := range l.men[:l.n] {
		n += bits.OnesCount64(man.to)
		if man.kind == pawn {
			n += (promotions - 1) * bits.OnesCount64(man.to&(rank1|rank8))
		}
	}
	return n
}

// kingMoves returns which of some squares the king of the mover may go to. He is
// taken off the board meanwhile: he cannot hide behind himself.
func (b *board) kingMoves(aims uint64) (to uint64) {
	us := b.toMove
	k := b.king(us)
	occ := b.occupied() &^ k.bit()
	for steps := kingSteps[k&63] & aims &^ b.men[us]; steps != 0; steps &= steps - 1 {
		if s := first(steps); !b.attacked(s, us.Other(), occ|s.bit()) {
			to |= s.bit()
		}
	}
	return to
}

// kingCanMove reports whether kingMoves has a square; it stops at the first.
func (b *board) kingCanMove() bool {
	us := b.toMove
	k := b.king(us)
	occ := b.occupied() &^ k.bit()
	for steps := kingSteps[k&63] &^ b.men[us]; steps != 0; steps &= steps - 1 {
		if s := first(steps); !b.attacked(s, us.Other(), occ|s.bit()) {
			return true
		}
	}
	return false
}

// inPassing returns the square where the mover's pawn on s may legally capture
// in passing, as a set.
func (b *board) inPassing(s square) uint64 {
	if b.passant == nowhere || b.capturers(b.passant)&s.bit() == 0 || !b.safeInPassing(s, b.passant) {
		return 0
	}
	return b.passant.bit()
}

// pawnMoves returns the squares that a pawn of p on s may go to, captures in
// passing and the safety of the king left aside.
func pawnMoves(s square, p env.Player, enemies, occ uint64) uint64 {
	captures := pawnSteps[p][s&63] & enemies
	if p == env.First {
		once := s.bit() << 8 &^ occ
		return captures | once | (once&rank3)<<8&^occ
	}
	once := s.bit() >> 8 &^ occ
	return captures | once | (once&rank6)>>8&^occ
}

// attacks returns the squares that an officer of kind k on s attacks.
func (b *board) attacks(k kind, s square, occ uint64) uint64 {
	switch k {
	case knight:
		return knightSteps[s&63]
	case bishop:
		return b.bishopReach(s, occ)
	case rook:
		return rookAttacks(s, occ)
	case queen:
		return rookAttacks(s, occ) | bishopAttacks(s, occ)
	case chancellor:
		return rookAttacks(s, occ) | knightSteps[s&63]
	case archbishop:
		return bishopAttacks(s, occ) | knightSteps[s&63]
	case horse:
		return bishopAttacks(s, occ) | wazirSteps[s&63]
	case sissa:
		return sissaAttacks(s, occ)
	case king:
		return kingSteps[s&63]
	}
	return 0
}

// widest is what an officer attacks at most: on an empty board, a bishop that may
// convert, too.
var widest = func() (table [kinds][64]uint64) {
	for s := range square(64) {
		empty := board{free: s.bit()}
		for k := knight; k < kinds; k++ {
			table[k][s] = empty.attacks(k, s, 0)
		}
	}
	return table
}()
