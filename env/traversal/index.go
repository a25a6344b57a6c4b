package traversal

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"ludens/env"
)

// numbering implements env.Numbering. The number of a position is
//
//	(placement*2 + who is to move)*bindings + what binds him
//
// A placement is a choice of squares for the first group of men, then one of the others
// for the next group, and so on, each by its rank among all choices (the combinatorial
// number system, Lehmer 1964). What binds the mover is nothing (0) or, with demand=flag,
// a demand (1).
type numbering struct {
	game     *Game
	groups   []group
	cells    []int      // where men may come
	choices  [][]uint64 // by squares and men
	length   uint64
	bindings uint64
}

// group is the men of a kind of a side.
type group struct {
	man  man
	men  int
	rest int // squares left for them
}

// Numbering implements env.Indexed. Positions with men missing have no number.
func (g *Game) Numbering() (env.Numbering, error) {
	r := &g.rules
	switch {
	case g.timed():
		return nil, errors.New("traversal: the worth of a position depends on the ply: cap_result=draw and vacate=0 leave it out")
	case r.Capture || r.Reserve > 0:
		return nil, errors.New("traversal: positions are numbered where all men stay on the board: without capture and reserve")
	case r.Demand == byVeto:
		return nil, errors.New("traversal: with demand=veto a turn is not over with a move")
	case r.Repeat > 0 && r.RepeatResult == "loses":
		return nil, errors.New("traversal: the worth of a position depends on those before it: repeat_result=draw or repeat=0 leave them out")
	}
	n := &numbering{game: g, length: 2, bindings: 1}
	if r.Demand == flagged {
		n.bindings = 2
	}
	n.gather()
	for _, group := range n.groups {
		if !n.multiply(n.choices[group.rest][group.men]) {
			return nil, tooMany(g)
		}
	}
	if !n.multiply(n.bindings) {
		return nil, tooMany(g)
	}
	return n, nil
}

func tooMany(g *Game) error {
	return fmt.Errorf("traversal: %s has more positions than a number of 64 bits can count", g.spec.Name)
}

// gather finds the squares and the groups.
func (n *numbering) gather() {
	b, most := n.game.board, 0
	for at := range b.cells() {
		may := false
		for x := range b.stand {
			for _, stand := range b.stand[x] {
				may = may || stand[at]
			}
		}
		if may {
			n.cells = append(n.cells, at)
		}
	}
	rest := len(n.cells)
	for x := range side(2) {
		for kind, men := range b.counts[x] {
			n.groups = append(n.groups, group{newMan(kind, x), men, rest})
			rest -= men
			most = max(most, men)
		}
	}
	n.choices = binomials(len(n.cells), most)
}

// multiply makes the numbering so many times longer, if that fits.
func (n *numbering) multiply(by uint64) bool {
	over, length := bits.Mul64(n.length, by)
	n.length = length
	return over == 0 && by != math.MaxUint64
}

// binomials returns how many choices of k there are among m things, for all m and k up
// to the given ones; the greatest number stands for more.
func binomials(things, chosen int) (c [][]uint64) {
	for m := range things + 1 {
		c = append(c, make([]uint64, chosen+1))
		c[m][0] = 1
		for k := 1; m > 0 && k <= chosen; k++ {
			sum, over := bits.Add64(c[m-1][k-1], c[m-1][k], 0)
			if over > 0 {
				sum = math.MaxUint64
			}
			c[m][k] = sum
		}
	}
	return c
}

func (n *numbering) Len() uint64 { return n.length }

func (n *numbering) Of(state env.State) (i uint64, ok bool) {
	s := state.(*State)
	var taken [mostSide * mostSide]bool
	for _, g := range n.groups {
		men, hole, rank := 0, 0, uint64(0)
		for _, at := range n.cells {
			if taken[at] {
				continue
			}
			if s.cells[at] == g.man && men < g.men {
				men++
				rank += n.choices[hole][men]
				taken[at] = true
			}
			hole++
		}
		if men != g.men {
			return 0, false
		}
		i = i*n.choices[g.rest][g.men] + rank
	}
	i = i*2 + uint64(s.mover)
	if s.must && n.bindings > 1 {
		return i*n.bindings + 1, true
	}
	return i * n.bindings, true
}

func (n *numbering) At(i uint64, dst env.State) env.State {
	s, ok := dst.(*State)
	if !ok || s == nil || s.game != n.game {
		s = n.game.blank()
	}
	s.empty()
	s.must = i%n.bindings == 1
	i /= n.bindings
	s.mover = side(i % 2)
	if !n.place(s, i/2) || s.home(s.mover) {
		return nil
	}
	s.settle()
	return s
}

// place puts the men of a placement on the board, and reports whether they can be there.
func (n *numbering) place(s *State, i uint64) bool {
	var ranks [2 * mostKinds]uint64
	for k := len(n.groups) - 1; k >= 0; k-- {
		count := n.choices[n.groups[k].rest][n.groups[k].men]
		ranks[k], i = i%count, i/count
	}
	var holes [mostSide * mostSide]int
	for k, g := range n.groups {
		free := 0
		for _, at := range n.cells {
			if s.cells[at] == nobody {
				holes[free] = at
				free++
			}
		}
		rank := ranks[k]
		for men := g.men; men > 0; men-- {
			for free--; n.choices[free][men] > rank; {
				free--
			}
			rank -= n.choices[free][men]
			if !n.game.board.stand[g.man.side()][g.man.kind()][holes[free]] {
				return false
			}
			s.add(g.man, holes[free])
		}
	}
	return true
}

// empty takes everything from the board, and all history away.
func (s *State) empty() {
	b := s.game.board
	clear(s.cells)
	for x := range s.men {
		s.men[x] = s.men[x][:0]
		s.need[x] = b.total(side(x)) * b.absent
	}
	s.past, s.legal = s.past[:0], s.legal[:0]
	s.judged, s.last = none, none
	s.ply, s.sum, s.must = 0, 0, false
}
