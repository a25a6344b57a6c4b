package stones

import (
	"math/bits"

	"ludens/env"
)

// link is a stone of a chain, as disjoint sets have it (Tarjan 1975): the next stone on the
// way to the one that stands for the chain, which leads to itself and says what the chain
// touches.
type link struct {
	up    uint8
	touch touch
}

// touch is what a chain touches: a bit for each side of the board, and from cornerBits on one
// for each corner.
type touch uint16

const (
	sideBits   = 6
	cornerBits = 8
)

func (t touch) sides() int { return bits.OnesCount16(uint16(t & (1<<sideBits - 1))) }

func (t touch) corners() int { return bits.OnesCount16(uint16(t >> cornerBits)) }

// touches fills in what the cells touch. In Havannah a corner belongs to no side.
func (b *board) touches(r *rules) {
	b.touch = make([]touch, b.rows*b.cols)
	corner := 0
	b.cells.each(func(c int) {
		if r.Goal == "havannah" && b.corners.has(c) {
			b.touch[c] = 1 << (cornerBits + corner)
			corner++
			return
		}
		for i := range b.sides {
			b.touch[c] |= touch(b2i(b.sides[i].has(c))) << i
		}
	})
}

// arcs are the runs of neighbours, as one goes around a cell, that are neighbours of each
// other: the stones of a run are of one chain.
type arcs struct {
	n   int
	dir [8]uint8 // one of each
	row bool     // three neighbours follow each other
}

// arcsOf returns the arcs of each set of directions.
func (b *board) arcsOf() []arcs {
	n := len(b.dirs)
	joined := func(i int) bool { // a neighbour to the next one around
		if b.lined {
			return false
		}
		d, e := b.dirs[i], b.dirs[(i+1)%n]
		for _, f := range b.dirs {
			if d.down+f.down == e.down && d.right+f.right == e.right {
				return true
			}
		}
		return false
	}
	all := make([]arcs, 1<<n)
	for mask := 1; mask < len(all); mask++ {
		a := &all[mask]
		for i := range n {
			three := 1<<i | 1<<((i+1)%n) | 1<<((i+n-1)%n)
			a.row = a.row || mask&three == three
			if mask>>i&1 != 0 && !(mask>>((i+n-1)%n)&1 != 0 && joined((i+n-1)%n)) {
				a.dir[a.n] = uint8(i)
				a.n++
			}
		}
		if a.n == 0 { // all around
			a.n = 1
		}
	}
	return all
}

// unlinked returns the links of a board without stones.
func (g *Game) unlinked() []link {
	switch g.rules.Goal {
	case "sides", "three", "havannah":
		return make([]link, g.rows*g.cols)
	}
	return nil
}

// root returns the stone that stands for a chain, and shortens the way to it.
func (s *State) root(c uint8) uint8 {
	for links := s.links; links[c].up != c; c = links[c].up {
		links[c].up = links[links[c].up].up
	}
	return c
}

// join links the stone of a side on a cell to its neighbours, and returns how the chain
// reaches the goal, ongoing if it does not. Two arcs of one chain are a ring with the new stone:
// one of the two gaps between them is inside.
func (s *State) join(c int, side int8) ending {
	g, own, mask := s.game, &s.stones[side], 0
	for i, q := range g.wheel[c][:len(g.dirs)] {
		mask |= b2i(own.has(int(q))) << i // also where q is -1: no branch that is random
	}
	mask &= int(g.within[c])
	root, t, ring := uint8(c), g.touch[c], false
	a := &g.arcs[mask]
	for i := range a.n {
		r := s.root(uint8(g.wheel[c][a.dir[i]]))
		switch {
		case i == 0:
			root = r
		case r == root:
			ring = true
		default:
			s.links[r].up = root
		}
		t |= s.links[r].touch
	}
	s.links[c].up = root
	s.links[root] = link{root, t}
	return g.reached(side, t, g.rules.Goal == "havannah" && (ring || a.row && s.fills(c, mask, own)))
}

// reached returns how a chain that touches so much reaches the goal.
func (g *Game) reached(side int8, t touch, ring bool) ending {
	switch both := touch(3) << (2 * side); g.rules.Goal {
	case "sides":
		if t&both == both {
			return byJoined
		}
	case "three":
		if t.sides() >= 3 {
			return byThree
		}
	case "havannah":
		switch {
		case t.corners() >= 2:
			return byBridge
		case t.sides() >= 3:
			return byThree
		case ring:
			return byRing
		}
	}
	return ongoing
}

// fills reports whether the stone on a cell is the last of a ring around a stone of its side;
// mask is in which directions it has neighbours of its side.
func (s *State) fills(c, mask int, own *set) bool {
	g := s.game
	n := len(g.dirs)
	for i := range n {
		if three := 1<<i | 1<<((i+1)%n) | 1<<((i+n-1)%n); mask&three != three {
			continue
		}
		q := g.wheel[c][i]
		if rest := g.beside[q].minus(own); rest.empty() && g.beside[q].count() == n {
			return true
		}
	}
	return false
}

// relink links the stones of a side anew, for a position that was not played or where stones
// move or go, and returns how they reach the goal.
func (s *State) relink(side int8) ending {
	g, all, ring := s.game, s.stones[side], false
	s.stones[side] = set{}
	all.each(func(c int) {
		ring = s.join(c, side) == byRing || ring
		s.stones[side].add(c)
	})
	by := ongoing
	all.each(func(c int) {
		if by == ongoing && int(s.links[c].up) == c {
			by = g.reached(side, s.links[c].touch, ring)
		}
	})
	return by
}

// reaches ends the game if a side has reached the goal: first the side that is not to move,
// whose stone has arrived at a cell, if it is not -1. Where stones last, no other side can have.
func (s *State) reaches(at int) bool {
	last := 1 - s.side
	if s.game.lasting {
		return at >= 0 && s.ends(last, s.reachedBy(last, at))
	}
	return s.reachedAnywhere()
}

// reachedAnywhere ends the game if a side has reached the goal, the side that is not to move
// before the other.
func (s *State) reachedAnywhere() bool {
	by, other := s.reachedBy(1-s.side, -1), s.reachedBy(s.side, -1)
	return s.ends(1-s.side, by) || s.ends(s.side, other)
}

// reachedBy returns how a side has reached the goal; at is the cell of its last stone, -1 if all
// stones are to be looked at.
func (s *State) reachedBy(side int8, at int) ending {
	switch {
	case s.game.rules.Goal == "gather":
		if s.gathered(side) {
			return byGather
		}
		return ongoing
	case at >= 0:
		return s.join(at, side)
	}
	return s.relink(side)
}

// gathered reports whether all stones of a side are in one group.
func (s *State) gathered(side int8) bool {
	if s.stones[side].empty() {
		return false
	}
	var one set
	one.add(s.stones[side].first())
	return s.game.flood(one, &s.stones[side]) == s.stones[side]
}

// ends ends the game for a side that has reached the goal, if it has.
func (s *State) ends(side int8, by ending) bool {
	if by == ongoing {
		return false
	}
	if s.game.loses {
		side = 1 - side
	}
	s.finish(by, side)
	return true
}

// edges returns the sides of the board that a side joins.
func (g *Game) edges(side int8) []set { return g.sides[2*side:][:2] }

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
