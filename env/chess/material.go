package chess

import (
	"fmt"
	"math"
	"slices"

	"ludens/env"
)

// material is some men of both sides, who stand somewhere. The number of a placement is
//
//	(at of men[0]) + |squares[0]| * ((at of men[1]) + |squares[1]| * (...))
//
// where a square counts by its place in the list of those where such a man can stand. Men
// who are alike stand from the highest of their squares on; other orders have no position.
//
// Placements that symmetries of the board carry into each other share a number, that of the
// image which brings one man, the lead, home and is least: of officers who move alike in all
// directions all eight images, with pawns left and right.
type material struct {
	men        []piece // in the order of sortMen
	squares    [][]square
	place      [][mostCells]uint8 // of a square in squares, counted from 1; 0: not there
	all        [][]square         // squares, with those of the lead away from home
	counting   []bool             // by man: his moves start the clock again
	lead       int
	images     []*[mostCells]square // of squares by the symmetries, the identity first
	homewards  [mostCells][]uint8   // the images that bring the lead home
	begin      uint64
	placements uint64
}

// add adds a material, unless it is there.
func (e *endgame) add(men []piece) error {
	if _, there := e.by[string(men)]; there {
		return nil
	}
	m := material{men: men, begin: e.length, placements: 1}
	for _, x := range men {
		squares := e.game.standing(x)
		for i := range squares {
			squares[i] ^= e.flip
		}
		slices.Sort(squares)
		m.all = append(m.all, squares)
		m.counting = append(m.counting, e.game.kinds[kindOf(x)].counts)
	}
	m.squares = slices.Clone(m.all)
	m.settleImages(e)
	for _, squares := range m.squares {
		var place [mostCells]uint8
		for i, q := range squares {
			place[q] = uint8(i + 1)
		}
		m.place = append(m.place, place)
		if m.placements *= uint64(len(squares)); m.placements > mostNumbers {
			return fmt.Errorf("has more than %d positions: want fewer men", mostNumbers)
		}
	}
	e.by[string(men)] = len(e.materials)
	e.materials = append(e.materials, m)
	if e.length += 2 * m.placements; e.length > mostNumbers {
		return fmt.Errorf("has more than %d positions, with those that captures and promotions make: want fewer men", mostNumbers)
	}
	return nil
}

// settleImages finds the symmetries that all men keep, and where the lead is at home: on the
// least of the squares that they carry into each other.
func (m *material) settleImages(e *endgame) {
	m.lead = -1
	for i, x := range m.men {
		if m.count(x) == 1 {
			m.lead = i // the last: a royal one if there is one
		}
	}
	for _, image := range e.images {
		if m.lead >= 0 && m.keeps(e, image) || image == e.images[0] {
			m.images = append(m.images, image)
		}
	}
	m.lead = max(m.lead, 0)
	for q := range square(e.game.cells) {
		least := q
		for _, image := range m.images {
			least = min(least, image[q])
		}
		for i, image := range m.images {
			if image[q] == least {
				m.homewards[q] = append(m.homewards[q], uint8(i))
			}
		}
		if least != q {
			m.squares[m.lead] = slices.DeleteFunc(slices.Clone(m.squares[m.lead]), func(at square) bool { return at == q })
		}
	}
}

// count returns how many of the men are of one kind and side.
func (m *material) count(x piece) (n int) {
	for _, y := range m.men {
		n += btoi(x == y)
	}
	return n
}

// keeps reports whether all men move alike after squares have moved to their images.
func (m *material) keeps(e *endgame, image *[mostCells]square) bool {
	for i, x := range m.men {
		if !e.alike(x, image) || slices.ContainsFunc(m.all[i], func(q square) bool { return !slices.Contains(m.all[i], image[q]) }) {
			return false
		}
	}
	return true
}

