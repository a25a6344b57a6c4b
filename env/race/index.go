package race

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
// number system, Lehmer 1964). What binds the mover is nothing (0); a demand (1, where there
// are demands); or from 2 on, with demand=veto, a step that he has to judge: by the empty
// square that it came from, and then by its direction.
type numbering struct {
	game     *Game
	view     side // whose squares are counted, and who is the first to move
	groups   []group
	steps    []int       // the lanes of steps
	choices  env.Choices // of squares
	length   uint64
	bindings uint64
}

// group is the men of a kind of a side.
type group struct {
	side      side
	kind, men int
	rest      int // squares left for them
}

// What binds the mover.
const (
	free = iota
	bound
	firstJudged
)

// timed returns why the worth of a position depends on the ply, or nil.
func (g *Game) timed() error {
	switch {
	case g.law.scored:
		return errors.New("race: the worth of a position depends on the ply if the cap decides: cap_result=draw leaves it out")
	case g.law.timed:
		return errors.New("race: the worth of a position depends on the ply if men must leave in time: vacate=0 leaves it out")
	}
	return nil
}

// Numbering implements env.Indexed. Positions with men missing have no number.
func (g *Game) Numbering() (env.Numbering, error) {
	switch r := &g.law; {
	case r.timed:
		return nil, g.timed()
	case r.capture || g.rules.Reserve > 0:
		return nil, errors.New("race: positions are numbered where all men stay on the board: without capture and reserve")
	case r.repeat > 0 && r.repeatLoses:
		return nil, errors.New("race: the worth of a position depends on those before it: repeat_result=draw or repeat=0 leave them out")
	}
	n := &numbering{game: g, length: 2, bindings: 1}
	if g.plain {
		n.view = g.side(env.First)
	}
	rest := n.gather()
	switch {
	case g.law.flagged:
		n.bindings = firstJudged
	case g.law.veto:
		n.bindings = firstJudged + uint64(len(n.steps)*rest)
	}
	fits := true
	for _, group := range n.groups {
		fits = fits && n.multiply(n.choices[group.rest][group.men])
	}
	if !fits || !n.multiply(n.bindings) {
		return nil, fmt.Errorf("race: %s has more positions than a number of 64 bits can count", g.spec.Name)
	}
	return n, nil
}

// gather finds the groups, and returns how many squares they leave empty.
func (n *numbering) gather() (rest int) {
	b, most := n.game.board, 0
	rest = b.squares
	for _, x := range []side{n.view, n.view.other()} {
		for kind, men := range b.counts[x] {
			n.groups = append(n.groups, group{x, kind, men, rest})
			rest -= men
			most = max(most, men)
		}
	}
	n.choices = env.NewChoices(b.squares, most)
	for i, l := range n.game.lanes[south] {
		if !l.jump {
			n.steps = append(n.steps, i)
		}
	}
	return rest
}

// multiply makes the numbering that many times longer, if that fits.
func (n *numbering) multiply(by uint64) bool {
	over, length := bits.Mul64(n.length, by)
	n.length = length
	return over == 0 && by != math.MaxUint64
}

func (n *numbering) Len() uint64 { return n.length }

func (n *numbering) Of(state env.State) (i uint64, ok bool) {
	s, b := state.(*State), n.game.board
	holes := b.all
	for _, g := range n.groups {
		var men set
		b.turn(&men, s.men(g.side, g.kind), g.side != n.view)
		if count(men[:b.words]) != g.men {
			return 0, false
		}
		i = i*n.choices[g.rest][g.men] + n.choices.Rank(men[:b.words], holes[:])
	}
	i *= 2
	if s.mover != n.view {
		i++
	}
	return i*n.bindings + n.binding(s, &holes), true
}

// turn copies a set, as the other side sees it if turned.
func (b *board) turn(dst *set, words []uint64, turned bool) {
	copy(dst[:], words)
	if turned {
		*dst = set{}
		each(words, func(q int) bool { dst.add(b.across(q)); return true })
	}
}

// binding numbers what binds the mover.
func (n *numbering) binding(s *State, holes *set) uint64 {
	switch {
	case s.judging():
		m := &s.game.moves[s.judged]
		from := n.seen(int(m.from), s.mover.other())
		below := 0
		each(holes[:], func(q int) bool { below++; return q < from })
		for i, lane := range n.steps {
			if lane == int(m.lane) {
				return firstJudged + uint64((below-1)*len(n.steps)+i)
			}
		}
	case s.must && n.bindings > 1:
		return bound
	}
	return free
}

// seen turns a square that x sees to what the view's side calls it, and back.
func (n *numbering) seen(q int, x side) int {
	if x == n.view {
		return q
	}
	return n.game.board.across(q)
}

func (n *numbering) At(i uint64, dst env.State) env.State {
	s, ok := dst.(*State)
	if !ok || s == nil {
		s = n.game.blank()
	}
	s.clear(n.game)
	bind := i % n.bindings
	i /= n.bindings
	if s.mover = n.view; i%2 == 1 {
		s.mover = n.view.other()
	}
	holes := n.game.board.all
	if !n.place(s, i/2, &holes) || s.need[s.mover] == 0 || !n.bind(s, bind, &holes) {
		return nil
	}
	s.settle()
	return s
}

// place puts the men of a placement on the board, and reports whether they can be there.
func (n *numbering) place(s *State, i uint64, holes *set) bool {
	var ranks [2 * mostKinds]uint64
	for k := len(n.groups) - 1; k >= 0; k-- {
		count := n.choices[n.groups[k].rest][n.groups[k].men]
		ranks[k], i = i%count, i/count
	}
	fits := true
	for k, g := range n.groups {
		var men set
		n.choices.Unrank(ranks[k], g.men, men[:n.game.board.words], holes[:n.game.board.words])
		stand := &n.game.board.halves[g.side].stand[g.kind]
		each(men[:], func(q int) bool {
			q = n.seen(q, g.side)
			s.add(g.side, g.kind, q)
			fits = fits && stand.has(q)
			return true
		})
	}
	return fits
}

// bind lets the mover be bound, and reports whether he can be.
func (n *numbering) bind(s *State, binding uint64, holes *set) bool {
	if binding < firstJudged {
		s.must = binding == bound
		return true
	}
	slot, at := int(binding-firstJudged), -1
	each(holes[:], func(q int) bool {
		at = q
		slot -= len(n.steps)
		return slot >= 0
	})
	x := s.mover.other()
	l := &n.game.lanes[x][n.steps[slot+len(n.steps)]]
	from := n.seen(at, x)
	to := n.game.board.halves[x].next[l.d][from]
	if to < 0 || !has(s.own(x), int(to)) {
		return false
	}
	possible, jumps := s.judge(n.game.action(from, int(to)))
	return possible && jumps
}

// judge has the mover judge a step of his opponent, if that is possible and if there was a
// jump to play instead.
func (s *State) judge(a env.Action) (possible, jumps bool) {
	m, x := &s.game.moves[a], s.mover.other()
	if m.verb != step || !has(s.own(x), int(m.to)) || has(s.all(x), int(m.from)) {
		return false, false
	}
	s.carry(x, int(m.to), int(m.from))
	possible = s.lands(x, &s.game.lanes[x][m.lane], int(m.from), s.lockedIn(x, int(m.from))) == int(m.to)
	jumps, _ = s.able(x)
	s.carry(x, int(m.from), int(m.to))
	if possible && jumps {
		s.judged = a
	}
	return possible, jumps
}
