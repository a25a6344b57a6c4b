package stones

// goal says how a group of stones of a side decides the game.
type goal func(s *State, side int8, group set) ending

// goals are those of rules.Goal: each says how it was reached, ongoing if it was not.
var goals = map[string]goal{
	"none":     nil,
	"sides":    (*State).joins,
	"three":    (*State).touchesThree,
	"havannah": (*State).havannah,
	"gather":   (*State).gathers,
}

// reaches ends the game if a side has reached the goal: first the side that is not to move,
// whose stone has arrived at a cell, if it is not -1.
func (s *State) reaches(at int) bool {
	last := 1 - s.side
	if at < 0 && s.game.lasting {
		return false
	}
	for _, side := range [2]int8{last, s.side} {
		if by := s.reachedBy(side, at); by != ongoing {
			if s.game.loses {
				side = 1 - side
			}
			s.finish(by, side)
			return true
		}
		if s.game.lasting {
			break
		}
	}
	return false
}

// reachedBy returns how a side has reached the goal, if it has. Where stones last only the group
// of the last one can have.
func (s *State) reachedBy(side int8, at int) (by ending) {
	g := s.game
	if g.lasting && g.rules.Goal == "sides" && at >= 0 {
		if s.link(at, side) {
			return byJoined
		}
		return ongoing
	}
	if at >= 0 && s.stones[side].has(at) && g.lasting {
		var stone set
		stone.add(at)
		if near := g.beside[at].and(&s.stones[side]); !near.empty() {
			stone = g.flood(stone, &s.stones[side])
		}
		return g.goal(s, side, stone)
	}
	s.groups(side, func(group set) {
		if by == ongoing {
			by = g.goal(s, side, group)
		}
	})
	return by
}

// edges returns the sides of the board that a side joins.
func (g *Game) edges(side int8) []set { return g.sides[2*side:][:2] }

// joins is the goal of a group that touches both of its side's edges.
func (s *State) joins(side int8, group set) ending {
	e := s.game.edges(side)
	if group.meets(&e[0]) && group.meets(&e[1]) {
		return byJoined
	}
	return ongoing
}

// link notes which of its side's edges the stone on a cell is joined to, and reports whether
// it is both. Stones that last are joined once.
func (s *State) link(c int, side int8) bool {
	g, both := s.game, true
	for i, edge := range g.edges(side) {
		joined := &s.linked[side][i]
		if !edge.has(c) && !g.beside[c].meets(joined) {
			both = false
			continue
		}
		joined.add(c)
		loose := set{}
		for w := range g.words {
			loose[w] = g.beside[c][w] & s.stones[side][w] &^ joined[w]
		}
		if !loose.empty() {
			loose = g.flood(loose, &s.stones[side])
			*joined = joined.or(&loose)
		}
	}
	return both
}

// relink finds the stones that are joined to edges, for a position that was not played.
func (s *State) relink() {
	for side := range int8(2) {
		for i, edge := range s.game.edges(side) {
			s.linked[side][i] = s.game.flood(edge.and(&s.stones[side]), &s.stones[side])
		}
	}
}

// touches returns how many sides of the board a group touches; those of a corner count only
// where corners do.
func (g *Game) touches(group *set, corners bool) (n int) {
	for _, side := range g.sides {
		if !corners {
			side = side.minus(&g.corners)
		}
		n += b2i(group.meets(&side))
	}
	return n
}

func (s *State) touchesThree(_ int8, group set) ending {
	if s.game.touches(&group, true) >= 3 {
		return byThree
	}
	return ongoing
}

// havannah is the goal of a ring, a bridge or a fork.
func (s *State) havannah(_ int8, group set) ending {
	g := s.game
	corners := g.corners.and(&group)
	switch {
	case corners.count() >= 2:
		return byBridge
	case g.touches(&group, false) >= 3:
		return byThree
	case s.ring(&group):
		return byRing
	}
	return ongoing
}

// ring reports whether a group surrounds a cell: one of another group or without a stone,
// which is not joined to the edge of the board past the group, or a stone of its own.
func (s *State) ring(group *set) bool {
	g := s.game
	if group.count() < 6 {
		return false
	}
	if last := s.last[1]; g.lasting && last >= 0 {
		if near := g.beside[last].and(group); near.count() < 2 {
			return false // the last stone is an end of its chain
		}
	}
	rest, edge := g.cells.minus(group), set{}
	for i := range g.sides {
		edge = edge.or(&g.sides[i])
	}
	out := g.flood(edge.and(&rest), &rest)
	if out != rest {
		return true
	}
	inner := *group
	for i := range g.dirs {
		around := g.onward(group, &g.dirs[i])
		inner = inner.and(&around)
	}
	return !inner.empty()
}

// gathers is the goal of all stones in one group.
func (s *State) gathers(side int8, group set) ending {
	if group == s.stones[side] {
		return byGather
	}
	return ongoing
}

// reachedAnywhere ends the game if a group of either side has reached the goal, the side that
// is not to move before the other: in a position that was not played.
func (s *State) reachedAnywhere() bool {
	for _, side := range [2]int8{1 - s.side, s.side} {
		by := ongoing
		s.groups(side, func(group set) {
			if by == ongoing {
				by = s.game.goal(s, side, group)
			}
		})
		if by != ongoing {
			if s.game.loses {
				side = 1 - side
			}
			s.finish(by, side)
			return true
		}
	}
	return false
}
