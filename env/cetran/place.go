package cetran

import "ludens/env"

// Squares implements env.Spatial. How a sissa got there is not shown: it may have
// had several ways.
func (s *State) Squares(a env.Action) env.Squares {
	m := s.game.move(a, s.board.toMove)
	k, _ := s.board.at(m.from)
	x := env.Squares{From: int(m.from ^ flip), To: int(m.to ^ flip)}
	if k != sissa {
		x.Path = passed(m)
	}
	if captured, at := s.board.victim(m, k); captured != none {
		x.Captured = []int{int(at ^ flip)}
	}
	if m.promoted != none {
		x.Promotion = names[m.promoted]
		x.Choice = x.Promotion
	}
	return x
}

// passed returns the cells that a move along a line passes; none of another.
func passed(m move) (path []int) {
	dx, dy := m.to.file()-m.from.file(), m.to.rank()-m.from.rank()
	n := max(dx, -dx, dy, -dy)
	if dx != 0 && dy != 0 && dx*dx != dy*dy {
		return nil
	}
	for i := 1; i < n; i++ {
		at, _ := m.from.step(i*dx/n, i*dy/n)
		path = append(path, int(at^flip))
	}
	return path
}

// Owner implements env.Owned.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	k, p := s.board.at(square(cell) ^ flip)
	return p, k != none
}

// ArrayOption implements env.Arrayed.
func (g *Game) ArrayOption() string { return "array" }

// ArrayCount implements env.Arrayed.
func (g *Game) ArrayCount() int { return g.arrays.Count() }

// ArrayText implements env.Arrayed.
func (g *Game) ArrayText(i int) string {
	a, err := g.arrays.Array(i)
	if err != nil {
		panic(err) // i is not below ArrayCount
	}
	return a.String()
}

// ParseArray implements env.Arrayed.
func (g *Game) ParseArray(text string) (string, error) {
	a, err := g.arrays.Parse(text)
	return a.String(), err
}
