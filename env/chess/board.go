package chess

import (
	"math/bits"

	"ludens/env"
)

// board is where the men stand and what else a move may change. It is a value: a copy is
// another board.
type board struct {
	front
	at   [mostCells]piece
	hand [2][mostLetters]uint8 // by kind of the file
}

// front is what each game has of a board.
type front struct {
	own     [2]set // all men of a player
	royals  [2]set
	class   [mostClasses]uint64 // of both players, on boards of one word: see mask.go
	hash    uint64
	hashes  *zobrist // what hash is made of
	castles *castles // that rights are of
	worth   [2]int16 // of the men, those in hand, too
	rights  uint8    // castlings that are not lost, a bit each
	given   [2]uint8 // checks
	toMove  env.Player

	passed [mostPassed]square // by the last move, if it can be captured in passing there
	victim square             // the man who passed, or nowhere
}

// become makes b a copy of another board of the game, as b is already. It leaves out what the
// game has not: most of a board.
func (g *Game) become(b, other *board) {
	b.front = other.front
	if g.cells <= 64 {
		*(*[64]piece)(b.at[:64]) = *(*[64]piece)(other.at[:64])
	} else {
		b.at = other.at
	}
	if g.handed {
		b.hand = other.hand
	}
}

// mostLetters is how many kinds a file may have: one a letter.
const mostLetters = 26

// mostPassed is how many squares a man may pass that can then be captured in passing.
const mostPassed = 2

func (g *Game) put(b *board, k kind, p env.Player, q square) {
	x := pieceOf(k, p)
	b.at[q] = x
	b.own[p].add(q)
	b.hash ^= b.hashes.man[x][q]
	t := &g.traits[k&(mostKinds-1)]
	b.worth[p] += t.worth
	for set := t.classes; set != 0; set &= set - 1 {
		b.class[bits.TrailingZeros16(uint16(set))%mostClasses] |= 1 << (q & 63)
	}
	if t.royal {
		b.royals[p].add(q)
	}
}

func (g *Game) lift(b *board, q square) (k kind) {
	x := b.at[q]
	k, p := kindOf(x), ownerOf(x)
	b.at[q] = 0
	b.own[p].remove(q)
	b.hash ^= b.hashes.man[x][q]
	t := &g.traits[k&(mostKinds-1)]
	b.worth[p] -= t.worth
	for set := t.classes; set != 0; set &= set - 1 {
		b.class[bits.TrailingZeros16(uint16(set))%mostClasses] &^= 1 << (q & 63)
	}
	if t.royal {
		b.royals[p].remove(q)
	}
	return k
}

// carry moves a man who stays what he is to an empty square.
func (g *Game) carry(b *board, from, to square) {
	x := b.at[from]
	p, t := ownerOf(x), &g.traits[kindOf(x)&(mostKinds-1)]
	b.at[from], b.at[to] = 0, x
	b.own[p].remove(from)
	b.own[p].add(to)
	man := &b.hashes.man[x]
	b.hash ^= man[from] ^ man[to]
	both := uint64(1)<<(from&63) | 1<<(to&63)
	for set := t.classes; set != 0; set &= set - 1 {
		b.class[bits.TrailingZeros16(uint16(set))%mostClasses] ^= both
	}
	if t.royal {
		b.royals[p].remove(from)
		b.royals[p].add(to)
	}
}

// take changes by n how many men of a kind p has in hand.
func (g *Game) take(b *board, p env.Player, k kind, n int) {
	b.worth[p] += int16(n) * g.traits[k].worth
	at := uint64(p)<<8 | uint64(k)
	b.hash ^= hashOf(hashHand, at, uint64(b.hand[p][k]))
	b.hand[p][k] = uint8(int(b.hand[p][k]) + n)
	b.hash ^= hashOf(hashHand, at, uint64(b.hand[p][k]))
}

// castlings sets the rights that are left.
func (b *board) castlings(rights uint8) {
	b.hash ^= b.hashes.rights[b.rights] ^ b.hashes.rights[rights]
	b.rights = rights
}

// pass gives the turn to the other player; nothing can be captured in passing.
func (b *board) pass() {
	b.unpass()
	b.toMove = b.toMove.Other()
	b.hash ^= b.hashes.turn
}

// unpass forgets what could be captured in passing.
func (b *board) unpass() {
	if b.victim == nowhere {
		return
	}
	for _, q := range b.passed {
		if q != nowhere {
			b.hash ^= b.hashes.passed[q]
		}
	}
	b.hash ^= b.hashes.victim[b.victim]
	b.victim, b.passed = nowhere, [mostPassed]square{nowhere, nowhere}
}

// canPass notes what can be captured in passing, and where.
func (b *board) canPass(passed []square, victim square) {
	b.unpass()
	copy(b.passed[:], passed)
	b.victim = victim
	for _, q := range passed {
		b.hash ^= b.hashes.passed[q]
	}
	b.hash ^= b.hashes.victim[victim]
}

// passes reports whether a man can be captured in passing on q.
func (b *board) passes(q square) bool {
	return b.victim != nowhere && (b.passed[0] == q || b.passed[1] == q)
}

// check counts a check that p has given.
func (b *board) check(p env.Player) {
	b.hash ^= hashOf(hashGiven, uint64(p), uint64(b.given[p]))
	b.given[p]++
	b.hash ^= hashOf(hashGiven, uint64(p), uint64(b.given[p]))
}

// inCheck reports whether the royal men of p are attacked as Keys.Royals has it.
func (g *Game) inCheck(b *board, p env.Player) bool {
	s := b.royals[p]
	if m := g.masks; m != nil && s[0]&(s[0]-1) == 0 {
		return s[0] != 0 && m.attacked(b, square(bits.TrailingZeros64(s[0])), p.Other(), b.own[0][0]|b.own[1][0])
	}
	if g.rarely {
		return g.besieged(b, g.ruling(b, p), p)
	}
	if s.empty() || g.royals == lastRoyal && s.count() > 1 {
		return false
	}
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			hit := g.attacked(b, square(64*i+bits.TrailingZeros64(word)), p.Other())
			if hit != (g.royals == allRoyals) {
				return hit
			}
		}
	}
	return g.royals == allRoyals
}
