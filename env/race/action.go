package race

import (
	"slices"
	"strings"

	"ludens/env"
)

// An action is plane*cells + the cell that a man leaves, as the mover sees it. A plane
// is a vector: first those of steps, by direction, then those of jumps. Without chains
// they are two squares long, by direction; with chains they are all that jumps can add
// up to, row by row. On Cetro's boards the ways of Cetro come before all others: see
// race.go. With demand=flag the same planes follow with a demand, and with a reserve one
// plane more: a man is put on the cell.
//
// Actions without a cell follow: pass; then pass! with demand=flag, accept and veto with
// demand=veto.

// sheet says what the actions are.
type sheet struct {
	vectors []vector
	lanes   []int8  // by vector: the lane of its men, see lanesOf
	wide    []int16 // by vector, in a square of 2*mostSide-1: its plane
	cells   int
	doubled bool // the vectors stand there once more, with a demand
	reserve bool // the last plane puts men on the board
	extras  int  // actions without a cell
}

const span = 2*mostSide - 1

// index numbers a vector.
func (v vector) index() int { return (v.down+mostSide-1)*span + v.right + mostSide - 1 }

func newSheet(b *board, r *rules, coloured bool) sheet {
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
	if coloured {
		slices.SortStableFunc(x.vectors, func(v, w vector) int { return v.cetro() - w.cetro() })
	}
	x.wide = make([]int16, span*span)
	lanes := int8(0)
	for i, v := range x.vectors {
		x.wide[v.index()] = int16(i)
		x.lanes = append(x.lanes, lanes)
		if v.size() == 1 || !r.Chain {
			lanes++
		}
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
	nothing verb = iota // of an action that is never legal
	step
	jump
	put
	pass
	accept
	veto
)

// move is what an action does. Squares are as the mover sees them.
type move struct {
	verb     verb
	demand   bool
	lane     int8  // of a step or of a jump that is not a chain
	from, to int16 // of a step or jump; to alone where a man is put on the board
	over     int16 // of a jump that is not a chain, or -1
}

// none is not an action at all.
const none env.Action = -1

// movesOf returns what each action does.
func (g *Game) movesOf() (all []move) {
	x := &g.sheet
	for plane := range x.planes() {
		for cell := range x.cells {
			all = append(all, g.moveOf(plane, cell))
		}
	}
	ends := []move{{verb: pass}}
	switch {
	case g.law.flagged:
		ends = append(ends, move{verb: pass, demand: true})
	case g.law.veto:
		ends = append(ends, move{verb: accept}, move{verb: veto})
	}
	for _, m := range ends {
		m.from, m.to, m.over = -1, -1, -1
		all = append(all, m)
	}
	return all
}

// footprintsOf returns by action from and to as the opponent sees them, where a set is one
// word.
func (g *Game) footprintsOf() (all []uint64) {
	if g.board.words > 1 {
		return nil
	}
	for _, m := range g.moves {
		if m.verb != step && m.verb != jump {
			all = append(all, 0)
			continue
		}
		all = append(all, 1<<g.board.across(int(m.from))|1<<g.board.across(int(m.to)))
	}
	return all
}

// moveOf returns what the action of a plane at a cell does.
func (g *Game) moveOf(plane, cell int) move {
	b, n := g.board, len(g.sheet.vectors)
	m := move{verb: put, from: -1, to: b.number[cell], over: -1}
	if plane < n || g.sheet.doubled && plane < 2*n {
		v := g.sheet.vectors[plane%n]
		row, col := cell/b.cols+v.down, cell%b.cols+v.right
		if row < 0 || row >= b.rows || col < 0 || col >= b.cols {
			return move{}
		}
		m = move{verb: step, demand: plane >= n, lane: g.sheet.lanes[plane%n], from: b.number[cell], to: b.number[row*b.cols+col], over: -1}
		if v.size() > 1 {
			m.verb = jump
			if !g.law.chain {
				m.over = b.number[(row+cell/b.cols)/2*b.cols+(col+cell%b.cols)/2]
			}
		}
		if m.from < 0 || m.verb == jump && !g.law.chain && m.over < 0 {
			return move{}
		}
	}
	if m.to < 0 {
		return move{}
	}
	return m
}

// action returns the action of a step or jump between squares, as the mover sees them.
func (g *Game) action(from, to int) env.Action {
	b := g.board
	p, q := b.cell[from], b.cell[to]
	v := vector{q/b.cols - p/b.cols, q%b.cols - p%b.cols}
	return env.Action(int(g.sheet.wide[v.index()])*b.cells() + p)
}

// putting returns the action that puts a man on a square.
func (g *Game) putting(q int) env.Action {
	return env.Action((g.sheet.planes()-1)*g.board.cells() + g.board.cell[q])
}

// Format writes a move as "b2-d4", with "!" for a demand, a square where a man is put
// as "e5", or "pass", "pass!", "accept", "veto".
func (s *State) Format(a env.Action) string { return s.game.text(a, s.mover) }

// text writes an action of x.
func (g *Game) text(a env.Action, x side) string {
	var text strings.Builder
	m, name := &g.moves[a], func(q int16) string { return g.board.name(g.board.place(int(q), x)) }
	switch m.verb {
	case step, jump:
		text.WriteString(name(m.from) + "-" + name(m.to))
	case put:
		text.WriteString(name(m.to))
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
