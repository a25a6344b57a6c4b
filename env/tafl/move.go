package tafl

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// Actions are planes of from-squares, one plane for each direction and
// distance:
//
//	action = plane*cells + from
//	plane  = direction*(size-1) + distance-1
//
// Directions are absolute, clockwise from the top: tafl has no forward.

// move is where a piece goes.
type move struct{ from, to cell }

// lane is a plane of actions: from where a piece of each kind may make a move
// of this direction and distance, as far as the empty board goes.
type lane struct {
	stop [kinds]squares // the target is on the board and may be stopped on
	pass [kinds]squares // ... and may be passed, to go further
}

// lanes returns the planes of actions and the move of each action, beyond the
// board where there is none.
func (g *Game) lanes() (lanes []lane, moves []move) {
	for d := range directions {
		for n := 1; n < g.size; n++ {
			var l lane
			for from := range cell(g.cells()) {
				to := g.away(from, d, n)
				moves = append(moves, move{from, to})
				l.add(g, from, to, n)
			}
			lanes = append(lanes, l)
		}
	}
	return lanes, moves
}

// add fills in one from-square of a lane.
func (l *lane) add(g *Game, from, to cell, distance int) {
	for k := range kind(kinds) {
		reach := g.reach(k)
		if to == beyond || distance > reach {
			continue
		}
		if g.mayStop(k, to) {
			l.stop[k] = l.stop[k].or(only(from))
		}
		if g.mayPass(k, to) && distance < reach {
			l.pass[k] = l.pass[k].or(only(from))
		}
	}
}

// reach returns how far a piece moves at most.
func (g *Game) reach(k kind) int {
	limit := g.rules.ManRange
	if k == king {
		limit = g.rules.KingRange
	}
	if limit == 0 {
		return g.size - 1
	}
	return limit
}

// mayStop reports whether a piece of kind k may stop on c when c is empty.
func (g *Game) mayStop(k kind, c cell) bool {
	switch {
	case g.rules.Throne && g.throne.has(c):
		return g.rules.ThroneStop.include(k)
	case g.rules.Corners && g.corners.has(c):
		return g.rules.CornerStop.include(k)
	}
	return true
}

// mayPass reports whether a piece of kind k may pass over c when c is empty.
func (g *Game) mayPass(k kind, c cell) bool {
	return !g.rules.Throne || !g.throne.has(c) || g.rules.ThronePass.include(k)
}

// legal appends the moves of side s in increasing order. Elements of dst beyond the
// result may be overwritten.
func (g *Game) legal(b *board, s side, dst []env.Action) []env.Action {
	dst = slices.Grow(dst, b.of(s).count()*2*(g.size-1)+spare)
	if g.cells() <= 64 {
		return g.legalInWord(b, s, dst)
	}
	return g.legalInWords(b, s, dst)
}

// legalInWord is legalInWords of boards whose cells are in one word.
func (g *Game) legalInWord(b *board, s side, dst []env.Action) []env.Action {
	mine, empty, cells := s.men(), g.all.lo&^b.occupied().lo, g.cells()
	shifts := [len(directions)]struct{ forward, backward uint8 }{
		up: {forward: uint8(g.size)}, right: {backward: 1}, down: {backward: uint8(g.size)}, left: {forward: 1},
	}
	for d, by := range shifts {
		men, lone, clear := b[mine].lo, b.kingOf(s).lo, empty
		planes := g.planes[d*(g.size-1) : (d+1)*(g.size-1)]
		for p := range planes {
			clear = clear << (by.forward & 63) >> (by.backward & 63)
			men, lone = men&clear, lone&clear
			if men|lone == 0 {
				break
			}
			l := &planes[p]
			dst = appendWord(dst, (d*(g.size-1)+p)*cells, men&l.stop[mine].lo|lone&l.stop[king].lo)
			men, lone = men&l.pass[mine].lo, lone&l.pass[king].lo
		}
	}
	return dst
}

// legalInWords appends to dst, which has room.
//
// All pieces move at once. At each plane, clear holds the squares whose target
// is empty, and men and lone those men and that king whose way there is clear.
func (g *Game) legalInWords(b *board, s side, dst []env.Action) []env.Action {
	mine, empty, cells := s.men(), g.all.minus(b.occupied()), g.cells()
	for d := range directions {
		men, lone, clear := b[mine], b.kingOf(s), empty
		for p := d * (g.size - 1); p < (d+1)*(g.size-1) && !men.or(lone).empty(); p++ {
			clear = g.before(clear, d)
			men, lone = men.and(clear), lone.and(clear)
			l := &g.planes[p]
			dst = appendPlane(dst, p*cells, men.and(l.stop[mine]).or(lone.and(l.stop[king])))
			men, lone = men.and(l.pass[mine]), lone.and(l.pass[king])
		}
	}
	return dst
}

// kingOf returns the king as a set, if he is of side s.
func (b *board) kingOf(s side) squares {
	if s == attackers {
		return squares{}
	}
	return b[king]
}

// before returns the cells whose neighbour in direction d is in s, and some
// that have no neighbour there: lanes leave those out.
func (g *Game) before(s squares, d int) squares {
	switch d {
	case up:
		return s.forward(uint8(g.size))
	case right:
		return s.backward(1)
	case down:
		return s.backward(uint8(g.size))
	}
	return s.forward(1)
}

// spare is how many elements beyond its result appendWord may overwrite.
const spare = 3

// appendPlane appends the actions of one plane, which begin at base. dst has
// room for them and spare.
func appendPlane(dst []env.Action, base int, from squares) []env.Action {
	dst = appendWord(dst, base, from.lo)
	if from.hi != 0 {
		dst = appendWord(dst, base+64, from.hi)
	}
	return dst
}

// appendWord writes four actions at a time, as most planes have some but not
// many: a loop over each would be mispredicted at every plane.
func appendWord(dst []env.Action, base int, w uint64) []env.Action {
	n, count := len(dst), bits.OnesCount64(w)
	for i := 0; i < count; i += 4 {
		four := (*[4]env.Action)(dst[n+i : cap(dst)])
		four[0], w = env.Action(base+bits.TrailingZeros64(w)), w&(w-1)
		four[1], w = env.Action(base+bits.TrailingZeros64(w)), w&(w-1)
		four[2], w = env.Action(base+bits.TrailingZeros64(w)), w&(w-1)
		four[3], w = env.Action(base+bits.TrailingZeros64(w)), w&(w-1)
	}
	return dst[:n+count]
}

// stuck reports whether side s has no move.
func (g *Game) stuck(b *board, s side) bool {
	empty := g.all.minus(b.occupied())
	for d := range directions { // one step is enough, as a rule
		clear, l := g.before(empty, d), &g.planes[d*(g.size-1)]
		if b[s.men()].and(clear).meets(l.stop[s.men()]) || b.kingOf(s).and(clear).meets(l.stop[king]) {
			return false
		}
	}
	var room [maxCells*2*(maxSize-1) + spare]env.Action
	return len(g.legal(b, s, room[:0])) == 0
}
