package cetran

import (
	"math/bits"

	"ludens/env"
)

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	for k, name := range names {
		all = append(all, env.PieceKind{Name: name, Royal: kind(k) == king})
	}
	return all
}

// Seen implements env.Placing.
func (g *Game) Seen(cell int, p env.Player) int { return cell ^ int(view(p)^flip) }

// Pieces implements env.Placing.
func (g *Game) Pieces(s env.State, dst []env.Piece) []env.Piece {
	b := &s.(*State).board
	for p := range env.Player(2) {
		for men := b.men[p]; men != 0; men &= men - 1 {
			q := first(men)
			dst = append(dst, env.Piece{Cell: int16(q ^ flip), Kind: uint8(b.kindOn(q)), Owner: p})
		}
	}
	return dst
}

// Attacks implements env.Attacking.
func (g *Game) Attacks(s env.State, pieces []env.Piece, dst []uint64) bool {
	b := &s.(*State).board
	occ := b.occupied()
	for i, x := range pieces {
		q := square(x.Cell) ^ flip
		set := pawnSteps[x.Owner][q&63]
		if kind(x.Kind) != pawn {
			set = b.attacks(kind(x.Kind), q, occ)
		}
		dst[i] = bits.ReverseBytes64(set) // a diagram's row 0 is rank 8
	}
	return true
}
