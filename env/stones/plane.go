package stones

import (
	"fmt"
	"math/bits"

	"ludens/env"
)

// kind is what an action does.
type kind uint8

const (
	puts   kind = iota // a stone on the cell, or closes it after a move
	takes              // the stone from the cell
	moves              // the stone on the cell to another
	passes             // globals, from here on
	swaps
)

// plane is one plane of actions: what they do to the cells that they start on.
type plane struct {
	kind        kind
	down, right int     // of moves: to the cell where they end
	dir, n      int     // of moves in a direction: the cell there that is n steps on
	target      int     // of moves to any cell: the cell; -1 of others
	to          []int16 // by cell: where the move ends, -1 for none
	back        dir     // from where leaps end to where they start
}

// planesOf returns the planes of actions that the rules need.
func planesOf(r *rules, b *board) (all []plane) {
	if r.Put != "never" || r.Shoot {
		all = append(all, plane{kind: puts, target: -1})
	}
	if r.Mill > 0 || r.Removal {
		all = append(all, plane{kind: takes, target: -1})
	}
	switch far := max(b.rows, b.cols) - 1; {
	case r.Move == "none":
	case r.Fly > 0:
		for c := range b.rows * b.cols {
			if b.cells.has(c) {
				all = append(all, plane{kind: moves, target: c, dir: -1})
			}
		}
	case r.Move == "leap":
		for _, d := range b.leaps() {
			all = append(all, plane{kind: moves, down: d.down, right: d.right, target: -1, dir: -1})
		}
	case b.lined:
		for i, d := range b.dirs {
			for n := 1; n <= far; n++ {
				all = append(all, plane{kind: moves, down: n * d.down, right: n * d.right, target: -1, dir: i, n: n})
			}
		}
	default:
		each, most := 1, far
		switch r.Move {
		case "step", "clobber":
			most = 1
		case "jump":
			each, most = 2, far/2
		}
		for i, d := range b.dirs {
			for n := 1; n <= most; n++ {
				all = append(all, plane{kind: moves, down: n * each * d.down, right: n * each * d.right, target: -1, dir: i, n: n})
			}
		}
	}
	var kept []plane
	for _, p := range all {
		if p.aim(b) {
			kept = append(kept, p)
		}
	}
	return kept
}

// aim fills in where the moves of a plane end, and reports whether one ends on the board.
func (p *plane) aim(b *board) (ends bool) {
	if p.kind != moves {
		return true
	}
	p.to, p.back.step = make([]int16, b.rows*b.cols), -p.down*b.cols-p.right
	for c := range p.to {
		row, col := c/b.cols+p.down, c%b.cols+p.right
		to := row*b.cols + col
		if p.target >= 0 {
			to = p.target
		} else if row < 0 || row >= b.rows || col < 0 || col >= b.cols {
			to = -1
		}
		p.to[c] = -1
		if to >= 0 && to != c && b.cells.has(c) && b.cells.has(to) {
			p.to[c], ends = int16(to), true
			p.back.room.add(to)
		}
	}
	return ends
}

// leaps returns the ways to the cells at distance two, in the order of rows and columns.
func (b *board) leaps() (all []dir) {
	near := map[[2]int]bool{{0, 0}: true}
	for _, d := range b.dirs {
		near[[2]int{d.down, d.right}] = true
	}
	for down := -2; down <= 2; down++ {
		for right := -2; right <= 2; right++ {
			far := false
			for _, d := range b.dirs {
				far = far || near[[2]int{down - d.down, right - d.right}]
			}
			if far && !near[[2]int{down, right}] {
				all = append(all, dir{down: down, right: right})
			}
		}
	}
	return all
}

// Spec describes the game. Actions are those of its planes, each plane*cells + cell, then a
// pass and a swap where the rules have them.
func (g *Game) Spec() env.Spec {
	return env.Spec{
		Name:    g.name,
		Version: 1,
		Actions: int(g.swap) + b2i(g.rules.Swap),
		Shape:   [3]int{len(g.views), g.rows, g.cols},
		MaxPly:  g.rules.Cap,
		Roles:   g.look.roles,

		Markovian: g.rules.Ko != "positional",
	}
}

