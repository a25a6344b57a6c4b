package lines

import (
	"math/bits"

	"ludens/env"
)

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() []env.PieceKind { return []env.PieceKind{{Name: "stone"}} }

// Seen implements env.Placing: both sides see the board from the same side.
func (g *Game) Seen(cell int, _ env.Player) int { return cell }

// Pieces implements env.Placing.
func (g *Game) Pieces(state env.State, dst []env.Piece) []env.Piece {
	switch s := state.(type) {
	case *word:
		return s.pieces(dst)
	case *counted:
		return s.pieces(dst)
	}
	s := state.(*State)
	for side := range int8(2) {
		owner := s.player(side)
		for i := range g.words {
			for w := s.stones[side][i]; w != 0; w &= w - 1 {
				dst = append(dst, env.Piece{Cell: g.cell[i<<6+bits.TrailingZeros64(w)], Owner: owner})
			}
		}
	}
	return dst
}

func (s *word) pieces(dst []env.Piece) []env.Piece {
	for p := range env.Player(2) {
		for w := s.stones[p]; w != 0; w &= w - 1 {
			dst = append(dst, env.Piece{Cell: int16(s.board.cells[bits.TrailingZeros64(w)&63]), Owner: p})
		}
	}
	return dst
}
