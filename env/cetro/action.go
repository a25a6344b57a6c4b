package cetro

import "ludens/env"

// An action is plane*cells + the cell that a man leaves, as the mover sees it,
// his own back row at the bottom. The planes are the directions, in a game
// with demand=flag followed by the same with a demand:
//
//	0 jump left      4 jump left!
//	1 jump right     5 jump right!
//	2 retreat left   6 retreat left!
//	3 retreat right  7 retreat right!
//
// Actions without a man follow: pass; then pass! with demand=flag, accept and
// veto with demand=veto. Actions that start on a light square are never legal.

// verb is the kind of an action.
type verb uint8

const (
	nothing verb = iota // of an action that is never legal
	jump
	retreat
	pass
	accept
	veto
)

// move is what an action does.
type move struct {
	verb   verb
	demand bool
	// Of a jump or retreat, as the mover sees it; footprint is from and to as the
	// opponent sees them.
	dir       direction
	from, to  square
	footprint set
}

// moveTable returns the move of each action.
func moveTable(b *board, d demand) []move {
	var table []move
	for plane := range planesOf(d) {
		for cell := range b.cells() {
			table = append(table, b.move(plane, cell))
		}
	}
	table = append(table, move{verb: pass})
	switch d {
	case onMove:
		table = append(table, move{verb: pass, demand: true})
	case byVeto:
		table = append(table, move{verb: accept}, move{verb: veto})
	}
	return table
}

// move returns the move of an action, which is nothing where there is no room.
func (b *board) move(plane, cell int) move {
	from, dir := square(cell/2), direction(plane)%directions
	to, ok := b.step(from, dir)
	if !dark(cell) || !ok {
		return move{}
	}
	m := move{verb: jump, demand: plane >= int(directions), dir: dir, from: from, to: to}
	if dir == retreatLeft || dir == retreatRight {
		m.verb = retreat
	}
	m.footprint = b.footprint(from, to)
	return m
}

// planesOf returns how many planes of actions there are.
func planesOf(d demand) int {
	if d == onMove {
		return 2 * int(directions)
	}
	return int(directions)
}

// The actions without a man, counted from the end of the planes.
const (
	passAction   = 0
	demandAction = 1 // pass!
	acceptAction = 1
	vetoAction   = 2
)

// global returns an action without a man.
func (g *Game) global(i int) env.Action {
	return env.Action(planesOf(g.demand)*g.board.cells() + i)
}

// demanding returns the action that is a with a demand.
func (g *Game) demanding(a env.Action) env.Action {
	if a == g.global(passAction) {
		return g.global(demandAction)
	}
	return a + env.Action(int(directions)*g.board.cells())
}

// appendTo appends the actions of r in increasing order.
func (r *reach) appendTo(dst []env.Action, cells int) []env.Action {
	for d, from := range r {
		first := d * cells
		for ; from != 0; from &= from - 1 {
			dst = append(dst, env.Action(first+from.first().cell()))
		}
	}
	return dst
}

// Format writes a move as "b2-d4", with "!" for a demand, or "pass", "pass!",
// "accept", "veto".
func (s *State) Format(a env.Action) string {
	return s.game.text(s.game.moves[a], s.mover)
}

// text writes a move of player p.
func (g *Game) text(m move, p env.Player) string {
	text := [...]string{pass: "pass", accept: "accept", veto: "veto"}[m.verb]
	if m.verb == jump || m.verb == retreat {
		text = g.name(m.from, p) + "-" + g.name(m.to, p)
	}
	if m.demand {
		text += "!"
	}
	return text
}

// name returns the name of the square that p sees as q.
func (g *Game) name(q square, p env.Player) string { return g.board.name(g.cell(q, p)) }

// cell returns the cell, as South sees it, of the square that p sees as q.
func (g *Game) cell(q square, p env.Player) int {
	if p == g.south {
		return q.cell()
	}
	return g.board.cells() - 1 - q.cell()
}

// square is the inverse of cell, for dark cells.
func (g *Game) square(cell int, p env.Player) square {
	if p == g.south {
		return square(cell / 2)
	}
	return square((g.board.cells() - 1 - cell) / 2)
}

// Symmetries are the identity and the left-right mirror.
func (g *Game) Symmetries() []env.Symmetry {
	identity, mirror := env.Symmetry{Name: "identity"}, env.Symmetry{Name: "mirror"}
	cells, cols := g.board.cells(), g.board.cols
	for c := range cells {
		identity.Cells = append(identity.Cells, c)
		mirror.Cells = append(mirror.Cells, c+cols-1-2*(c%cols))
	}
	for a := range g.moves {
		image := a
		if plane := a / cells; plane < planesOf(g.demand) {
			image = (plane^1)*cells + mirror.Cells[a%cells] // left and right are neighbours
		}
		identity.Actions = append(identity.Actions, env.Action(a))
		mirror.Actions = append(mirror.Actions, env.Action(image))
	}
	return []env.Symmetry{identity, mirror}
}
