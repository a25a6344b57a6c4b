package traversal

import (
	"slices"
	"strings"

	"ludens/env"
)

// An action is plane*cells + the cell that a man leaves, as the mover sees it. A plane
// is a vector: first those of steps, by direction, then those of jumps. Without chains
// they are two squares long, by direction; with chains they are all that jumps can add
// up to, row by row. With demand=flag the same planes follow with a demand, and with a
// reserve one plane more: a man is put on the cell.
//
// Actions without a cell follow: pass; then pass! with demand=flag, accept and veto with
// demand=veto.

// sheet says what the actions are.
type sheet struct {
	vectors []vector
	wide    []int16 // by vector, in a square of 2*mostSide-1: its plane
	cells   int
	doubled bool // the vectors stand there once more, with a demand
	reserve bool // the last plane puts men on the board
	extras  int  // actions without a cell
}

const span = 2*mostSide - 1

// index numbers a vector.
func (v vector) index() int { return (v.down+mostSide-1)*span + v.right + mostSide - 1 }

func newSheet(b *board, r *rules) sheet {
	x := sheet{cells: b.cells(), doubled: r.Demand == flagged, reserve: r.Reserve > 0, extras: 1}
	switch r.Demand {
	case flagged:
		x.extras = 2
	case byVeto:
		x.extras = 3
	}
	for _, d := range b.steps {
		x.vectors = append(x.vectors, vectors[d])
	}
	x.vectors = append(x.vectors, jumpVectors(b, r.Chain)...)
	x.wide = make([]int16, span*span)
	for i, v := range x.vectors {
		x.wide[v.index()] = int16(i)
	}
	return x
}

// jumpVectors returns where jumps lead to.
func jumpVectors(b *board, chain bool) (all []vector) {
	fits := func(v vector) bool { return max(v.down, -v.down) < b.rows && max(v.right, -v.right) < b.cols }
	if !chain {
		for _, d := range b.jumps {
			if v := vectors[d].times(2); fits(v) {
				all = append(all, v)
			}
		}
		return all
	}
	met := map[vector]bool{{}: true}
	for queue := []vector{{}}; len(queue) > 0; queue = queue[1:] {
		for _, d := range b.jumps {
			if v := queue[0].plus(vectors[d].times(2)); fits(v) && !met[v] {
				met[v] = true
				queue, all = append(queue, v), append(all, v)
			}
		}
	}
	slices.SortFunc(all, func(v, w vector) int { return v.index() - w.index() })
	return all
}

// planes returns how many planes of actions there are.
func (x *sheet) planes() int {
	n := len(x.vectors)
	if x.doubled {
		n *= 2
	}
	if x.reserve {
		n++
	}
	return n
}

// actions returns how many actions there are.
func (x *sheet) actions() int { return x.planes()*x.cells + x.extras }

// The actions without a cell, counted from the end of the planes.
const (
	passAction   = 0
	demandAction = 1 // pass!
	acceptAction = 1
	vetoAction   = 2
)

// extra returns an action without a cell.
func (x *sheet) extra(i int) env.Action { return env.Action(x.planes()*x.cells + i) }

// demanding returns the action that is a with a demand.
func (x *sheet) demanding(a env.Action) env.Action {
	if a == x.extra(passAction) {
		return x.extra(demandAction)
	}
	return a + env.Action(len(x.vectors)*x.cells)
}

// verb is the kind of an action.
type verb uint8

const (
	step verb = iota
	jump
	put
	pass
	accept
	veto
)

// move is what an action does. Cells are as South sees them.
type move struct {
	verb     verb
	demand   bool
	from, to int // of a step or jump; to alone where a man is put on the board
}

// none is no move at all.
var none = move{verb: pass, from: -1, to: -1}

// onBoard reports that m begins or ends on the board.
func (m move) onBoard() bool { return m.to >= 0 }

// action returns the action of a step or jump of x.
func (g *Game) action(x side, from, to int) env.Action {
	b := g.board
	from, to = b.view(from, x), b.view(to, x)
	v := vector{to/b.cols - from/b.cols, to%b.cols - from%b.cols}
	return env.Action(int(g.sheet.wide[v.index()])*b.cells() + from)
}

// putting returns the action that puts a man of x on a cell.
func (g *Game) putting(x side, at int) env.Action {
	return env.Action((g.sheet.planes()-1)*g.board.cells() + g.board.view(at, x))
}

// move returns what an action of x does.
func (g *Game) move(a env.Action, x side) move {
	b, n := g.board, len(g.sheet.vectors)
	plane, from := int(a)/b.cells(), int(a)%b.cells()
	switch {
	case plane >= g.sheet.planes():
		return g.extra(int(a - g.sheet.extra(0)))
	case g.sheet.reserve && plane == g.sheet.planes()-1:
		return move{verb: put, from: -1, to: b.view(from, x)}
	}
	v := g.sheet.vectors[plane%n]
	m := move{verb: step, demand: plane >= n, from: b.view(from, x)}
	if v.size() > 1 {
		m.verb = jump
	}
	m.to = b.view(from+v.down*b.cols+v.right, x)
	return m
}

// extra returns what an action without a cell does.
func (g *Game) extra(i int) move {
	m := none
	switch {
	case i == demandAction && g.rules.Demand == flagged:
		m.demand = true
	case i == acceptAction:
		m.verb = accept
	case i == vetoAction:
		m.verb = veto
	}
	return m
}

// Format writes a move as "b2-d4", with "!" for a demand, a square where a man is put
// as "e5", or "pass", "pass!", "accept", "veto".
func (s *State) Format(a env.Action) string { return s.game.text(s.game.move(a, s.mover)) }

func (g *Game) text(m move) string {
	var text strings.Builder
	switch m.verb {
	case step, jump:
		text.WriteString(g.board.name(m.from) + "-" + g.board.name(m.to))
	case put:
		text.WriteString(g.board.name(m.to))
	case pass:
		text.WriteString("pass")
	case accept:
		text.WriteString("accept")
	case veto:
		text.WriteString("veto")
	}
	if m.demand {
		text.WriteByte('!')
	}
	return text.String()
}
