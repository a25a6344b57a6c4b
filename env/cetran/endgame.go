package cetran

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/env"
)

// endgame implements env.Endgame: it numbers the positions with the men of a
// name such as "kq-kr", and those that captures and promotions make of them.
// Numbers of the whole come first; see placing.go for those of one material.
type endgame struct {
	game      *Game
	materials []material
	by        [manCodes * manCodes]entry // by material.key
	length    uint64
}

// entry is where a key leads to: a material, reached as it is or, if turned, by
// changing colours.
type entry struct {
	at     int8 // counted from 1; 0: none
	turned bool
}

// mostMen is how many men an endgame may have, kings among them.
const mostMen = 4

// Endgame implements env.Endgames: "kqr-k" is White's king, queen and rook
// against the king. It refuses a pawn on each side: that one can capture in
// passing is not part of a number.
func (g *Game) Endgame(name string) (env.Endgame, error) {
	e, err := g.newEndgame(name)
	if err != nil {
		return nil, fmt.Errorf("cetran: endgame %q: %w", name, err)
	}
	return e, nil
}

func (g *Game) newEndgame(name string) (*endgame, error) {
	if g.army.conversion {
		return nil, errors.New("bishops that may convert have no number; want a game of Cetran Chess 2")
	}
	whole, err := g.parseMaterial(name)
	if err != nil {
		return nil, err
	}
	e := &endgame{game: g}
	e.add(whole)
	for i := 0; i < len(e.materials); i++ {
		for _, men := range g.smaller(e.materials[i].men) {
			e.add(men)
		}
	}
	for i, m := range e.materials {
		if at := &e.by[m.turned().key()]; at.at == 0 {
			*at = entry{int8(i + 1), true}
		}
	}
	return e, nil
}

// add adds a material, unless it is there.
func (e *endgame) add(men []man) {
	m := newMaterial(men, e.length)
	if at := &e.by[m.key()]; at.at == 0 {
		e.materials = append(e.materials, m)
		e.length += 2 * m.placements
		*at = entry{int8(len(e.materials)), false}
	}
}

// smaller returns what one capture or promotion makes of some men.
func (g *Game) smaller(men []man) (all [][]man) {
	for i, m := range men {
		all = append(all, slices.Delete(slices.Clone(men), i, i+1))
		if m.kind != pawn {
			continue
		}
		for _, k := range g.promotions {
			promoted := slices.Clone(men)
			promoted[i].kind = k
			all = append(all, promoted)
		}
	}
	return all
}

// parseMaterial reads the men of a name, kings left out.
func (g *Game) parseMaterial(name string) ([]man, error) {
	sides := strings.Split(name, "-")
	if len(sides) != 2 || !strings.HasPrefix(sides[0], "k") || !strings.HasPrefix(sides[1], "k") {
		return nil, errors.New("want White's men, a dash and Black's, each side with its king first, as in kq-kr")
	}
	var men []man
	for p, side := range sides {
		for _, letter := range []byte(side[1:]) {
			k, owner, ok := g.parseMan(letter)
			if !ok || owner != env.Second || k == king {
				return nil, fmt.Errorf("%q is no man: want small letters of %s after each king", letter, strings.ToLower(g.army.alphabet()[1:]))
			}
			men = append(men, man{k, env.Player(p)})
		}
	}
	if len(men) == 0 || len(men)+2 > mostMen {
		return nil, fmt.Errorf("has %d men: want 3 or %d, kings among them", len(men)+2, mostMen)
	}
	if pawns := newMaterial(men, 0).pawns; pawns[env.First] && pawns[env.Second] {
		return nil, errors.New("has pawns on both sides, which can capture in passing: want them on one side")
	}
	if right := g.endgameName(men); right != name {
		return nil, fmt.Errorf("want %s: the side with more men first, else that whose men come earlier in %s, and the men of each side in that order", right, strings.ToLower(g.army.alphabet()))
	}
	return men, nil
}

// endgameName returns the name of the endgame that men belong to, whichever
// side has them.
func (g *Game) endgameName(men []man) string {
	var sides [2][]int // places in the order of the army
	for _, m := range men {
		sides[m.owner] = append(sides[m.owner], slices.Index(g.army.men, m.kind))
	}
	for _, side := range sides {
		slices.Sort(side)
	}
	if len(sides[0]) < len(sides[1]) || len(sides[0]) == len(sides[1]) && slices.Compare(sides[0], sides[1]) > 0 {
		sides[0], sides[1] = sides[1], sides[0]
	}
	var text [2]string
	for p, side := range sides {
		text[p] = "k"
		for _, at := range side {
			text[p] += lower(g.army.men[at : at+1])
		}
	}
	return text[0] + "-" + text[1]
}

