package tafl

import "ludens/env"

// Actions are planes of from-squares, one plane for each direction and distance; a jump
// is a move by two:
//
//	action = plane*cells + from
//	plane  = those of the directions before it + distance-1
//
// Directions are absolute, clockwise from the top: tafl has no forward. Where a piece may
// go on after a capture if it likes, one global action follows: to stop.

// move is where a piece goes.
type move struct{ from, to cell }

var noMove move

func (m move) on() bool { return m.from != m.to }

// lane is a plane of actions: from where a piece of each kind may make a move of this
// direction and distance, as far as the empty board goes, and from where it may go on.
// Fortresses within which pieces may move on (camp_within) are in it.
type lane struct {
	stop, pass [mostKinds]set
	jump       [mostKinds]set // of planes of distance 2: the target is on the board, and may be jumped to
}

// planes returns how many planes of actions there are.
func (g *Game) planes() int { return 2 * (g.rows - 1 + g.cols - 1) }

// globals returns how many actions start on no square.
func (g *Game) globals() int {
	if g.rules.Berserk == MayCapture {
		return 1
	}
	return 0
}

// firstPlane returns that of the moves by one in direction d.
func (g *Game) firstPlane(d int) (plane int) {
	for e := range d {
		plane += g.length(e)
	}
	return plane
}

// moveOf returns the move of an action; one that is not on the board is from and to
// beyond, as is that of a global action.
func (g *Game) moveOf(a env.Action) move {
	if int(a) >= len(g.moves) {
		return move{g.beyond, g.beyond}
	}
	return g.moves[a]
}

// tabulate fills in the planes of actions, and the move of each action.
func (g *Game) tabulate() {
	for d, step := range directions {
		for n := 1; n <= g.length(d); n++ {
			var l lane
			for from := range cell(g.cells()) {
				to := g.at(g.row(from)+n*step.rows, g.col(from)+n*step.cols)
				if to == g.beyond {
					g.moves = append(g.moves, move{g.beyond, g.beyond})
					continue
				}
				g.moves = append(g.moves, move{from, to})
				g.lay(&l, from, to, n)
			}
			g.lanes = append(g.lanes, l)
		}
	}
	g.specialise()
}

// lay fills in a square of a plane.
func (g *Game) lay(l *lane, from, to cell, distance int) {
	within := g.rules.CampWithin && g.camps.has(from) && g.camps.has(to)
	for k, p := range g.kinds {
		stop, pass := within || g.stop[k].has(to), within || g.pass[k].has(to)
		l.stop[k].set(from, stop && distance <= p.reach)
		l.pass[k].set(from, pass && distance < p.reach)
		l.jump[k].set(from, stop && distance == 2 && (p.jumps == JumpsOver || p.jumps == Captures ||
			p.jumps == Restricted && (g.haven(p.side, from) || g.haven(p.side, to))))
	}
}

// haven reports whether c is a throne, a corner or a fortress of side x: [OTN],
// jump-type r.
func (g *Game) haven(x side, c cell) bool {
	own := &g.camps
	if x == kingsSide {
		own = &g.forts
	}
	return g.thrones.has(c) || g.corners.has(c) || own.has(c)
}

// move moves a piece of kind k.
func (g *Game) move(b board, k kind, m move) {
	g.lift(b, k, m.from)
	g.put(b, k, m.to)
}

// legalAgain appends the moves of the berserk piece.
func (s *State) legalAgain(dst []env.Action) []env.Action {
	g, n := s.game, len(dst)
	var own set
	own.add(s.wild)
	dst = g.slideSets(s.board, s.mover, &own, dst)
	if g.law.mustMove {
		return dst
	}
	kept := dst[:n]
	for _, a := range dst[n:] {
		if s.takes(g.moves[a]) {
			kept = append(kept, a)
		}
	}
	if g.law.mayStop {
		kept = append(kept, env.Action(len(g.moves)))
	}
	return kept
}

// takes reports whether a move captures an enemy.
func (s *State) takes(m move) bool {
	_, taken := s.after(m)
	taken.drop(m.to)
	return !taken.empty()
}

// after returns the kind of the piece that a move moves, and what falls by it.
func (s *State) after(m move) (k kind, taken set) {
	var room [maxWords * mostKinds]uint64
	g, b := s.game, append(board(room[:0]), s.board...)
	k = g.kindAt(b, m.from)
	g.move(b, k, m)
	if g.enemyBeside(b, m.to, g.sides[k]) {
		g.captured(b, k, m, &taken)
	}
	return k, taken
}

// raging reports whether the piece on c, which has captured, moves again.
func (s *State) raging(c cell) bool {
	g := s.game
	if !g.law.berserk || s.verdictOfBoard() != ongoing {
		return false
	}
	var own set
	own.add(c)
	var room [4*maxSide + spare]env.Action
	for _, a := range g.slideSets(s.board, g.sides[g.kindAt(s.board, c)], &own, room[:0]) {
		if g.law.mustMove || s.takes(g.moves[a]) {
			return true
		}
	}
	return false
}
