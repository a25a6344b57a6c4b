package race

import (
	"math/bits"
	"slices"
	"strconv"
)

// mostWords is how many words the largest board takes.
const mostWords = (mostSide*mostSide + 63) / 64

// set is a set of squares.
type set [mostWords]uint64

func (s *set) add(q int) { s[q>>6] |= 1 << (q & 63) }

func (s *set) has(q int) bool { return has(s[:], q) }

// has reports whether a square is in a set.
func has(words []uint64, q int) bool { return words[q>>6]>>(q&63)&1 != 0 }

// count returns how many squares are in a set.
func count(words []uint64) (n int) {
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}

// board is a layout and what follows from it and from the ways of the men.
type board struct {
	*layout
	steps, jumps ways
	afoot        bool              // needs are counted by steps alone
	next         [directions][]int // by South's direction and cell: the cell there, or -1
	placed       []int             // the cells where men of the reserve are put
	absent       int               // what a man counts who is not on the board: captured, or in the reserve
	worst        int               // no side ever needs more moves

	cell    []int   // by square: where it is, as its side sees the board
	number  []int16 // by such a cell: its square, or -1
	squares int
	words   int // of a set
	all     set
	halves  [2]half
}

// half is the board as one side sees it.
type half struct {
	next   [directions][]int16 // by square: the one there, or -1
	stand  []set               // by kind: where a man may come
	goal   []set               // by kind: where a man belongs
	far    set                 // where any of its men belong
	origin set                 // where its men begin
	placed set                 // where men of its reserve are put
	cost   []int16             // by kind and square: moves that a man needs to come home
}

func newBoard(l *layout, steps, jumps ways, r *rules) *board {
	b := &board{layout: l, steps: steps, jumps: jumps, afoot: r.Needs == "steps"}
	for d := range directions {
		for at := range l.there {
			b.next[d] = append(b.next[d], b.neighbour(at, vectors[d]))
		}
	}
	for at, is := range l.region {
		if is {
			b.placed = append(b.placed, at)
		}
	}
	var stand, cost [2][][]int
	for x := range side(2) {
		for kind := range l.letters {
			stand[x] = append(stand[x], b.within(x, kind))
		}
	}
	b.enumerate(stand)
	for x := range side(2) {
		cost[x] = b.prices(x)
	}
	b.price(cost, r.Capture)
	for x := range side(2) {
		b.see(x, stand[x], cost[x])
		b.worst = max(b.worst, b.most(x))
	}
	return b
}

// enumerate numbers the squares where men of either side can come, and their images under
// a half turn.
func (b *board) enumerate(stand [2][][]int) {
	used := make([]bool, b.cells())
	for x := range stand {
		for _, cells := range stand[x] {
			for _, at := range cells {
				used[at], used[b.turned(at)] = true, true
			}
		}
	}
	b.number = make([]int16, b.cells())
	for at, is := range used {
		b.number[at] = -1
		if is {
			b.number[at] = int16(len(b.cell))
			b.all.add(len(b.cell))
			b.cell = append(b.cell, at)
		}
	}
	b.squares = len(b.cell)
	b.words = (b.squares + 63) / 64
}

// see fills in what side x sees.
func (b *board) see(x side, stand [][]int, cost [][]int) {
	h := &b.halves[x]
	mark := func(s *set, at int) {
		if q := b.square(at, x); q >= 0 {
			s.add(q)
		}
	}
	for d := range directions {
		for q := range b.squares {
			to := b.next[facing(d, x)][b.place(q, x)]
			if to >= 0 {
				to = b.square(to, x)
			}
			h.next[d] = append(h.next[d], int16(to))
		}
	}
	for kind := range b.letters {
		var may, goal set
		for _, at := range stand[kind] {
			mark(&may, at)
		}
		for at, is := range b.goal[x][kind] {
			if is {
				mark(&goal, at)
			}
		}
		h.stand, h.goal = append(h.stand, may), append(h.goal, goal)
		for w := range goal {
			h.far[w] |= goal[w]
		}
		for q := range b.squares {
			h.cost = append(h.cost, int16(cost[kind][b.place(q, x)]))
		}
	}
	for at, m := range b.start {
		if m != noMan && m.side() == x {
			mark(&h.origin, at)
		}
	}
	for _, at := range b.placed {
		mark(&h.placed, at)
	}
}

