package chess

import (
	"cmp"
	"fmt"
	"slices"

	"ludens/env"
)

// An action is plane*cells + the cell of the square that a man leaves, or where he is
// dropped. Cells are as the mover sees them, his own side at the bottom: the board turned
// top to bottom for Second. The planes are, in this order:
//
//	every vector by which some man of some side goes, by ranks ahead and then files
//	for each kind that a man may become: the vectors by which he may come to be it
//	for each kind that may be in hand: its drop
//	castling towards the last file, and towards the first
//	for each kind that may be dropped as what it becomes: that drop
//	passing, on the first cell
//	the square that is closed after a move
//
// Armies of Cetran have others before these: see cetran.go.
type planes struct {
	plain   [side2][side2]int16 // by ranks ahead and files, both from -11; -1: none
	becomes [mostLetters]*[side2][side2]int16
	drop    [mostLetters]int16
	dropUp  [mostLetters][]int16 // by kind, for each that it may become: its drop as that
	pass    int16
	wall    int16
	castle  [2]int16
	n       int
	castles int // the first plane of castlings
	names   []string
	vectors []vector // of planes: what their names say; for the symmetries
	kinds   []kind   // of planes of promotions and drops; noKind
	drops   []bool
}

const side2 = 2*mostSide - 1

// between returns the vector from one square to another as p sees it.
func (g *Game) between(from, to square, p env.Player) vector {
	from, to = g.view(from, p), g.view(to, p)
	return vector{g.file(to) - g.file(from), g.rank(to) - g.rank(from)}
}

func (p *planes) at(table *[side2][side2]int16, v vector) *int16 {
	return &table[v.dy+mostSide-1][v.dx+mostSide-1]
}

// action returns the number of the mover's move m.
func (g *Game) action(b *board, m move) env.Action {
	us := b.toMove
	var plane int16
	at := m.from
	switch {
	case m.what == dropped && m.becomes != noKind:
		plane, at = g.planes.dropUp[m.from][slices.Index(g.kinds[m.from].promotes, m.becomes)], m.to
	case m.what == dropped:
		plane, at = g.planes.drop[m.from], m.to
	case m.what == passed:
		return env.Action(int(g.planes.pass) * g.cells)
	case m.what == walled:
		plane = g.planes.wall
	case m.what >= castled:
		plane = g.planes.castle[btoi(b.castles.list[m.what-castled].letter == 'Q')]
	case m.becomes != noKind:
		plane = *g.planes.at(g.planes.becomes[m.becomes], g.between(m.from, m.to, us))
	default:
		plane = *g.planes.at(&g.planes.plain, g.between(m.from, m.to, us))
	}
	return env.Action(int(plane)*g.cells + int(g.view(at, us)))
}

// numberPlanes numbers the planes of actions and observations, and fills in the spec.
func (g *Game) numberPlanes() error {
	p := &g.planes
	p.plain = noPlanes
	if g.cetran != nil {
		g.cetran.numberPlanes(g)
	}
	plain, becomes := map[vector]bool{}, map[kind]map[vector]bool{}
	g.eachVector(func(w *ware, v vector, promotes bool) {
		if !promotes || w.may {
			plain[v] = true
		}
		for _, k := range w.promotes {
			if promotes {
				if becomes[k] == nil {
					becomes[k] = map[vector]bool{}
				}
				becomes[k][v] = true
			}
		}
	})
	for _, v := range sortedVectors(plain) {
		if at := p.at(&p.plain, v); *at < 0 {
			*at = p.add(v.words("the man"), v, noKind, false)
		}
	}
	for k := range kind(g.letters) {
		for _, v := range sortedVectors(becomes[k]) {
			if at := p.at(p.promotions(k), v); *at < 0 {
				*at = p.add("a man becomes a "+g.kinds[k].name+": "+v.words("he"), v, k, false)
			}
		}
	}
	for _, k := range g.handKinds() {
		p.drop[k] = p.add("a "+g.kinds[k].name+" is dropped", vector{}, k, true)
	}
	p.castles = p.n
	for i, letter := range []byte{'K', 'Q'} {
		if slices.ContainsFunc(g.castlings, func(c castling) bool { return c.letter == letter }) {
			p.castle[i] = p.add("castling towards the "+[2]string{"last", "first"}[i]+" file", vector{}, noKind, false)
		}
	}
	if g.keys.DropPromoted {
		for _, k := range g.handKinds() {
			if w := &g.kinds[k]; len(w.by[0]) > 1 || len(w.by[1]) > 1 {
				return wrongf("drop_promoted", "a %s becomes one of several kinds: with drop_promoted want one at most", w.name)
			}
			for _, to := range g.kinds[k].promotes {
				p.dropUp[k] = append(p.dropUp[k], p.add("a "+g.kinds[k].name+" is dropped as a "+g.kinds[to].name, vector{}, to, true))
			}
		}
	}
	if g.keys.Pass != "no" {
		p.pass = p.add("the player passes, on the first cell", vector{}, noKind, false)
	}
	if g.walling {
		p.wall = p.add("a square is closed", vector{}, noKind, true)
	}
	if p.n == btoi(g.walling) {
		return wrongf("men", "no man can move")
	}
	if p.n > env.MaxPlanes {
		return wrongf("men", "the men's moves and promotions make %d planes of actions: want at most %d", p.n, env.MaxPlanes)
	}
	return g.specify()
}

