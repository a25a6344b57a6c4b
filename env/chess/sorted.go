package chess

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// mostSorted is how many planes of actions a set of actions may have.
const mostSorted = 256

// An actionSet holds actions as one word a plane, so that they come out sorted. It is empty
// but while actions are put in order.
type actionSet struct {
	from [mostSorted]uint64
	used [mostSorted / 64]uint64 // planes with an action
}

func (set *actionSet) add(plane int16, cells uint64) {
	set.from[uint8(plane)] |= cells
	set.used[uint8(plane)>>6] |= 1 << (plane & 63)
}

// addMoves adds the moves that do not promote. The planes used are gathered in registers, of
// which two are enough for most games.
func (w *work) addMoves(m *masks, us env.Player) (n int) {
	set, views, low, high := &w.set, &m.views[us], uint64(0), uint64(0)
	for i := range w.men[:w.n] {
		r := &w.men[i]
		n += bits.OnesCount64(r.to)
		if r.setwise != 0 {
			if r.to != 0 {
				to := square(bits.TrailingZeros64(r.to))
				set.add(int16(m.planeOf[us][r.origin(to)&63][to&63]), m.viewed(bits.RotateLeft64(r.to, int(int8(r.from))), us))
			}
			continue
		}
		planes, bit := &m.planeOf[us][r.from&63], uint64(1)<<(views[r.from&63]&63)
		if m.wide {
			for to := r.to; to != 0; to &= to - 1 {
				set.add(int16(planes[bits.TrailingZeros64(to)&63]), bit)
			}
			continue
		}
		for to := r.to; to != 0; to &= to - 1 {
			plane := planes[bits.TrailingZeros64(to)&63]
			set.from[plane] |= bit
			low |= 1 << plane         // shifts of 64 and more give 0,
			high |= 1 << (plane - 64) // and plane-64 wraps around to one
		}
	}
	set.used[0] |= low
	set.used[1] |= high
	return n
}

// appendTo appends the actions of the moves in increasing order.
func (w *work) appendTo(dst []env.Action, g *Game, b *board) []env.Action {
	m, us := g.masks, b.toMove
	n := w.addMoves(m, us)
	for i := range w.men[:w.n] {
		if r := &w.men[i]; r.up != 0 {
			n += w.addPromotions(g, b, r)
		}
	}
	if w.castl != 0 {
		for i := range b.castles.list {
			if w.castl>>i&1 != 0 {
				c := &b.castles.list[i]
				w.set.add(g.planes.castle[btoi(c.letter == 'Q')], 1<<m.views[us][c.king])
				n++
			}
		}
	}
	if g.keys.Drops {
		for _, k := range g.inHands {
			if set := w.drops[k]; set != 0 {
				n += bits.OnesCount64(set)
				w.set.add(g.planes.drop[k], m.viewed(set, us))
			}
		}
	}
	return w.set.appendTo(slices.Grow(dst, n+spareActions), m.cells)
}

func (w *work) addPromotions(g *Game, b *board, r *reach) (n int) {
	for _, k := range g.kinds[r.kind].promotes {
		if g.limited && !g.hasRoom(b, k) {
			continue
		}
		for to := r.up; to != 0; to &= to - 1 {
			q := square(bits.TrailingZeros64(to))
			if w.trial && w.safe(g, b, *r, 1<<q, k) == 0 {
				continue
			}
			from := r.origin(q)
			w.set.add(*g.planes.at(g.planes.becomes[k], g.between(from, q, b.toMove)), 1<<g.masks.views[b.toMove][from&63])
			n++
		}
	}
	return n
}

// viewed returns a set as p sees it.
func (m *masks) viewed(set uint64, p env.Player) uint64 {
	if p == env.First {
		return set
	}
	if m.turns {
		return bits.ReverseBytes64(set)
	}
	var seen uint64
	for ; set != 0; set &= set - 1 {
		seen |= 1 << m.views[p][bits.TrailingZeros64(set)]
	}
	return seen
}

// spareActions is how many elements beyond its result appendTo may overwrite.
const spareActions = 1

// appendTo appends the actions of the set in increasing order, and empties it. dst has room
// for them and to spare. It writes two at a time: most planes have one or two, and a loop
// over each would be mispredicted at every plane.
func (set *actionSet) appendTo(dst []env.Action, size int) []env.Action {
	for i := range set.used {
		planes := set.used[i]
		set.used[i] = 0
		for ; planes != 0; planes &= planes - 1 {
			plane := 64*i + bits.TrailingZeros64(planes)
			n, cells := len(dst), set.from[plane]
			set.from[plane] = 0
			count := bits.OnesCount64(cells)
			for at := n; at < n+count; at += 2 {
				two := (*[2]env.Action)(dst[at:cap(dst)])
				two[0], cells = env.Action(size*plane+bits.TrailingZeros64(cells)), cells&(cells-1)
				two[1], cells = env.Action(size*plane+bits.TrailingZeros64(cells)), cells&(cells-1)
			}
			dst = dst[:n+count]
		}
	}
	return dst
}
