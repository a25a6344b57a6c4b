package chess

import (
	"fmt"
	"slices"

	"ludens/env"
)

// material is some men of both sides, who stand somewhere. The number of a placement is
//
//	(at of men[0]) + |squares[0]| * ((at of men[1]) + |squares[1]| * (...))
//
// where a square counts by its place in the list of those where such a man can stand. Men
// who are alike stand in the order of their squares; other orders have no position.
type material struct {
	men        []piece // in increasing order
	squares    [][]square
	place      [][mostCells]uint8 // of a square in squares, counted from 1; 0: not there
	counting   []bool             // by man: his moves start the clock again
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
		var place [mostCells]uint8
		for i, q := range squares {
			place[q] = uint8(i + 1)
		}
		m.squares, m.place = append(m.squares, squares), append(m.place, place)
		m.counting = append(m.counting, e.game.kinds[kindOf(x)].counts)
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
	for i, q := range slices.Backward(at) {
		place := m.place[i][q]
		if place == 0 {
			return 0, false
		}
		n = n*uint64(len(m.squares[i])) + uint64(place-1)
	}
	return n, true
}

// placement finds the squares of a number; ok is false if two men stand on one, or men who
// are alike in another order.
func (m *material) placement(n uint64, at *[mostMen]square) (ok bool) {
	for i := range m.men {
		all := m.squares[i]
		at[i] = all[n%uint64(len(all))]
		n /= uint64(len(all))
		for j := range i {
			if at[j] == at[i] || m.men[j] == m.men[i] && at[j] > at[i] {
				return false
			}
		}
	}
	return true
}

// stage returns the number of a placement with all men but those who count on their first
// squares.
func (m *material) stage(n uint64) (stage uint64) {
	factor := uint64(1)
	for i, all := range m.squares {
		size := uint64(len(all))
		if m.counting[i] {
			stage += n % size * factor
		}
		factor *= size
		n /= size
	}
	return stage
}

var _ env.Endgames = (*Game)(nil)
