package tafl

import (
	"math/bits"

	"ludens/env"
)

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	for k := range g.kinds {
		all = append(all, env.PieceKind{Name: g.kinds[k].name, Royal: kind(k) == king})
	}
	return all
}

// Seen implements env.Placing: both sides see the board from the same side.
func (g *Game) Seen(cell int, _ env.Player) int { return cell }

// Pieces implements env.Placing.
func (g *Game) Pieces(s env.State, dst []env.Piece) []env.Piece {
	board := s.(*State).board
	for k := range g.kinds {
		owner := g.playerOf(g.kinds[k].side)
		for w, word := range board[k*g.words : (k+1)*g.words] {
			for ; word != 0; word &= word - 1 {
				dst = append(dst, env.Piece{Cell: int16(64*w + bits.TrailingZeros64(word)), Kind: uint8(k), Owner: owner})
			}
		}
	}
	return dst
}
