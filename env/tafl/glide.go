package tafl

import "math/bits"

// Where all pieces of a kind go at once, without the moves, on boards of two words at most.

// field is a board of the three usual kinds.
type field struct {
	men         [2]pair // of each side
	king, empty pair
}

// field returns the board as pairs.
func (g *Game) field(b board) (f field) {
	if g.words == 1 {
		f = field{men: [2]pair{{lo: b[attacker]}, {lo: b[defender]}}, king: pair{lo: b[king]}}
	} else {
		f = field{men: [2]pair{{b[0], b[1]}, {b[2], b[3]}}, king: pair{b[4], b[5]}}
	}
	f.empty = g.all.pair().without(f.men[attackers].or(f.men[kingsSide]).or(f.king))
	return f
}

// pair returns the first two words.
func (s *set) pair() pair { return pair{s[0], s[1]} }

func (s pair) without(t pair) pair { return pair{s.lo &^ t.lo, s.hi &^ t.hi} }

func (s pair) count() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// longest is how far spread looks: further than a piece can go on boards of up to 12 by 12.
const longest = 12

// glide returns where pieces of kind k on some cells may go.
func (g *Game) glide(from, empty pair, k kind) pair {
	pass, reach, cols := g.pass[k].pair().and(empty), g.kinds[k].reach, int8(g.cols)
	rise, fall := g.ways[up].pair(), g.ways[down].pair() // what pieces enter that go down, and up
	east, west := g.ways[left].pair(), g.ways[right].pair()
	var to pair
	if length := max(g.rows, g.cols); reach < length-1 || length > longest {
		to = from.walk(pass, rise, -cols, reach).or(from.walk(pass, fall, cols, reach)).
			or(from.walk(pass, east, -1, reach)).or(from.walk(pass, west, 1, reach))
	} else {
		to = from.ahead(pass.and(rise), uint8(cols)).or(from.back(pass.and(fall), uint8(cols))).
			or(from.ahead(pass.and(east), 1).and(east)).or(from.back(pass.and(west), 1).and(west))
	}
	return to.and(g.stop[k].pair()).and(empty)
}

// walk returns the cells of in up to which pieces get by some steps, over those of pass; a step
// is to the n-th cell before.
func (s pair) walk(pass, in pair, n int8, steps int) (to pair) {
	for range steps {
		s = s.before(n).and(in)
		to = to.or(s)
		if s = s.and(pass); s.empty() {
			break
		}
	}
	return to
}

// ahead returns the cells to which pieces get by steps of n cells over those of pass, longest at
// most: all of them in a few operations (Kogge and Stone 1973).
func (s pair) ahead(pass pair, n uint8) pair {
	s = s.or(pass.and(s.up(n)))
	pass = pass.and(pass.up(n))
	s = s.or(pass.and(s.up(2 * n)))
	pass = pass.and(pass.up(2 * n))
	s = s.or(pass.and(s.up(4 * n)))
	s = s.or(pass.and(s.up(4 * n)))
	return s.up(n)
}

// back is ahead in the other direction.
func (s pair) back(pass pair, n uint8) pair {
	s = s.or(pass.and(s.down(n)))
	pass = pass.and(pass.down(n))
	s = s.or(pass.and(s.down(2 * n)))
	pass = pass.and(pass.down(2 * n))
	s = s.or(pass.and(s.down(4 * n)))
	s = s.or(pass.and(s.down(4 * n)))
	return s.down(n)
}

func (s pair) up(n uint8) pair { return pair{s.lo << (n & 63), s.hi<<(n&63) | s.lo>>((64-n)&63)} }

func (s pair) down(n uint8) pair { return pair{s.lo>>(n&63) | s.hi<<((64-n)&63), s.hi >> (n & 63)} }

// wayOut returns how many moves the king, who stands on from, needs to escape while no other
// piece moves, 0 if he has no way.
func (g *Game) wayOut(from, empty pair) int {
	goal, reached := g.escapes.pair(), from
	for n := 1; ; n++ {
		from = g.glide(from, empty, king).without(reached)
		switch {
		case from.empty():
			return 0
		case !from.and(goal).empty():
			return n
		}
		reached = reached.or(from)
	}
}

// touching returns the cells whose neighbour in direction d is in s.
func (g *Game) touching(s pair, d int) pair { return s.before(g.shifts()[d]).and(g.ways[d].pair()) }
