package tafl

import (
	"fmt"

	"ludens/env"
)

// PlaneNames returns what each plane of an observation shows. Rows and columns
// are those of the board, whoever moves.
func (g *Game) PlaneNames() []string {
	names := []string{
		"own men",
		"enemy men",
		"king",
		"everywhere 1 if the mover has the king",
		"squares where the mover's men may not stop",
	}
	for n := 2; n < g.rules.Repeat; n++ {
		names = append(names, fmt.Sprintf("everywhere 1 if the position occurs at least for the %s time", env.Ordinal(n)))
	}
	return names
}

// Observe writes the planes of PlaneNames.
func (s *State) Observe(dst []float32) {
	g, n := s.game, s.game.cells()
	dst = dst[:g.spec.Size()]
	clear(dst)
	mark(dst, s.board[s.mover.men()])
	mark(dst[n:], s.board[s.mover.other().men()])
	mark(dst[2*n:], s.board[king])
	if s.mover == kingsSide {
		fill(dst[3*n : 4*n])
	}
	mark(dst[4*n:], g.shut[s.mover.men()])
	fill(dst[5*n : min(5+s.seen, g.spec.Shape[0])*n])
}

// mark sets the cells of s to 1.
func mark(plane []float32, s squares) {
	for ; !s.empty(); s = s.rest() {
		plane[s.first()] = 1
	}
}

func fill(plane []float32) {
	for i := range plane {
		plane[i] = 1
	}
}
