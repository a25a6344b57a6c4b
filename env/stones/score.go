package stones

import "ludens/env"

// Score implements env.Scored, by what decides the game: the stones that a side still needs to
// reach its goal; stones, where they are counted or lost; moves, where who has none loses.
// With the measures a and b of the two sides it is (a - b) / (a + b + 1).
func (s *State) Score(p env.Player) float32 {
	side := s.sideOf(p)
	a, b := s.measures(side)
	x := (a - b) / (a + b + 1)
	if s.game.loses {
		x = -x
	}
	return max(-1, min(1, x))
}

// measures returns how well a side stands, and the other.
func (s *State) measures(side int8) (a, b float32) {
	g, r := s.game, &s.game.rules
	switch {
	case r.Goal == "sides":
		return float32(s.missing(1 - side)), float32(s.missing(side))
	case r.Goal == "gather":
		return s.scattered(1 - side), s.scattered(side)
	case r.Goal != "none":
		return s.largest(side), s.largest(1 - side)
	case r.Count == "area":
		return float32(s.tallyOf(side)), float32(s.tallyOf(1 - side))
	case r.Put == "never" && (r.Stuck == loses || r.Stuck == wins):
		a, b = s.mobility(side), s.mobility(1-side)
		if (r.Stuck == wins) != g.loses {
			a, b = b, a
		}
		return a, b
	}
	return float32(s.stones[side].count() + int(s.hand[side])), float32(s.stones[1-side].count() + int(s.hand[1-side]))
}

// missing returns how many stones a side needs at least to join its edges, or one more than
// there are cells if it cannot.
func (s *State) missing(side int8) int {
	g, e := s.game, s.game.edges(side)
	free := s.vacant()
	joined := e[0].and(&s.stones[side])
	joined = g.flood(joined, &s.stones[side])
	front := e[0].and(&free)
	for n := 0; n <= g.rows*g.cols; n++ {
		if joined.meets(&e[1]) {
			return n
		}
		// One more stone: all cells beside what is joined, and what these join.
		near := g.around(&joined)
		near = near.and(&free)
		near = near.or(&front)
		grown := joined.or(&near)
		own := s.stones[side].or(&grown)
		grown = g.flood(grown, &own)
		if grown == joined {
			break
		}
		joined, front = grown, set{}
	}
	return g.rows*g.cols + 1
}

// scattered returns the number of a side's groups beyond the first.
func (s *State) scattered(side int8) (n float32) {
	s.groups(side, func(set) { n++ })
	return n - 1
}

// largest returns the size of a side's largest group.
func (s *State) largest(side int8) (n float32) {
	s.groups(side, func(group set) { n = max(n, float32(group.count())) })
	return n
}
