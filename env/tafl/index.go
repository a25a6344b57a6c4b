package tafl

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"ludens/env"
)

// endgame implements env.Numbering for all positions with the king, up to so
// many defenders, and one up to so many attackers. The number of a position is
//
//	the numbers of all endgames with fewer men
//	+ ((king*defenders + attackers)*2 + side to move)
//
// where the king is his cell, the defenders are a choice of the other cells by
// its rank, and the attackers one of what is left.
type endgame struct {
	game     *Game
	material []material // in the order of their numbers
	length   uint64
}

// material is how many men there are, and what their numbers begin with.
type material struct {
	defenders, attackers int
	begin                uint64
}

// Endgame implements env.Endgames: "kd/aa" is the king and one defender against
// two attackers.
func (g *Game) Endgame(men string) (env.Endgame, error) {
	kings, others, ok := strings.Cut(men, "/")
	d, a := len(kings)-1, len(others)
	if !ok || kings != "k"+strings.Repeat("d", max(d, 0)) || a < 1 || others != strings.Repeat("a", a) {
		return nil, fmt.Errorf("tafl: endgame %q: want k and his men, a slash and the attackers, as in kd/aa", men)
	}
	if d > g.army[defender] || a > g.army[attacker] {
		return nil, fmt.Errorf("tafl: endgame %q: there are %d defenders and %d attackers in all", men, g.army[defender], g.army[attacker])
	}
	if g.rules.Repeat > 0 && g.rules.RepeatResult != RepeatDraws {
		return nil, errors.New("tafl: a position is not worth the same with every history if a repetition loses: want repeat_result=draw")
	}
	e := &endgame{game: g}
	for defenders := range d + 1 {
		for attackers := 1; attackers <= a; attackers++ {
			e.material = append(e.material, material{defenders, attackers, e.length})
			if err := e.lengthen(defenders, attackers); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// EndgameNames implements env.Endgames.
func (g *Game) EndgameNames(men int) (names []string) {
	for d := 0; d < men-1; d++ {
		name := "k" + strings.Repeat("d", d) + "/" + strings.Repeat("a", men-1-d)
		if _, err := g.Endgame(name); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// lengthen adds the numbers of one material.
func (e *endgame) lengthen(defenders, attackers int) error {
	cells := e.game.cells()
	over, n := bits.Mul64(choices(cells-1, defenders), choices(cells-1-defenders, attackers))
	if n *= 2 * uint64(cells); over != 0 || n > 1<<48 || e.length > 1<<48 {
		return errors.New("tafl: more positions than anybody could solve")
	}
	e.length += n
	return nil
}

func (e *endgame) Len() uint64 { return e.length }

func (e *endgame) Of(state env.State) (uint64, bool) {
	s := state.(*State)
	b := &s.board
	if b[king].empty() {
		return 0, false
	}
	for _, m := range e.material {
		if m.defenders == b[defender].count() && m.attackers == b[attacker].count() {
			free := e.game.all.minus(b[king])
			i := uint64(b[king].first())*choices(free.count(), m.defenders) + b[defender].rank(free)
			free = free.minus(b[defender])
			i = i*choices(free.count(), m.attackers) + b[attacker].rank(free)
			return m.begin + i*2 + uint64(s.mover), true
		}
	}
	return 0, false
}

func (e *endgame) At(i uint64, dst env.State) env.State {
	m := e.material[0]
	for _, next := range e.material[1:] {
		if next.begin <= i {
			m = next
		}
	}
	i -= m.begin
	mover, i := side(i%2), i/2
	cells := e.game.cells()
	attackers, defenders := choices(cells-1-m.defenders, m.attackers), choices(cells-1, m.defenders)
	var b board
	b[king] = only(cell(i / attackers / defenders))
	free := e.game.all.minus(b[king])
	b[defender] = ofRank(i/attackers%defenders, m.defenders, free)
	b[attacker] = ofRank(i%attackers, m.attackers, free.minus(b[defender]))
	if b[attacker].meets(e.game.shut[attacker]) || b[defender].meets(e.game.shut[defender]) || b[king].minus(e.game.throne).meets(e.game.shut[king]) {
		return nil
	}
	s, ok := dst.(*State)
	if !ok || s == nil {
		return e.game.place(b, mover)
	}
	*s = State{game: e.game, board: b, mover: mover, hash: b.hash(), last: move{beyond, beyond}, past: s.past[:0]}
	if mover == kingsSide {
		s.hash ^= hashes.turn
	}
	s.settle(ongoing)
	return s
}

// Share implements env.Endgame: every position has a number of its own.
func (e *endgame) Share(i uint64) int {
	if i < e.whole() {
		return 0
	}
	return 1
}

// Draw implements env.Endgame.
func (e *endgame) Draw(r *rand.Rand, dst env.State) env.State {
	return e.At(e.whole()+r.Uint64N(e.length-e.whole()), dst)
}

// whole returns the least number of a position with all the men.
func (e *endgame) whole() uint64 { return e.material[len(e.material)-1].begin }

// rank numbers s among the sets of as many cells of free: the combinatorial
// number system (Lehmer 1964).
func (s squares) rank(free squares) (r uint64) {
	for k := 1; !s.empty(); k++ {
		r += choices(free.below(s.first()), k)
		s = s.rest()
	}
	return r
}

// below returns how many cells of s come before c.
func (s squares) below(c cell) int {
	if c < 64 {
		return bits.OnesCount64(s.lo & (1<<c - 1))
	}
	return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi&(1<<(c-64)-1))
}

// ofRank is the inverse of rank for sets of k cells.
func ofRank(r uint64, k int, free squares) (s squares) {
	for at := free.count() - 1; k > 0; at-- {
		last := free.last()
		free = free.minus(only(last))
		if c := choices(at, k); c <= r {
			r -= c
			s = s.or(only(last))
			k--
		}
	}
	return s
}

// last returns the highest cell of s, which is not empty.
func (s squares) last() cell {
	if s.hi != 0 {
		return cell(63 + bits.Len64(s.hi))
	}
	return cell(bits.Len64(s.lo) - 1)
}

// choices returns how many sets of k there are among n cells; 1<<48 stands for
// that many and more.
func choices(n, k int) uint64 { return binomials[n][k] }

var binomials = func() (c [maxCells + 1][maxCells + 1]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = min(c[n-1][k-1]+c[n-1][k], 1<<48)
		}
	}
	return c
}()
