package chess

import (
	"math/bits"

	"ludens/env"
)

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	for k := range g.kinds {
		all = append(all, env.PieceKind{Name: g.kindName(kind(k)), Royal: g.kinds[k].royal})
	}
	return all
}

// Seen implements env.Placing.
func (g *Game) Seen(cell int, p env.Player) int { return int(g.view(square(cell), p)) }

// Pieces implements env.Placing.
func (g *Game) Pieces(s env.State, dst []env.Piece) []env.Piece {
	b := &s.(*State).board
	for p := range env.Player(2) {
		for i, word := range b.own[p] {
			for ; word != 0; word &= word - 1 {
				q := square(64*i + bits.TrailingZeros64(word))
				dst = append(dst, env.Piece{Cell: int16(q), Kind: kindOf(b.at[q]), Owner: p})
			}
		}
		for _, k := range g.inHands {
			for range b.hand[p][k] {
				dst = append(dst, env.Piece{Cell: env.InHand, Kind: k, Owner: p})
			}
		}
	}
	return dst
}

// Attacks implements env.Attacking, on boards of one word.
func (g *Game) Attacks(s env.State, pieces []env.Piece, dst []uint64) bool {
	if g.masks == nil {
		return false
	}
	b := &s.(*State).board
	occ := b.own[0][0] | b.own[1][0]
	for i, x := range pieces {
		dst[i] = 0
		if q := square(x.Cell); x.Cell != env.InHand {
			dst[i] = g.masks.attacks(&g.masks.movers[pieceOf(x.Kind, x.Owner)][q&63], q, occ)
		}
	}
	return true
}