// EndgameNames implements env.Endgames. Four men are listed without pawns.
func (g *Game) EndgameNames(men int) (names []string) {
	if g.army.conversion {
		return nil
	}
	var letters []string
	for _, k := range g.army.men {
		if k != king && (k != pawn || men == 3) {
			letters = append(letters, lower([]kind{k}))
		}
	}
	switch men {
	case 3:
		for _, a := range letters {
			names = append(names, "k"+a+"-k")
		}
	case 4:
		for _, form := range []string{"k%s-k%s", "k%s%s-k"} {
			for i, a := range letters {
				for _, b := range letters[i:] {
					names = append(names, fmt.Sprintf(form, a, b))
				}
			}
		}
	}
	return names
}

// Len implements env.Numbering.
func (e *endgame) Len() uint64 { return e.length }

// Of implements env.Numbering.
func (e *endgame) Of(state env.State) (uint64, bool) {
	s := state.(*State)
	var p placement
	key, ok := p.find(&s.board, env.First)
	if !ok {
		return 0, false
	}
	found, mover := e.by[key], s.board.toMove
	if found.at == 0 {
		return 0, false
	}
	if found.turned {
		p.find(&s.board, env.Second)
		mover = mover.Other()
	}
	m := &e.materials[found.at-1]
	return m.begin + 2*m.number(&p) + uint64(mover), true
}

// At implements env.Numbering.
func (e *endgame) At(i uint64, dst env.State) env.State {
	m := e.materialOf(i)
	i -= m.begin
	p := m.placement(i / 2)
	if p.overlaps() || m.number(&p) != i/2 {
		return nil
	}
	return e.game.placed(m, &p, env.Player(i%2), dst)
}

func (e *endgame) materialOf(i uint64) *material {
	at := 0
	for at+1 < len(e.materials) && e.materials[at+1].begin <= i {
		at++
	}
	return &e.materials[at]
}

// placed returns the position of a placement, or nil if the side that is not
// to move is in check.
func (g *Game) placed(m *material, p *placement, mover env.Player, dst env.State) env.State {
	s, ok := dst.(*State)
	if !ok || s == nil {
		s = g.blank()
	}
	*s = State{game: g, number: 1, last: move{nowhere, nowhere, none}, past: s.past[:0]}
	b := &s.board
	b.skipped, b.passant = nowhere, nowhere
	b.put(king, env.First, p.kings[env.First])
	b.put(king, env.Second, p.kings[env.Second])
	for i, man := range m.men {
		b.put(man.kind, man.owner, p.others[i])
	}
	if b.attacked(p.kings[mover.Other()], mover, b.occupied()) {
		return nil
	}
	if mover == env.Second {
		b.pass()
	}
	return s
}

// Limit implements env.Clocked.
func (e *endgame) Limit() int {
	if e.game.fifty {
		return fiftyMoves
	}
	return 0
}

// Stage implements env.Clocked: it is the material and where its pawns stand.
func (e *endgame) Stage(i uint64) uint64 {
	m := e.materialOf(i)
	return m.begin + m.pawnSquares((i-m.begin)/2)
}

// Share implements env.Endgame.
func (e *endgame) Share(i uint64) int {
	whole := &e.materials[0]
	if i >= 2*whole.placements {
		return 0
	}
	p := whole.placement(i / 2)
	return whole.images(&p)
}

// Draw implements env.Endgame.
func (e *endgame) Draw(r *rand.Rand, dst env.State) env.State {
	whole := &e.materials[0]
	var p placement
	for i := range p.kings {
		p.kings[i] = square(r.IntN(64))
	}
	for i, man := range whole.men {
		p.others[i] = square(r.IntN(64))
		if man.kind == pawn && p.others[i].bit()&(rank1|rank8) != 0 {
			return nil
		}
	}
	p.n = len(whole.men)
	if p.overlaps() {
		return nil
	}
	return e.game.placed(whole, &p, env.Player(r.IntN(2)), dst)
}
