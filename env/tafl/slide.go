package tafl

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// All pieces of a side move at once. At each plane, clear holds the squares whose target
// is empty, and men those pieces whose way there is clear. Boards of one and two words
// without jumps and other men have loops of their own; all the rest is slideSets.

// loop is how the moves of a side are found.
type loop uint8

const (
	bySets loop = iota
	byWord
	byPair
)

// lane1 is a lane of one side on a board of one word: of its men, and of its king.
type lane1 struct{ stop, pass, kingStop, kingPass uint64 }

// lane2 is a lane of one side on a board of two words.
type lane2 struct{ stop, pass, kingStop, kingPass pair }

// pair is a set of two words.
type pair struct{ lo, hi uint64 }

func (s pair) or(t pair) pair { return pair{s.lo | t.lo, s.hi | t.hi} }

func (s pair) and(t pair) pair { return pair{s.lo & t.lo, s.hi & t.hi} }

func (s pair) empty() bool { return s.lo|s.hi == 0 }

// before returns the cells n before those of s, or after them if n is negative.
func (s pair) before(n int8) pair {
	if n > 0 {
		return pair{s.lo>>(n&63) | s.hi<<((64-n)&63), s.hi >> (n & 63)}
	}
	n = -n
	return pair{s.lo << (n & 63), s.hi<<(n&63) | s.lo>>((64-n)&63)}
}

// specialise chooses the loop and fills in its lanes.
func (g *Game) specialise() {
	if g.words > 2 || g.jumpers || len(g.kinds) > int(firstOther) {
		return
	}
	g.fast = byWord
	if g.words == 2 {
		g.fast = byPair
	}
	for _, x := range []side{attackers, kingsSide} {
		k := x.men()
		for i := range g.lanes {
			l := &g.lanes[i]
			two := func(s *set) pair { return pair{s[0], s[1]} }
			l2 := lane2{stop: two(&l.stop[k]), pass: two(&l.pass[k])}
			if x == kingsSide {
				l2.kingStop, l2.kingPass = two(&l.stop[king]), two(&l.pass[king])
			}
			g.words2[x] = append(g.words2[x], l2)
			g.words1[x] = append(g.words1[x], lane1{l2.stop.lo, l2.pass.lo, l2.kingStop.lo, l2.kingPass.lo})
		}
	}
}

// slide appends the moves of side x in increasing order. Elements of dst beyond the
// result may be overwritten.
func (g *Game) slide(b board, x side, dst []env.Action) []env.Action {
	switch g.fast {
	case byWord:
		return g.slideWord(b, x, dst)
	case byPair:
		return g.slidePair(b, x, dst)
	}
	return g.slideSets(b, x, &g.all, dst)
}

// shifts are those by which clear moves, in cells: before in a direction.
func (g *Game) shifts() [len(directions)]int8 {
	return [len(directions)]int8{up: int8(-g.cols), right: 1, down: int8(g.cols), left: -1}
}

// slideWord is slide on boards of one word.
func (g *Game) slideWord(b board, x side, dst []env.Action) []env.Action {
	_ = b[king]
	mine, empty, cells, first := b[x], g.all[0]&^(b[attacker]|b[defender]|b[king]), g.cells(), 0
	lone := b[king]
	if x == attackers {
		lone = 0
	}
	dst = slices.Grow(dst, bits.OnesCount64(mine|lone)*(g.rows+g.cols-2)+spare)
	shifts := [len(directions)]struct{ forward, backward uint8 }{
		up: {forward: uint8(g.cols)}, right: {backward: 1}, down: {backward: uint8(g.cols)}, left: {forward: 1},
	}
	for d, by := range shifts {
		men, alone, clear := mine, lone, empty
		lanes := g.words1[x][first : first+g.length(d)]
		for p := range lanes {
			clear = clear << (by.forward & 63) >> (by.backward & 63)
			men, alone = men&clear, alone&clear
			if men|alone == 0 {
				break
			}
			l := &lanes[p]
			dst = appendWord(dst, (first+p)*cells, men&l.stop|alone&l.kingStop)
			men, alone = men&l.pass, alone&l.kingPass
		}
		first += len(lanes)
	}
	return dst
}

// slidePair is slide on boards of two words.
func (g *Game) slidePair(b board, x side, dst []env.Action) []env.Action {
	_ = b[2*king+1]
	mine, empty, cells, first := pair{b[2*x], b[2*x+1]}, g.emptyPair(b), g.cells(), 0
	lone := pair{b[2*king], b[2*king+1]}
	if x == attackers {
		lone = pair{}
	}
	n := bits.OnesCount64(mine.lo|lone.lo) + bits.OnesCount64(mine.hi|lone.hi)
	dst = slices.Grow(dst, n*(g.rows+g.cols-2)+spare)
	for d, by := range g.shifts() {
		men, alone, clear := mine, lone, empty
		lanes := g.words2[x][first : first+g.length(d)]
		for p := range lanes {
			clear = clear.before(by)
			men, alone = men.and(clear), alone.and(clear)
			if men.or(alone).empty() {
				break
			}
			l := &lanes[p]
			from := men.and(l.stop).or(alone.and(l.kingStop))
			dst = appendWord(dst, (first+p)*cells, from.lo)
			if from.hi != 0 {
				dst = appendWord(dst, (first+p)*cells+64, from.hi)
			}
			men, alone = men.and(l.pass), alone.and(l.kingPass)
		}
		first += len(lanes)
	}
	return dst
}

