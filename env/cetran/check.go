package cetran

import (
	"math/bits"

	"ludens/env"
)

// attacked reports whether p attacks s when occ is occupied. It looks outward
// from s: whatever would attack a man from s is attacked by such a man there.
func (b *board) attacked(s square, p env.Player, occ uint64) bool {
	men := b.men[p] & occ
	if b.leapers(s, p)&men != 0 {
		return true
	}
	if men&b.rookLike()&rookLines[s&63] != 0 && rookAttacks(s, occ)&b.rookLike()&men != 0 {
		return true
	}
	if men&b.bishopLike()&bishopLines[s&63] != 0 && bishopAttacks(s, occ)&b.bishopLike()&men != 0 {
		return true
	}
	for sissas := b.kind[sissa] & men & sissaReach[s&63]; sissas != 0; sissas &= sissas - 1 {
		for _, passed := range sissaRoutes[s&63][first(sissas)&63] {
			if passed&occ == 0 {
				return true
			}
		}
	}
	return false
}

// leapers returns the squares from which men of p, standing there as they do,
// attack s whatever stands between.
func (b *board) leapers(s square, p env.Player) uint64 {
	return knightSteps[s&63]&b.knightLike() |
		wazirSteps[s&63]&(b.kind[horse]|b.free|b.bound) |
		kingSteps[s&63]&b.kind[king] |
		pawnSteps[p.Other()][s&63]&b.kind[pawn]
}

func (b *board) rookLike() uint64 {
	return b.kind[rook] | b.kind[queen] | b.kind[chancellor]
}

func (b *board) bishopLike() uint64 {
	return b.kind[bishop]&^b.bound | b.kind[queen] | b.kind[archbishop] | b.kind[horse]
}

func (b *board) knightLike() uint64 {
	return b.kind[knight] | b.kind[chancellor] | b.kind[archbishop]
}

// inCheck reports whether the king of the mover is attacked.
func (b *board) inCheck() bool {
	return b.attacked(b.king(b.toMove), b.toMove.Other(), b.occupied())
}

// A guard is what the safety of the mover's king asks of his other men: each
// must land within check, and one in pinned within its pin too.
type guard struct {
	check  uint64 // all squares when the king is not attacked
	pinned uint64
	pins   [15]pin // of the men in pinned, in no order
}

// pin is where a man may land without uncovering his king.
type pin struct{ man, stay uint64 }

// lookAround fills g. Whatever slides is treated as a path from the king to an
// attacker: with nothing on it, a man must land on it or capture; with one own
// man on it and nothing else, that man must stay on it or capture. A sissa has
// up to four paths to the king, and every one of them must be closed.
func (g *guard) lookAround(b *board) {
	us := b.toMove
	k, enemies, occ := b.king(us), b.men[us.Other()], b.occupied()
	g.check, g.pinned = ^uint64(0), 0

	for leapers := b.leapers(k, us.Other()) & enemies; leapers != 0; leapers &= leapers - 1 {
		g.check &= leapers & -leapers
	}
	sliders := rookLines[k&63]&b.rookLike() | bishopLines[k&63]&b.bishopLike()
	for sliders &= enemies; sliders != 0; sliders &= sliders - 1 {
		g.close(between[k&63][first(sliders)&63], sliders&-sliders, occ, b.men[us])
	}
	for sissas := sissaReach[k&63] & b.kind[sissa] & enemies; sissas != 0; sissas &= sissas - 1 {
		for _, passed := range sissaRoutes[k&63][first(sissas)&63] {
			g.close(passed, sissas&-sissas, occ, b.men[us])
		}
	}
}

// close deals with one path to the attacker's square.
func (g *guard) close(passed, attacker, occ, own uint64) {
	blockers := passed & occ
	switch {
	case blockers == 0:
		g.check &= passed | attacker
	case single(blockers) && blockers&own != 0:
		g.hold(blockers, passed|attacker)
	}
}

// hold pins a man to some squares.
func (g *guard) hold(man, squares uint64) {
	if g.pinned&man == 0 {
		g.pins[bits.OnesCount64(g.pinned)] = pin{man, squares}
		g.pinned |= man
		return
	}
	for i := range g.pins {
		if g.pins[i].man == man {
			g.pins[i].stay &= squares
			return
		}
	}
}

// allowed returns where the man on s, not the king, may land.
func (g *guard) allowed(s square) uint64 {
	if g.pinned&s.bit() != 0 {
		return g.check & g.stay(s.bit())
	}
	return g.check
}

// stay returns the squares that a pinned man is pinned to.
func (g *guard) stay(man uint64) uint64 {
	i := 0
	for g.pins[i].man != man {
		i++
	}
	return g.pins[i].stay
}
