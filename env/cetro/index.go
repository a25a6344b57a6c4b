package cetro

import (
	"errors"
	"fmt"
	"math/bits"

	"ludens/env"
)

// numbering implements env.Numbering. The number of a position is
//
//	(placement*2 + who is to move)*bindings + what binds him
//
// A placement is a choice of squares for First's blue men, then one of the
// others for his green men, and so on, each by its rank among all choices.
//
// What binds the mover is nothing (0), a demand (1, where there are demands), or
// from 2 on, with demand=veto, a retreat that he has to judge: by the empty
// square that it came from, and to the right after to the left.
type numbering struct {
	game     *Game
	groups   []group
	length   uint64
	bindings uint64
}

// group is the men of a colour of a player.
type group struct {
	player env.Player
	colour colour
	men    int
}

const (
	free = iota
	bound
	firstJudged
)

var errCapDecides = errors.New("cetro: the worth of a position depends on the ply if the cap decides: cap_result=draw leaves it out")

// Numbering implements env.Indexed. Positions with men missing have no number.
func (g *Game) Numbering() (env.Numbering, error) {
	if g.scored {
		return nil, errCapDecides
	}
	n := &numbering{game: g, length: 2, bindings: 1}
	holes := g.board.all.count()
	for p := range env.Player(2) {
		for c := range colour(g.board.colours) {
			men := g.board.start[c].count()
			n.groups = append(n.groups, group{p, c, men})
			if err := n.multiply(choices(holes, men)); err != nil {
				return nil, err
			}
			holes -= men
		}
	}
	switch g.demand {
	case onMove:
		n.bindings = firstJudged
	case byVeto:
		n.bindings = firstJudged + 2*uint64(holes)
	}
	return n, n.multiply(n.bindings)
}

// multiply makes the numbering so many times longer.
func (n *numbering) multiply(by uint64) error {
	over, length := bits.Mul64(n.length, by)
	if over != 0 {
		return fmt.Errorf("cetro: %s has more positions than a number of 64 bits can count", n.game.spec.Name)
	}
	n.length = length
	return nil
}

func (n *numbering) Len() uint64 { return n.length }

func (n *numbering) Of(state env.State) (uint64, bool) {
	s := state.(*State)
	holes, i := n.game.board.all, uint64(0)
	for _, g := range n.groups {
		men := n.seen(s.sides[g.player].men[g.colour], g.player)
		if men.count() != g.men {
			return 0, false
		}
		i = i*choices(holes.count(), g.men) + men.rank(holes)
		holes &^= men
	}
	return (i*2+uint64(s.mover))*n.bindings + n.binding(s, holes), true
}

// binding numbers what binds the mover.
func (n *numbering) binding(s *State, holes set) uint64 {
	switch {
	case s.judging():
		from := n.seen(s.judged.from.bit(), s.mover.Other())
		return firstJudged + 2*uint64((holes&(from-1)).count()) + uint64(s.judged.dir-retreatLeft)
	case s.must:
		return bound
	}
	return free
}

// seen turns what p sees to how First sees it, and back.
func (n *numbering) seen(s set, p env.Player) set {
	if p == env.First {
		return s
	}
	return n.game.board.turned(s)
}

func (n *numbering) At(i uint64, dst env.State) env.State {
	s, ok := dst.(*State)
	if !ok || s == nil {
		s = n.game.blank()
	}
	*s = State{game: n.game, past: s.past[:0], lap: s.lap}
	bind := i % n.bindings
	i /= n.bindings
	s.mover = env.Player(i % 2)
	holes := n.place(s, i/2)
	if s.sides[s.mover].need == 0 || !n.bind(s, bind, holes) {
		return nil
	}
	s.settle()
	return s
}

// place puts the men of a placement on the board and returns the empty squares.
func (n *numbering) place(s *State, i uint64) (holes set) {
	var ranks [2 * maxColours]uint64
	vacant := n.game.board.all.count()
	for _, g := range n.groups {
		vacant -= g.men
	}
	for k := len(n.groups) - 1; k >= 0; k-- {
		vacant += n.groups[k].men
		count := choices(vacant, n.groups[k].men)
		ranks[k], i = i%count, i/count
	}
	holes = n.game.board.all
	for k, g := range n.groups {
		men := ofRank(ranks[k], g.men, holes)
		holes &^= men
		for men = n.seen(men, g.player); men != 0; men &= men - 1 {
			s.put(g.player, g.colour, men.first())
		}
	}
	return holes
}

// bind lets the mover be bound, and reports whether he can be.
func (n *numbering) bind(s *State, binding uint64, holes set) bool {
	switch binding {
	case free:
		return true
	case bound:
		s.must = true
		return true
	}
	slot := int(binding - firstJudged)
	for range slot / 2 {
		holes &= holes - 1
	}
	player := s.mover.Other()
	from := n.seen(holes&-holes, player).first()
	cells := n.game.board.cells()
	s.judged = n.game.moves[(int(retreatLeft)+slot%2)*cells+from.cell()]
	return s.judged.verb == retreat && s.hadJump(player)
}

// hadJump reports whether p can have made the judged retreat although he had a
// jump.
func (s *State) hadJump(p env.Player) bool {
	me, m := &s.sides[p], s.judged
	if me.own&m.to.bit() == 0 {
		return false
	}
	step := m.from.bit() | m.to.bit()
	jl, jr, _, _ := s.game.board.reach(me.own^step, me.all^step)
	return jl|jr != 0
}

// rank numbers s among the sets of as many squares of holes: the combinatorial
// number system (Lehmer 1964).
func (s set) rank(holes set) (r uint64) {
	for k := 1; s != 0; k++ {
		r += choices((holes & (s&-s - 1)).count(), k)
		s &= s - 1
	}
	return r
}

// ofRank is the inverse of rank for sets of k squares.
func ofRank(r uint64, k int, holes set) (s set) {
	for at := holes.count() - 1; k > 0; at-- {
		top := set(1) << (bits.Len64(uint64(holes)) - 1)
		holes &^= top
		if c := choices(at, k); c <= r {
			r -= c
			s |= top
			k--
		}
	}
	return s
}

// choices returns how many sets of k there are among n squares.
func choices(n, k int) uint64 { return binomials[n][k] }

var binomials = func() (c [maxSquares + 1][maxSquares + 1]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()
