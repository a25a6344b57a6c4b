package chess

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/env"
)

// endgame implements env.Endgame: it numbers the positions with the men of a name such as
// "kq-kr", and those that captures and promotions make of them. Numbers of the whole come
// first; material.go has those of one material.
type endgame struct {
	game      *Game
	materials []material
	by        map[string]int // of materials, by their men
	length    uint64

	flip   square               // squares are counted in the other direction, from the first rank on, as Cetran's always were
	images []*[mostCells]square // by the symmetries of the board, the identity first
	kept   map[piece][]bool     // by symmetry: the piece moves alike
}

// What an endgame may have.
const (
	mostMen     = 5 // on small boards
	mostNumbers = 1 << 31
)

// Endgame implements env.Endgames: "kq-kr" is First's king and queen against king and
// rook, by the letters of the file.
func (g *Game) Endgame(name string) (env.Endgame, error) {
	e, err := g.newEndgame(name)
	if err != nil {
		return nil, fmt.Errorf("chess: endgame %q: %w", name, err)
	}
	return e, nil
}

func (g *Game) newEndgame(name string) (*endgame, error) {
	if err := g.timeless(); err != nil {
		return nil, err
	}
	whole, err := g.parseMaterial(name)
	if err != nil {
		return nil, err
	}
	e := &endgame{game: g, by: map[string]int{}, kept: map[piece][]bool{}}
	if g.cetran != nil {
		e.flip = 56
	}
	for _, image := range g.imagesOfSquares() {
		turned := new([mostCells]square)
		for q := range square(g.cells) {
			turned[q^e.flip] = image[q] ^ e.flip
		}
		e.images = append(e.images, turned)
	}
	if err := e.add(whole); err != nil {
		return nil, err
	}
	for i := 0; i < len(e.materials); i++ {
		for _, men := range g.smaller(e.materials[i].men) {
			if err := e.add(men); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// timeless returns nil if the worth of a position depends on where the men stand, and on
// nothing else that can happen in an endgame.
func (g *Game) timeless() error {
	k := &g.keys
	switch {
	case k.Drops || k.CapturesToHand:
		return errors.New("men in hand have no number: want a game without drops")
	case k.RoyalMost > 0, k.Blast, k.Pass != "no", k.Demotes, k.Counting != "no", k.PerpetualCheck, k.DrawOdds != "no":
		return errors.New("some rules of this game are not in the numbers: royal_most, blast, pass, demotes, counting, perpetual_check, draw_odds")
	case k.Checks > 0:
		return errors.New("the checks that were given have no number: want checks = 0")
	case g.mateChecks|g.mateLoses != 0:
		return errors.New("by whose checks a king is mated has no number: want mate_checks and mate_loses empty")
	case g.closes:
		return errors.New("squares that are closed have no number: want trail = false, and petrifies = false")
	case g.converting():
		return errors.New("bishops that may convert have no number: want converts = false")
	case k.Repetition > 0 && k.RepetitionResult != "draw":
		return errors.New("the worth of a position depends on those before it: want repetition_result = \"draw\", or repetition = 0")
	case k.Clock > 254:
		return fmt.Errorf("clock = %d: want at most 254", k.Clock)
	}
	for i := range g.kinds {
		if w := &g.kinds[i]; k.Clock > 0 && w.counts && !w.forward {
			return fmt.Errorf("moves of %s start the clock again and can be taken back: want clock_men who only go ahead", w.name)
		}
	}
	return nil
}

// parseMaterial reads the men of a name.
func (g *Game) parseMaterial(name string) (men []piece, err error) {
	sides := strings.Split(name, "-")
	if len(sides) != 2 || sides[0] == "" || sides[1] == "" {
		return nil, errors.New("want First's men, a dash and Second's, as in " + g.endgameExample())
	}
	var royals [2]int
	for p, side := range sides {
		for _, letter := range []byte(side) {
			k := noKind
			if letter >= 'a' && letter <= 'z' {
				k = g.kindOf(letter)
			}
			if k == noKind {
				return nil, fmt.Errorf("%q is no man: want letters of %s", letter, strings.ToLower(g.order))
			}
			men = append(men, pieceOf(k, env.Player(p)))
			royals[p] += btoi(g.kinds[k].royal)
		}
	}
	g.sortMen(men)
	if len(men) > mostMen {
		return nil, fmt.Errorf("has %d men: want at most %d", len(men), mostMen)
	}
	for p := range env.Player(2) {
		if g.royalMen(p) > 0 && royals[p] == 0 {
			return nil, errors.New("want a royal man on either side, as in " + g.endgameExample())
		}
	}
	if g.canPass(men, env.First) || g.canPass(men, env.Second) {
		return nil, errors.New("has men who can capture in passing, which is no part of a number: want them on one side")
	}
	if right := g.endgameName(men); g.cetran != nil && right != name {
		return nil, fmt.Errorf("want %s: the side with more men first, else that whose men come earlier in %s, and the men of each side in that order", right, strings.ToLower(g.order))
	}
	return men, nil
}

// endgameName returns the one name that an endgame of an army of Cetran has.
func (g *Game) endgameName(men []piece) string {
	var sides [2]string // kinds, in order
	men = slices.Sorted(slices.Values(men))
	for _, x := range men {
		sides[ownerOf(x)] += string(rune(kindOf(x)))
	}
	if len(sides[0]) < len(sides[1]) || len(sides[0]) == len(sides[1]) && sides[0] > sides[1] {
		sides[0], sides[1] = sides[1], sides[0]
	}
	name := []byte(sides[0] + "-" + sides[1])
	for i, k := range name {
		if k != '-' {
			name[i] = g.order[k]
		}
	}
	return strings.ToLower(string(name))
}

// royalMen returns how many royal men p has at the start.
func (g *Game) royalMen(p env.Player) int { return g.start.royals[p].count() }

// endgameExample returns the shortest name that has a royal man on either side, or any
// man if none is royal.
func (g *Game) endgameExample() string {
	for _, name := range g.EndgameNames(3) {
		return name
	}
	letter := strings.ToLower(g.order[:1])
	return letter + "-" + letter
}

// canPass reports whether p has a man who can go where one of the other side can capture
// him in passing.
func (g *Game) canPass(men []piece, p env.Player) bool {
	has := func(p env.Player, does func(w *way) bool) bool {
		return slices.ContainsFunc(men, func(x piece) bool {
			return ownerOf(x) == p && slices.ContainsFunc(g.ways[p][kindOf(x)], func(from []way) bool {
				return slices.ContainsFunc(from, func(w way) bool { return does(&w) })
			})
		})
	}
	return has(p, func(w *way) bool { return w.passant }) && has(p.Other(), func(w *way) bool { return w.passing })
}

// smaller returns what one capture or promotion makes of some men. The last royal man of
// a side is never captured.
func (g *Game) smaller(men []piece) (all [][]piece) {
	for i, x := range slices.Backward(men) {
		w := &g.kinds[kindOf(x)]
		if !w.royal || slices.ContainsFunc(slices.Delete(slices.Clone(men), i, i+1), func(y piece) bool { return ownerOf(y) == ownerOf(x) && g.kinds[kindOf(y)].royal }) {
			all = append(all, slices.Delete(slices.Clone(men), i, i+1))
		}
		for _, k := range w.promotes {
			promoted := slices.Clone(men)
			promoted[i] = pieceOf(k, ownerOf(x))
			g.sortMen(promoted)
			all = append(all, promoted)
		}
	}
	return all
}

// EndgameNames implements env.Endgames: a man against the royal men alone, two men against
// them, and one against one.
func (g *Game) EndgameNames(men int) (names []string) {
	if g.timeless() != nil || g.royalMen(env.First) != 1 || g.royalMen(env.Second) != 1 {
		return nil
	}
	king, others := "", []string(nil)
	for i := range g.order {
		w := &g.kinds[i]
		letter := strings.ToLower(g.order[i : i+1])
		switch {
		case w.royal && king == "":
			king = letter
		case !w.royal && (men == 3 || len(w.promotes) == 0):
			others = append(others, letter)
		}
	}
	switch men {
	case 3:
		for _, a := range others {
			names = append(names, king+a+"-"+king)
		}
	case 4:
		for _, form := range []string{"%[1]s%[2]s-%[1]s%[3]s", "%[1]s%[2]s%[3]s-%[1]s"} {
			for i, a := range others {
				for _, b := range others[i:] {
					names = append(names, fmt.Sprintf(form, king, a, b))
				}
			}
		}
	}
	return names
}

// Len implements env.Numbering.
func (e *endgame) Len() uint64 { return e.length }

// At implements env.Numbering.
func (e *endgame) At(i uint64, dst env.State) env.State {
	m := e.materialOf(i)
	i -= m.begin
	var at [mostMen]square
	if !m.placement(i/2, &at) {
		return nil
	}
	return e.placed(m, &at, env.Player(i%2), dst)
}

// placed returns the position of a placement.
func (e *endgame) placed(m *material, at *[mostMen]square, mover env.Player, dst env.State) env.State {
	for i := range m.men {
		at[i] ^= e.flip
	}
	return e.game.placed(m.men, at[:len(m.men)], mover, dst)
}

// Of implements env.Numbering.
func (e *endgame) Of(state env.State) (uint64, bool) {
	b := &state.(*State).board
	if b.rights != 0 || b.victim != nowhere || b.own[0].count()+b.own[1].count() > mostMen {
		return 0, false
	}
	men, at := make([]piece, 0, mostMen), [mostMen]square{}
	for p := range b.own {
		b.own[p].each(func(q square) {
			at[len(men)] = q ^ e.flip
			men = append(men, b.at[q])
		})
	}
	for i := range men { // in the order of a material, men who are alike from the last square on
		for j := i; j > 0 && (e.game.manRank(men[j-1]) < e.game.manRank(men[j]) || men[j-1] == men[j] && at[j-1] < at[j]); j-- {
			men[j-1], men[j], at[j-1], at[j] = men[j], men[j-1], at[j], at[j-1]
		}
	}
	i, ok := e.by[string(men)]
	if !ok {
		return 0, false
	}
	m := &e.materials[i]
	number, ok := m.number(at[:len(men)])
	return m.begin + 2*number + uint64(b.toMove), ok
}

// materialOf returns the material of a number. They are looked through in their order, the
// whole first: it has most numbers.
func (e *endgame) materialOf(i uint64) *material {
	at := 0
	for at+1 < len(e.materials) && e.materials[at+1].begin <= i {
		at++
	}
	return &e.materials[at]
}

// placed returns the position of men on squares, or nil if the side that is not to move is
// in check.
func (g *Game) placed(men []piece, at []square, mover env.Player, dst env.State) env.State {
	s, ok := dst.(*State)
	if !ok || s == nil {
		s = g.blank()
	}
	*s = State{game: g, board: g.empty(), progress: beginning, past: s.past[:0], moves: s.moves[:0], acts: s.acts[:0], work: s.work}
	s.work.forget()
	for i, x := range men {
		g.put(&s.board, kindOf(x), ownerOf(x), at[i])
	}
	if g.inCheck(&s.board, mover.Other()) {
		return nil
	}
	if mover == env.Second {
		s.board.pass()
	}
	return s
}

// Limit implements env.Clocked.
func (e *endgame) Limit() int { return e.game.keys.Clock }

// Stage implements env.Clocked: it is the material, and where the men stand whose moves
// start the clock again.
func (e *endgame) Stage(i uint64) uint64 {
	m := e.materialOf(i)
	if !slices.Contains(m.counting, true) {
		return m.begin
	}
	var at [mostMen]square
	m.stand((i-m.begin)/2, &at)
	return m.begin + m.stage(at[:len(m.men)])
}

// Share implements env.Endgame.
func (e *endgame) Share(i uint64) int {
	whole := &e.materials[0]
	var at [mostMen]square
	if i >= 2*whole.placements || !whole.placement(i/2, &at) {
		return 0
	}
	return whole.share(at[:len(whole.men)])
}

// Draw implements env.Endgame.
func (e *endgame) Draw(r *rand.Rand, dst env.State) env.State {
	whole := &e.materials[0]
	var at [mostMen]square
	for i, all := range slices.Backward(whole.all) {
		at[i] = all[r.IntN(len(all))]
	}
	for i := range whole.men {
		if slices.Contains(at[:i], at[i]) {
			return nil
		}
	}
	return e.placed(whole, &at, env.Player(r.IntN(2)), dst)
}

// sortMen puts the men of a material in order: royal men last, who are the highest digits of
// its numbers.
func (g *Game) sortMen(men []piece) {
	slices.SortFunc(men, func(x, y piece) int { return g.manRank(y) - g.manRank(x) })
}

// manRank is the place of a piece among the digits of a number, from the highest on.
func (g *Game) manRank(x piece) int {
	w := &g.kinds[kindOf(x)]
	switch {
	case w.royal:
		return int(x)
	case g.cetran != nil:
		return 256 + len(cetranKinds)*int(ownerOf(x)) + strings.IndexByte(cetranKinds, w.letter)
	}
	return 256 + int(x)
}

// imagesOfSquares returns the images of all squares by the symmetries of the board that its
// holes and goals have: left and right, top and bottom, and on square boards the diagonals.
func (g *Game) imagesOfSquares() (all []*[mostCells]square) {
	for turn := range 2 * filesToRanks {
		if turn >= filesToRanks && (g.rows != g.cols || g.keys.Facing) {
			break
		}
		if image := g.image(turn); g.holes.keptBy(image) && g.goal[0].keptBy(image) && g.goal[1].keptBy(image) {
			all = append(all, image)
		}
	}
	return all
}

// alike reports whether a piece moves, and is promoted, alike after squares have moved to
// their images.
func (e *endgame) alike(x piece, image *[mostCells]square) bool {
	if e.kept[x] == nil {
		for _, image := range e.game.imagesOfSquares() {
			e.kept[x] = append(e.kept[x], e.game.kindKept(kindOf(x), ownerOf(x), image))
		}
	}
	return e.kept[x][slices.Index(e.images, image)]
}
