package tafl

import (
	"slices"

	"ludens/env"
)

// Squares implements env.Spatial. Where a piece may step in between two enemies
// at its peril, the square that it enters may be among those captured.
func (s *State) Squares(a env.Action) env.Squares {
	g, m, b := s.game, s.game.moves[a], s.board
	x := env.Squares{From: int(m.from), To: int(m.to), Path: g.between(m)}
	b.move(b.at(m.from), m)
	for taken := g.captured(&b, m.to); !taken.empty(); taken = taken.rest() {
		x.Captured = append(x.Captured, int(taken.first()))
	}
	return x
}

// between returns the cells that a move passes, from its start on.
func (g *Game) between(m move) (path []int) {
	step := g.size
	if g.row(m.from) == g.row(m.to) {
		step = 1
	}
	for c := min(int(m.from), int(m.to)) + step; c < max(int(m.from), int(m.to)); c += step {
		path = append(path, c)
	}
	if m.to < m.from {
		slices.Reverse(path)
	}
	return path
}

// Owner implements env.Owned: whether the attackers are First's depends on the
// rules.
func (s *State) Owner(c int) (p env.Player, ok bool) {
	if !s.board.occupied().has(cell(c)) {
		return 0, false
	}
	return s.game.playerOf(s.board.at(cell(c)).side()), true
}