// noPlanes is a table without planes.
var noPlanes = func() (table [side2][side2]int16) {
	for i := range table {
		for j := range table[i] {
			table[i][j] = -1
		}
	}
	return table
}()

// promotions returns the planes of promotions to a kind, by vector.
func (p *planes) promotions(k kind) *[side2][side2]int16 {
	if p.becomes[k] == nil {
		table := noPlanes
		p.becomes[k] = &table
	}
	return p.becomes[k]
}

// add adds a plane and returns its number.
func (p *planes) add(name string, v vector, k kind, drop bool) int16 {
	p.names, p.vectors, p.kinds, p.drops = append(p.names, name), append(p.vectors, v), append(p.kinds, k), append(p.drops, drop)
	p.n++
	return int16(min(p.n-1, env.MaxPlanes))
}

// eachVector calls do for each vector by which a kind may go, and whether such a move may
// promote.
func (g *Game) eachVector(do func(w *ware, v vector, promotes bool)) {
	for p := range env.Player(2) {
		for k := range g.kinds {
			w := &g.kinds[k]
			for from := range square(g.cells) {
				for _, way := range g.ways[p][k][from] {
					for i, to := range way.squares {
						if way.lands(i) {
							promotes := len(w.by[p]) > 0 && (g.promotion[p].has(to) || g.keys.PromotionBegins && g.promotion[p].has(from))
							if promotes && g.keys.PromotionCaptures {
								do(w, g.between(from, to, p), false)
							}
							do(w, g.between(from, to, p), promotes)
						}
					}
				}
			}
		}
	}
}

func sortedVectors(all map[vector]bool) (list []vector) {
	for v := range all {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b vector) int { return cmp.Or(b.dy-a.dy, a.dx-b.dx) })
	return list
}

// words returns "the man goes 2 ahead, 1 to the right".
func (v vector) words(who string) string {
	text := who + " goes"
	switch {
	case v.dx > 0:
		text += fmt.Sprintf(" %d to the right", v.dx)
	case v.dx < 0:
		text += fmt.Sprintf(" %d to the left", -v.dx)
	}
	if v.dx != 0 && v.dy != 0 {
		text += " and"
	}
	switch {
	case v.dy > 0:
		text += fmt.Sprintf(" ahead by %d", v.dy)
	case v.dy < 0:
		text += fmt.Sprintf(" back by %d", -v.dy)
	}
	return text
}

// handKinds returns the kinds that may be in hand: of royal men those who can be removed, or
// captured once they have become others.
func (g *Game) handKinds() []kind {
	kept := g.royals == eachRoyal && g.keys.RoyalMost == 0 && !g.keys.Blast
	return g.some(func(k kind, w *ware) bool {
		return g.keys.Drops && (g.keys.CapturesToHand && !(w.royal && kept && (len(w.promotes) == 0 || g.keys.KeepsPromotion)) || g.inHandAtFirst(k))
	})
}

func (g *Game) inHandAtFirst(k kind) bool {
	return slices.ContainsFunc([]byte(g.keys.Hand), func(c byte) bool { return g.kindOf(c) == k })
}

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() []string { return g.planes.names }

// Turned implements env.Labelled.
func (g *Game) Turned() bool { return true }
