package lines

import (
	"fmt"
	"math/bits"

	"ludens/env"
)

// mostNumbered is how many cells a board has at most whose positions are numbered:
// 3^16 are 43 million.
const mostNumbered = 16

// Numbering implements env.Indexed for small boards: the cells are the digits of a number
// of base 3, 0 for an empty cell, 1 for a stone of the side that began and 2 for the
// other's. The number of stones must determine whose turn it is.
func (g *Game) Numbering() (env.Numbering, error) {
	r := &g.rules
	switch n := g.cells.count(); {
	case n > mostNumbered:
		return nil, fmt.Errorf("the positions of boards of at most %d cells are numbered, and this one has %d", mostNumbered, n)
	case g.capturing != nil || r.Swap:
		return nil, fmt.Errorf("the positions of games with captures or a swap are not numbered: the stones do not determine whose turn it is")
	}
	all := numbering{game: g, length: 1}
	g.cells.each(func(p int) { all.places, all.length = append(all.places, p), all.length*3 })
	return &all, nil
}

type numbering struct {
	game   *Game
	places []int
	length uint64
}

func (n *numbering) Len() uint64 { return n.length }

// At returns position i, or nil if no game comes to its stones.
func (n *numbering) At(i uint64, dst env.State) env.State {
	if b := n.game.word; b != nil {
		return b.at(i, dst)
	}
	s, ok := dst.(*State)
	if !ok {
		s = new(State)
	}
	*s = State{game: n.game, last: -1}
	for _, p := range n.places {
		if digit := i % 3; digit > 0 {
			s.stones[digit-1].add(p)
			s.hash ^= stoneHash[digit-1][p]
			s.placed++
		}
		i /= 3
	}
	if s.stones[0].count() != n.game.share(int(s.placed)) || s.afloat() >= 0 {
		return nil
	}
	s.side, s.left = n.game.turnAfter(int(s.placed))
	s.open = n.game.landings(s.stones[0].or(s.stones[1]))
	last := s.lastSide()
	if s.rows(1-last).verdict != undecided {
		return nil
	}
	s.settle(s.rows(last), false)
	return s
}

func (n *numbering) Of(state env.State) (i uint64, ok bool) {
	switch s := state.(type) {
	case *word:
		return s.number(), true
	case *counted:
		return s.number(), true
	}
	s := state.(*State)
	for k := len(n.places) - 1; k >= 0; k-- {
		i *= 3
		switch p := n.places[k]; {
		case s.stones[0].has(p):
			i++
		case s.stones[1].has(p):
			i += 2
		}
	}
	return i, true
}

// at is numbering.At for words.
func (b *layout) at(i uint64, dst env.State) env.State {
	s := word{board: b, last: -1}
	for c := range b.game.rows * b.game.cols {
		if digit := i % 3; digit > 0 {
			s.stones[digit-1] |= 1 << b.bits[c]
		}
		i /= 3
	}
	first, second := bits.OnesCount64(s.stones[0]), bits.OnesCount64(s.stones[1])
	s.mover = env.Player(first - second)
	if s.mover != env.First && s.mover != env.Second || b.afloat(s.taken()) || b.line(s.stones[s.mover]) {
		return nil
	}
	switch last := s.mover.Other(); {
	case b.line(s.stones[last]):
		s.result = b.made[last]
	case s.taken() == b.full:
		s.result = b.filled[last]
	}
	return b.outer(s, dst)
}

// number is numbering.Of for words.
func (s *word) number() (i uint64) {
	for c := s.board.game.rows*s.board.game.cols - 1; c >= 0; c-- {
		i *= 3
		if p, ok := s.Owner(c); ok {
			i += 1 + uint64(p)
		}
	}
	return i
}

// turnAfter returns whose turn it is after that many stones, and how many of it are left.
func (g *Game) turnAfter(placed int) (side, left int8) {
	r := &g.rules
	n := placed - r.FirstStones
	if n < 0 {
		return 0, int8(-n)
	}
	return int8(1 - n/r.Stones%2), int8(r.Stones - n%r.Stones)
}

// share returns how many of the stones placed are those of the side that began.
func (g *Game) share(placed int) (n int) {
	r := &g.rules
	first := min(placed, r.FirstStones)
	rest := placed - first
	turns := rest / r.Stones
	n = first + turns/2*r.Stones
	if turns%2 == 1 {
		n += rest % r.Stones
	}
	return n
}
