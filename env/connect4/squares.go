package connect4

import (
	"math/bits"

	"ludens/env"
)

// Squares implements env.Spatial: a stone falls down its column to the lowest
// empty cell.
func (s *position) Squares(a env.Action) env.Squares {
	lowest := (s.taken()&column(int(a)) + 1<<(int(a)*up)) &^ s.taken()
	x := env.Squares{From: -1, To: cell(bits.TrailingZeros64(uint64(lowest)))}
	for c := int(a); c < x.To; c += cols {
		x.Path = append(x.Path, c)
	}
	return x
}

// Owner implements env.Owned.
func (s *position) Owner(cell int) (p env.Player, ok bool) {
	for p, stones := range s.stones {
		if stones.has(cell) {
			return env.Player(p), true
		}
	}
	return 0, false
}