// standing returns the squares where a man can stand: those that he does not leave, and
// of who only goes ahead those that he can come to from where his kind begins, but for
// those where he must have been promoted.
func (g *Game) standing(x piece) (squares []square) {
	k, p := kindOf(x), ownerOf(x)
	w := &g.kinds[k]
	there := w.stays[p]
	if w.forward {
		there = g.climb(x)
	}
	if len(w.promotes) > 0 && !w.may {
		there = there.without(g.promotion[p])
	}
	for q := range square(g.cells) {
		if there.has(q) && !g.holes.has(q) {
			squares = append(squares, q)
		}
	}
	return squares
}

// climb returns the squares where a man who only goes ahead can come, whatever stands on
// his ways.
func (g *Game) climb(x piece) (there set) {
	k, p := kindOf(x), ownerOf(x)
	var next []square
	for q := range square(g.cells) {
		if g.start.at[q] == x || g.kinds[k].initial[p].has(q) {
			there.add(q)
			next = append(next, q)
		}
	}
	for len(next) > 0 {
		from := next[0]
		next = next[1:]
		for _, w := range g.ways[p][k][from] {
			for i, q := range w.squares {
				if w.lands(i) && !there.has(q) && g.kinds[k].stays[p].has(q) {
					there.add(q)
					next = append(next, q)
				}
			}
		}
	}
	return there
}

// number returns the number of a placement; ok is false where a man stands who cannot.
func (m *material) number(at []square) (n uint64, ok bool) {
	n = math.MaxUint64
	for _, i := range m.homewards[at[m.lead]] {
		image := m.image(at, i)
		digits, fits := m.digits(image[:len(at)])
		if !fits {
			return 0, false
		}
		n = min(n, digits)
	}
	return n, true
}

// image returns an image of a placement, men who are alike in their order.
func (m *material) image(at []square, i uint8) (to [mostMen]square) {
	for k, q := range at {
		to[k] = m.images[i][q]
		for j := k; j > 0 && m.men[j-1] == m.men[j] && to[j-1] < to[j]; j-- {
			to[j-1], to[j] = to[j], to[j-1]
		}
	}
	return to
}

// digits returns the number of a placement whose lead is at home.
func (m *material) digits(at []square) (n uint64, ok bool) {
	for i, q := range slices.Backward(at) {
		place := m.place[i][q]
		if place == 0 {
			return 0, false
		}
		n = n*uint64(len(m.squares[i])) + uint64(place-1)
	}
	return n, true
}

// placement finds the squares of a number; ok is false if two men stand on one, men who are
// alike in another order, or if another image has the least number.
func (m *material) placement(n uint64, at *[mostMen]square) (ok bool) {
	m.stand(n, at)
	for i := range m.men {
		for j := range i {
			if at[j] == at[i] || m.men[j] == m.men[i] && at[j] < at[i] {
				return false
			}
		}
	}
	least, _ := m.number(at[:len(m.men)])
	return least == n
}

// stand finds the squares that are the digits of a number.
func (m *material) stand(n uint64, at *[mostMen]square) {
	for i, all := range m.squares {
		at[i] = all[n%uint64(len(all))]
		n /= uint64(len(all))
	}
}

// share returns how many placements have the number of one.
func (m *material) share(at []square) int {
	same := 0
	for _, i := range m.homewards[at[m.lead]] {
		if image := m.image(at, i); slices.Equal(image[:len(at)], at) {
			same++
		}
	}
	return len(m.images) / same
}

// stage returns a number, below placements, of where the men stand that count: the least of
// all images, or where the lead counts of those that bring him home.
func (m *material) stage(at []square) uint64 {
	least := uint64(math.MaxUint64)
	for i := range m.images {
		if m.counting[m.lead] && !slices.Contains(m.homewards[at[m.lead]], uint8(i)) {
			continue
		}
		image, stage := m.image(at, uint8(i)), uint64(0)
		for k, q := range image[:len(at)] {
			if m.counting[k] {
				stage = stage*uint64(len(m.squares[k])) + uint64(m.place[k][q]-1)
			}
		}
		least = min(least, stage)
	}
	return least
}

var _ env.Endgames = (*Game)(nil)
