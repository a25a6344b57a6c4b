package hnefatafl

import (
	"ludens/env"
)

// Actions are planes of from-squares, one plane for each direction and distance, as in
// package tafl; a jump is a move by two:
//
//	action = plane*cells + from
//	plane  = those of the directions before it + distance-1
//
// Where a piece may go on after a capture if it likes, one global action follows: to
// stop.

// move is where a piece goes.
type move struct{ from, to cell }

var noMove = move{beyond, beyond}

func (m move) on() bool { return m.from != beyond && m.to != beyond }

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

// moveOf returns the move of an action, to beyond where that is off the board.
func (g *Game) moveOf(a env.Action) move {
	plane, from := int(a)/g.cells(), cell(int(a)%g.cells())
	for d, step := range directions {
		if n := g.length(d); plane >= n {
			plane -= n
			continue
		}
		return move{from, g.at(g.row(from)+(plane+1)*step.rows, g.col(from)+(plane+1)*step.cols)}
	}
	return noMove
}

// runner is a piece that has moves in one direction.
type runner struct {
	from cell
	run  int16 // how far its way is clear
	jump bool  // it jumps by two
}

// legal appends the moves of the mover.
func (s *State) legal(dst []env.Action) []env.Action {
	g := s.game
	if s.wild != beyond {
		return s.legalAgain(dst)
	}
	var room [maxCells]cell
	own := room[:0]
	for c, k := range s.men[:g.cells()] {
		if k != nothing && g.kinds[k].side == s.mover {
			own = append(own, cell(c))
		}
	}
	return s.movesOf(own, dst)
}

// movesOf appends the moves of the pieces on some cells, which are in order.
func (s *State) movesOf(own []cell, dst []env.Action) []env.Action {
	g := s.game
	var room [maxCells]runner
	for d, step := range directions {
		runners, longest := room[:0], int16(0)
		for _, c := range own {
			if r := s.survey(c, d); r.run > 0 || r.jump {
				runners = append(runners, r)
				if longest = max(longest, r.run); r.jump {
					longest = max(longest, 2)
				}
			}
		}
		by, base := cell(step.rows*g.cols+step.cols), env.Action(g.firstPlane(d)*g.cells())
		for n := int16(1); n <= longest; n++ {
			for i := range runners {
				r := &runners[i]
				if n <= r.run && g.mayStop(s.men[r.from], r.from, r.from+cell(n)*by) || n == 2 && r.jump {
					dst = append(dst, base+env.Action(r.from))
				}
			}
			base += env.Action(g.cells())
		}
	}
	return dst
}

// survey finds out how far the piece on from can go in direction d.
func (s *State) survey(from cell, d int) runner {
	g, k := s.game, s.men[from]
	r := runner{from: from, jump: s.jumps(from, d)}
	reach, next := int16(g.kinds[k].reach), g.next[d]
	for c := next[from]; c != beyond && s.men[c] == nothing && r.run < reach; c = next[c] {
		if r.run++; !g.mayPass(k, from, c) {
			break
		}
	}
	return r
}

// jumps reports whether the piece on c may jump in direction d: over an ordinary enemy
// beside it, to the empty square behind him.
func (s *State) jumps(c cell, d int) bool {
	g, k := s.game, s.men[c]
	mode := g.kinds[k].jumps
	if mode == NoJumps {
		return false
	}
	over := g.next[d][c]
	if over == beyond || s.men[over] != g.kinds[k].side.other().men() {
		return false
	}
	to := g.next[d][over]
	return to != beyond && s.men[to] == nothing && g.mayStop(k, c, to) &&
		(mode != Restricted || g.haven(k, c) || g.haven(k, to))
}

// haven reports whether c is a throne, a corner or a fortress of the piece's side:
// [OTN], jump-type r.
func (g *Game) haven(k kind, c cell) bool {
	own := &g.camps
	if g.kinds[k].side == kingsSide {
		own = &g.forts
	}
	return g.thrones.has(c) || g.corners.has(c) || own.has(c)
}

// legalAgain appends the moves of the berserk piece.
func (s *State) legalAgain(dst []env.Action) []env.Action {
	g, n := s.game, len(dst)
	own := [1]cell{s.wild}
	dst = s.movesOf(own[:], dst)
	if g.rules.Berserk == MustMove {
		return dst
	}
	kept := dst[:n]
	for _, a := range dst[n:] {
		if s.takes(g.moveOf(a)) {
			kept = append(kept, a)
		}
	}
	if g.rules.Berserk == MayCapture {
		kept = append(kept, env.Action(g.planes()*g.cells()))
	}
	return kept
}

// takes reports whether a move captures an enemy.
func (s *State) takes(m move) bool {
	b := s.board
	k := b.men[m.from]
	b.remove(m.from)
	b.put(k, m.to)
	taken := s.game.captured(&b, m)
	taken.drop(m.to)
	return !taken.empty()
}

// raging reports whether the piece on c, which has captured, moves again.
func (s *State) raging(c cell) bool {
	if s.game.rules.Berserk == Calm || s.verdictOfBoard() != ongoing {
		return false
	}
	own, room := [1]cell{c}, [4 * maxSide]env.Action{}
	for _, a := range s.movesOf(own[:], room[:0]) {
		if s.game.rules.Berserk == MustMove || s.takes(s.game.moveOf(a)) {
			return true
		}
	}
	return false
}

// stuck reports whether the mover has no move.
func (s *State) stuck() bool {
	g := s.game
	if s.wild != beyond {
		return false
	}
	for c, k := range s.men[:g.cells()] {
		if k != nothing && g.kinds[k].side == s.mover && s.moves(cell(c)) {
			return false
		}
	}
	return true
}

// moves reports whether the piece on c has a move.
func (s *State) moves(c cell) bool {
	g, k := s.game, s.men[c]
	for d := range directions {
		r := s.survey(c, d)
		if r.jump {
			return true
		}
		for to := g.next[d][c]; r.run > 0; r.run-- {
			if g.mayStop(k, c, to) {
				return true
			}
			to = g.next[d][to]
		}
	}
	return false
}