// within returns the cells to which men of a kind may come from where they begin.
func (b *board) within(x side, kind int) (queue []int) {
	met := make([]bool, b.cells())
	visit := func(at int) {
		if !met[at] {
			met[at], queue = true, append(queue, at)
		}
	}
	for at, m := range b.start {
		if m == newMan(kind, x) || b.region[at] {
			visit(at)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, to := range b.neighbours(queue[i], x, false, false) {
			visit(to)
		}
	}
	return queue
}

func (b *board) cells() int { return len(b.there) }

// neighbour returns the cell at a vector from another, or -1.
func (b *board) neighbour(at int, v vector) int {
	row, col := at/b.cols+v.down, at%b.cols+v.right
	if row < 0 || row >= b.rows || col < 0 || col >= b.cols || !b.there[at] || !b.there[row*b.cols+col] {
		return -1
	}
	return row*b.cols + col
}

// facing returns how South sees what x sees as d.
func facing(d direction, x side) direction {
	if x == south {
		return d
	}
	return d.turned()
}

// turned returns the cell at the other end of the board.
func (b *board) turned(at int) int { return b.cells() - 1 - at }

// view returns the cell that x sees as at, and back: North sees the board turned by half.
func (b *board) view(at int, x side) int {
	if x == south {
		return at
	}
	return b.turned(at)
}

// place returns the cell, as South sees the board, of x's square q.
func (b *board) place(q int, x side) int { return b.view(b.cell[q], x) }

// square is the inverse of place; -1 for a cell that no man can stand on.
func (b *board) square(at int, x side) int { return int(b.number[b.view(at, x)]) }

// across returns what the other side calls square q.
func (b *board) across(q int) int { return b.squares - 1 - q }

// unreached marks a square from which no way leads home.
const unreached = -1

// prices returns by kind and cell how many moves a man of x needs to come home.
//
// A man needs as many moves as if the board were clear and there were a man to jump
// over wherever he wants to: each step is one, and so is each jump of a chain. With
// needs=steps he only steps.
func (b *board) prices(x side) (cost [][]int) {
	for kind := range b.letters {
		cost = append(cost, b.distances(x, b.goal[x][kind]))
	}
	return cost
}

// price says what men count who cannot come home. Who never can counts 2(m+1), where m is
// the most that another can need, and so does one who was captured; a man of the reserve
// counts one more than on the worst square where he may be put. A man who is missing for
// no reason counts nothing.
func (b *board) price(all [2][][]int, capture bool) {
	most := 0
	for _, cost := range slices.Concat(all[:]...) {
		most = max(most, slices.Max(cost))
	}
	far := 2 * (most + 1)
	for _, cost := range slices.Concat(all[:]...) {
		for at, n := range cost {
			if n == unreached {
				cost[at] = far
			}
		}
	}
	if capture {
		b.absent = far
	}
	for _, at := range b.placed {
		b.absent = max(b.absent, 1+all[south][0][at], 1+all[north][0][at])
	}
}

// most returns the most that a side can need.
func (b *board) most(x side) (sum int) {
	h := &b.halves[x]
	for kind := range b.letters {
		dearest := b.absent
		for q := range b.squares {
			if h.stand[kind].has(q) {
				dearest = max(dearest, int(h.cost[kind*b.squares+q]))
			}
		}
		sum += b.counts[x][kind] * dearest
	}
	return sum
}

// distances returns for each cell how many moves lead a man of x from there to one of
// the cells marked.
func (b *board) distances(x side, goal []bool) []int {
	cost := make([]int, b.cells())
	var queue []int
	for at := range cost {
		cost[at] = unreached
		if goal[at] {
			cost[at] = 0
			queue = append(queue, at)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		to := queue[0]
		for _, from := range b.neighbours(to, x, true, b.afoot) {
			if cost[from] == unreached {
				cost[from] = cost[to] + 1
				queue = append(queue, from)
			}
		}
	}
	return cost
}

// neighbours returns the cells to which a man of x may come from one in one step or jump,
// or, going back, those from which he may come there; afoot means by steps alone.
func (b *board) neighbours(at int, x side, back, afoot bool) (all []int) {
	way := func(d direction) []int {
		if d = facing(d, x); back {
			d = d.turned()
		}
		return b.next[d]
	}
	for _, d := range b.steps {
		if to := way(d)[at]; to >= 0 {
			all = append(all, to)
		}
	}
	if afoot {
		return all
	}
	for _, d := range b.jumps {
		if over := way(d)[at]; over >= 0 && way(d)[over] >= 0 {
			all = append(all, way(d)[over])
		}
	}
	return all
}

// name returns the name of a cell: "a1" at the bottom left.
func (b *board) name(at int) string { return b.file(at%b.cols) + b.rank(at/b.cols) }

func (b *board) file(col int) string { return string(rune('a' + col)) }

func (b *board) rank(row int) string { return strconv.Itoa(b.rows - row) }