// act returns what an action does, on which cell, and which plane it is of.
func (g *Game) act(a env.Action) (k kind, c int, p *plane) {
	switch n := g.rows * g.cols; {
	case int(a) < n:
		p = &g.planes[0] // the most frequent, without a division
		return p.kind, int(a), p
	case a >= g.swap && g.rules.Swap:
		return swaps, -1, nil
	case a >= g.pass:
		return passes, -1, nil
	default:
		p = &g.planes[int(a)/n]
		return p.kind, int(a) % n, p
	}
}

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() (names []string) {
	for _, p := range g.planes {
		switch {
		case p.kind == puts && g.rules.Put == "never":
			names = append(names, "close this cell")
		case p.kind == puts && g.rules.Shoot:
			names = append(names, "put a stone here, or close this cell")
		case p.kind == puts:
			names = append(names, "put a stone here")
		case p.kind == takes:
			names = append(names, "remove the stone here")
		case p.target >= 0:
			names = append(names, "move to "+g.cellName(p.target))
		case p.dir >= 0 && !g.hexagons:
			names = append(names, fmt.Sprintf("move %s %d", compass[[2]int{sign(p.down), sign(p.right)}], max(abs(p.down), abs(p.right))))
		case p.dir >= 0:
			names = append(names, fmt.Sprintf("move %s %d", sixWays[[2]int{sign(p.down), sign(p.right)}], max(abs(p.down), abs(p.right))))
		default:
			names = append(names, fmt.Sprintf("move by rows %+d, columns %+d", p.down, p.right))
		}
	}
	if g.rules.Pass != "never" {
		names = append(names, "pass")
	}
	if g.rules.Swap {
		names = append(names, "take over the first stone")
	}
	return names
}

var (
	compass = map[[2]int]string{{0, 1}: "right", {1, 1}: "down right", {1, 0}: "down", {1, -1}: "down left",
		{0, -1}: "left", {-1, -1}: "up left", {-1, 0}: "up", {-1, 1}: "up right"}
	sixWays = map[[2]int]string{{0, 1}: "right", {1, 0}: "down right", {1, -1}: "down left", {0, -1}: "left", {-1, 0}: "up left", {-1, 1}: "up right"}
)

func sign(n int) int { return b2i(n > 0) - b2i(n < 0) }

func abs(n int) int { return max(n, -n) }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The bounds of a board.
const (
	maxSide  = 19
	maxCells = 256
	maxWords = maxCells / 64
)

// set is a set of cells, counted row by row from the top left. The few loops of a game that
// take most of the time run over the words that its board has.
type set [maxWords]uint64

func (s *set) has(c int) bool { return s[c>>6&3]>>(c&63)&1 != 0 }

func (s *set) add(c int) { s[c>>6&3] |= 1 << (c & 63) }

func (s *set) drop(c int) { s[c>>6&3] &^= 1 << (c & 63) }

func (s *set) empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

func (s *set) and(t *set) set { return set{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]} }

func (s *set) or(t *set) set { return set{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]} }

func (s *set) minus(t *set) set { return set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]} }

func (s *set) meets(t *set) bool { return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0 }

func (s *set) count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// first returns the lowest cell of a set that is not empty.
func (s *set) first() int {
	for i, w := range s {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// nth returns the cell of a set that n others of it, fewer than all, come before.
func (s *set) nth(n int) int {
	for i, w := range s {
		if k := bits.OnesCount64(w); n >= k {
			n -= k
			continue
		}
		// The number of bits up to each byte and within it, then the bytes that lie before.
		sums := w - w>>1&0x5555555555555555
		sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
		sums = (sums + sums>>4) & 0x0f0f0f0f0f0f0f0f * eachByte
		at := 8 * bits.OnesCount64(((uint64(n)*eachByte|0x80*eachByte)-sums)&(0x80*eachByte))
		return i<<6 + at + int(nthOfByte[w>>(at&63)&0xff][n-int(sums<<8>>(at&63)&0xff)])
	}
	return -1
}

const eachByte = 0x0101010101010101

// nthOfByte is the position of the nth bit of a byte.
var nthOfByte = func() (t [256][8]uint8) {
	for w := range t {
		n := 0
		for i := range 8 {
			if w>>i&1 != 0 {
				t[w][n] = uint8(i)
				n++
			}
		}
	}
	return t
}()

// each calls visit for each cell of s, in increasing order.
func (s *set) each(visit func(c int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			visit(i<<6 + bits.TrailingZeros64(w))
		}
	}
}
