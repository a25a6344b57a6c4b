package stones

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
	s := state.(*State)
	for side := range int8(2) {
		owner := s.player(side)
		for i := range g.words {
			for w := s.stones[side][i]; w != 0; w &= w - 1 {
				dst = append(dst, env.Piece{Cell: int16(i<<6 + bits.TrailingZeros64(w)), Owner: owner})
			}
		}
		for range s.hand[side] {
			dst = append(dst, env.Piece{Cell: env.InHand, Owner: owner})
		}
	}
	return dst
}

// Owner implements env.Spatial.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	for side := range int8(2) {
		if s.stones[side].has(cell) {
			return s.player(side), true
		}
	}
	return 0, false
}
