package race

import (
	"math/bits"

	"ludens/env"
)

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	for _, letter := range g.board.letters {
		all = append(all, env.PieceKind{Name: string(letter)})
	}
	return all
}

// Seen implements env.Placing.
func (g *Game) Seen(cell int, p env.Player) int { return g.board.view(cell, g.side(p)) }

// Pieces implements env.Placing. Men of a reserve are left out.
func (g *Game) Pieces(state env.State, dst []env.Piece) []env.Piece {
	s := state.(*State)
	for x := range side(2) {
		owner := g.player(x)
		for kind := range g.board.letters {
			for w, word := range s.men(x, kind) {
				for ; word != 0; word &= word - 1 {
					at := g.board.place(64*w+bits.TrailingZeros64(word), x)
					dst = append(dst, env.Piece{Cell: int16(at), Kind: uint8(kind), Owner: owner})
				}
			}
		}
	}
	return dst
}