// emptyPair returns the empty cells of a board of two words and the ordinary kinds.
func (g *Game) emptyPair(b board) pair {
	_ = b[2*king+1]
	return pair{g.all[0] &^ (b[0] | b[2] | b[4]), g.all[1] &^ (b[1] | b[3] | b[5])}
}

// slideSets is slide for the pieces on some cells, on any board.
func (g *Game) slideSets(b board, x side, own *set, dst []env.Action) []env.Action {
	troops, n, first := g.troops[x], 0, 0
	var men, mine [mostKinds]set
	for i, k := range troops {
		for w := range g.words {
			mine[i][w] = b[int(k)*g.words+w] & own[w]
			n += bits.OnesCount64(mine[i][w])
		}
	}
	dst = slices.Grow(dst, n*(g.rows+g.cols-2)+spare)
	empty := g.empties(b)
	for d := range directions {
		men = mine
		clear := empty
		for p := first; p < first+g.length(d); p++ {
			g.before(&clear, d)
			from, live := g.advance(&g.lanes[p], troops, &men, &clear)
			if g.jumpers && p == first+1 {
				g.leap(b, x, d, &mine, &empty, &from)
			}
			for w := range g.words {
				if from[w] != 0 {
					dst = appendWord(dst, p*g.cells()+64*w, from[w])
				}
			}
			if !live && (p > first || !g.jumpers) {
				break
			}
		}
		first += g.length(d)
	}
	return dst
}

// advance takes the men of each kind one square further along a lane. It returns those that
// may stop there, and whether any may go on.
func (g *Game) advance(l *lane, troops []kind, men *[mostKinds]set, clear *set) (from set, live bool) {
	for i, k := range troops {
		stop, pass := &l.stop[k], &l.pass[k]
		for w := range g.words {
			m := men[i][w] & clear[w]
			from[w] |= m & stop[w]
			men[i][w] = m & pass[w]
			live = live || men[i][w] != 0
		}
	}
	return from, live
}

// leap adds to from the pieces that may jump in direction d: over an ordinary enemy beside
// them, to the empty square behind him.
func (g *Game) leap(b board, x side, d int, mine *[mostKinds]set, empty, from *set) {
	var over set
	copy(over[:g.words], b[int(x.other().men())*g.words:])
	behind := *empty
	g.before(&over, d)
	g.before(&behind, d)
	g.before(&behind, d)
	l := &g.lanes[g.firstPlane(d)+1]
	for i, k := range g.troops[x] {
		for w := range g.words {
			from[w] |= mine[i][w] & over[w] & behind[w] & l.jump[k][w]
		}
	}
}

// spare is how many elements beyond its result appendWord may overwrite.
const spare = 3

// appendWord appends the actions of one word of a plane, which begin at base; dst has
// room for them and spare. It writes four at a time, as most planes have some but not
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

// stuck reports whether side x has no move. Most often some piece can go one step.
func (g *Game) stuck(b board, x side) bool {
	if g.canStep(b, x) {
		return false
	}
	var room [maxCells]env.Action // enough where no piece can go one step
	return len(g.slide(b, x, room[:0])) == 0
}

// canStep reports whether a piece of side x can move by one square.
func (g *Game) canStep(b board, x side) bool {
	switch g.fast {
	case byWord:
		_ = b[king]
		empty, men, lone := g.all[0]&^(b[attacker]|b[defender]|b[king]), b[x], b[king]
		n, first := uint8(g.cols), 0
		for d, clear := range [len(directions)]uint64{up: empty << (n & 63), right: empty >> 1, down: empty >> (n & 63), left: empty << 1} {
			if l := &g.words1[x][first]; men&clear&l.stop|lone&clear&l.kingStop != 0 {
				return true
			}
			first += g.length(d)
		}
		return false
	case byPair:
		empty, first := g.emptyPair(b), 0
		men, lone := pair{b[2*x], b[2*x+1]}, pair{b[2*king], b[2*king+1]}
		for d, by := range g.shifts() {
			clear, l := empty.before(by), &g.words2[x][first]
			if !men.and(clear).and(l.stop).or(lone.and(clear).and(l.kingStop)).empty() {
				return true
			}
			first += g.length(d)
		}
		return false
	}
	empty := g.empties(b)
	for d := range directions {
		clear, l := empty, &g.lanes[g.firstPlane(d)]
		g.before(&clear, d)
		for _, k := range g.troops[x] {
			for w := range g.words {
				if b[int(k)*g.words+w]&clear[w]&l.stop[k][w] != 0 {
					return true
				}
			}
		}
	}
	return false
}
