package tictactoe

import "ludens/env"

// Squares implements env.Spatial: a stone is put down, and stays.
func (s *position) Squares(a env.Action) env.Squares {
	return env.Squares{From: -1, To: int(a)}
}

// Owner implements env.Spatial.
func (s *position) Owner(cell int) (p env.Player, ok bool) {
	for p, stones := range s.stones {
		if stones.has(cell) {
			return env.Player(p), true
		}
	}
	return 0, false
}
