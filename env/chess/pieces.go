package chess

import (
	"math/bits"
	"strings"

	"ludens/env"
)

// PieceKinds implements env.Placing. All armies of Cetran have the same kinds: bishops that
// may convert are bishops.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	if g.cetran != nil {
		for i, name := range cetranNames {
			all = append(all, env.PieceKind{Name: name, Royal: cetranKinds[i] == 'K'})
		}
		return all
	}
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
	if g.cetran != nil {
		return g.cetranPieces(b, dst)
	}
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
			y := pieceOf(x.Kind, x.Owner)
			if g.cetran != nil {
				y = g.cetranPiece(b, x)
			}
			dst[i] = g.masks.attacks(&g.masks.movers[y][q&63], q, occ)
		}
	}
	return true
}

// cetranPieces lists the pieces of each side from the first rank on.
func (g *Game) cetranPieces(b *board, dst []env.Piece) []env.Piece {
	for p := range env.Player(2) {
		for men := bits.ReverseBytes64(b.own[p][0]); men != 0; men &= men - 1 {
			q := square(bits.TrailingZeros64(men)) ^ 56
			dst = append(dst, env.Piece{Cell: int16(q), Kind: g.kindInCetran(kindOf(b.at[q])), Owner: p})
		}
		for _, k := range g.inHands {
			for range b.hand[p][k] {
				dst = append(dst, env.Piece{Cell: env.InHand, Kind: g.kindInCetran(k), Owner: p})
			}
		}
	}
	return dst
}

// kindInCetran returns the place of a kind in cetranKinds.
func (g *Game) kindInCetran(k kind) uint8 {
	return uint8(strings.IndexByte(cetranKinds, g.kinds[k].letter))
}

// cetranPiece is the inverse: a bishop that may or must convert, if one stands there.
func (g *Game) cetranPiece(b *board, x env.Piece) piece {
	if y := b.at[x.Cell]; y != 0 && ownerOf(y) == x.Owner && g.kindInCetran(kindOf(y)) == x.Kind {
		return y
	}
	return pieceOf(g.kindOf(cetranKinds[x.Kind]), x.Owner)
}
