package tafl

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"ludens/env"
)

// endgame implements env.Numbering for all positions with the king, up to a number of
// defenders, and one up to a number of attackers. The number of a position is
//
//	the numbers of all endgames with fewer men
//	+ ((king*defenders + attackers)*2 + side to move)
//
// where the king is his cell, the defenders are a choice of the other cells by its rank,
// and the attackers one of what is left.
type endgame struct {
	game     *Game
	material []material // in the order of their numbers
	length   uint64
	choices  env.Choices // of cells
}

// material is how many men there are, and what their numbers begin with.
type material struct {
	defenders, attackers int
	begin                uint64
}

// most is how many positions an endgame has at most.
const most = 1 << 48

// Endgame implements env.Endgames: "kd/aa" is the king and one defender against two
// attackers.
func (g *Game) Endgame(men string) (env.Endgame, error) {
	kings, others, ok := strings.Cut(men, "/")
	d, a := len(kings)-1, len(others)
	if !ok || kings != "k"+strings.Repeat("d", max(d, 0)) || a < 1 || others != strings.Repeat("a", a) {
		return nil, fmt.Errorf("tafl: endgame %q: want k and his men, a slash and the attackers, as in kd/aa", men)
	}
	if d > g.army[defender] || a > g.army[attacker] {
		return nil, fmt.Errorf("tafl: endgame %q: there are %d defenders and %d attackers in all", men, g.army[defender], g.army[attacker])
	}
	switch {
	case g.law.repeat > 0 && (g.rules.RepeatResult != RepeatDraws || g.rules.RepeatLoser != NoLoser):
		return nil, errors.New("tafl: a position is not worth the same with every history if a repetition loses: want repeat_result=draw")
	case g.law.berserk:
		return nil, errors.New("tafl: a piece that moves again has no number: want berserk=none")
	}
	e := &endgame{game: g, choices: env.NewChoices(g.cells(), max(d, a))}
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
	over, n := bits.Mul64(e.choices[cells-1][defenders], e.choices[cells-1-defenders][attackers])
	if over != 0 || n > most || n*2*uint64(cells) > most || e.length > most {
		return errors.New("tafl: too many positions to solve")
	}
	e.length += n * 2 * uint64(cells)
	return nil
}

func (e *endgame) Len() uint64 { return e.length }

func (e *endgame) Of(state env.State) (uint64, bool) {
	s := state.(*State)
	g := e.game
	if s.king == g.beyond {
		return 0, false
	}
	defenders, attackers := g.count(s.board, defender), g.count(s.board, attacker)
	if len(g.kinds) > int(firstOther) && (g.menOf(s.board, kingsSide) > defenders || g.menOf(s.board, 0) > attackers) {
		return 0, false // there are other men
	}
	for _, m := range e.material {
		if m.defenders == defenders && m.attackers == attackers {
			free := g.all
			free.drop(s.king)
			n := e.choices[g.cells()-1][m.defenders]
			i := uint64(s.king)*n + e.choices.Rank(s.board[g.words:2*g.words], free[:])
			i = i*e.choices[g.cells()-1-m.defenders][m.attackers] + e.choices.Rank(s.board[:g.words], free[:])
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
	g := e.game
	attackers, defenders := e.choices[g.cells()-1-m.defenders][m.attackers], e.choices[g.cells()-1][m.defenders]
	s, ok := dst.(*State)
	if !ok || s == nil {
		s = &State{}
	}
	b := append(s.board[:0], make(board, len(g.kinds)*g.words)...)
	at, free := cell(i/attackers/defenders), g.all
	free.drop(at)
	g.put(b, king, at)
	if !g.mayStand(king, at) || !e.unrank(b, defender, i/attackers%defenders, m.defenders, &free) ||
		!e.unrank(b, attacker, i%attackers, m.attackers, &free) {
		return nil
	}
	s.reset(g, b, mover, g.beyond)
	return s
}

// unrank puts n pieces of a kind on the board by the number of their cells, and takes them out
// of free. It reports whether they may stand there.
func (e *endgame) unrank(b board, k kind, r uint64, n int, free *set) bool {
	g, men := e.game, set{}
	e.choices.Unrank(r, n, men[:e.game.words], free[:e.game.words])
	copy(b[int(k)*g.words:(int(k)+1)*g.words], men[:])
	for w, word := range men[:g.words] {
		for ; word != 0; word &= word - 1 {
			if !g.mayStand(k, cell(64*w+bits.TrailingZeros64(word))) {
				return false
			}
		}
	}
	return true
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
