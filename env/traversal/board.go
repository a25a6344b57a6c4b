package traversal

import (
	"slices"
	"strconv"
)

// board is a layout and what follows from it and from the ways of the men.
type board struct {
	*layout
	steps, jumps ways
	afoot        bool              // needs are counted by steps alone
	next         [directions][]int // by South's direction and cell: the square there, or -1
	origin       [2][]bool         // by side and cell: its men begin there
	far          [2][]int          // by side: the cells where any of its men belong
	stand        [2][][]bool       // by side, kind and cell: a man may come there
	cost         [2][][]int        // by side, kind and cell: moves that a man needs to come home
	placed       []int             // the cells where men of the reserve are put
	absent       int               // what a man counts who is not on the board: captured, or in the reserve
	worst        int               // no side ever needs more moves
}

func newBoard(l *layout, steps, jumps ways, r *rules) *board {
	b := &board{layout: l, steps: steps, jumps: jumps, afoot: r.Needs == "steps"}
	for d := range directions {
		for at := range l.square {
			b.next[d] = append(b.next[d], b.neighbour(at, vectors[d]))
		}
	}
	for x := range b.origin {
		b.origin[x] = make([]bool, b.cells())
	}
	for at, m := range l.start {
		if m != nobody {
			b.origin[m.side()][at] = true
		}
		if l.region[at] {
			b.placed = append(b.placed, at)
		}
	}
	for x := range b.far {
		for at := range l.square {
			if slices.ContainsFunc(l.goal[x], func(goal []bool) bool { return goal[at] }) {
				b.far[x] = append(b.far[x], at)
			}
		}
	}
	for x := range side(2) {
		for kind := range l.letters {
			b.stand[x] = append(b.stand[x], b.within(x, kind))
		}
	}
	b.price(r.Capture)
	return b
}

// within marks the squares to which men of a kind may come from where they begin.
func (b *board) within(x side, kind int) []bool {
	met, queue := make([]bool, b.cells()), []int(nil)
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
	for ; len(queue) > 0; queue = queue[1:] {
		for _, to := range b.neighbours(queue[0], x, false, false) {
			visit(to)
		}
	}
	return met
}

func (b *board) cells() int { return len(b.square) }

// neighbour returns the square at a vector from a cell, or -1.
func (b *board) neighbour(at int, v vector) int {
	row, col := at/b.cols+v.down, at%b.cols+v.right
	if row < 0 || row >= b.rows || col < 0 || col >= b.cols || !b.square[at] || !b.square[row*b.cols+col] {
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

// view returns the cell that x sees as at, and back: North sees the board turned by half.
func (b *board) view(at int, x side) int {
	if x == south {
		return at
	}
	return b.cells() - 1 - at
}

// unreached marks a square from which no way leads home.
const unreached = -1

// price fills in cost and what follows from it.
//
// A man needs as many moves as if the board were clear and there were somebody to jump
// over wherever he wants to: each step is one, and so is each jump of a chain. With
// needs=steps he only steps. A man who can never come home counts 2(m+1), where m is the most that another can need, and
// so does one that was captured; a man of the reserve counts one more than on the worst
// square where he may be put. A man who is missing for no reason counts nothing.
func (b *board) price(capture bool) {
	most := 0
	for x := range side(2) {
		for kind := range b.letters {
			cost := b.distances(x, b.goal[x][kind])
			b.cost[x] = append(b.cost[x], cost)
			most = max(most, slices.Max(cost))
		}
	}
	far := 2 * (most + 1)
	for x := range b.cost {
		for _, cost := range b.cost[x] {
			for at, n := range cost {
				if n == unreached {
					cost[at] = far
				}
			}
		}
	}
	if capture {
		b.absent = far
	}
	for _, at := range b.placed {
		b.absent = max(b.absent, 1+b.cost[south][0][at], 1+b.cost[north][0][at])
	}
	b.worst = max(b.most(south), b.most(north))
}

// most returns the most that a side can need.
func (b *board) most(x side) (sum int) {
	for kind, cost := range b.cost[x] {
		dearest := b.absent
		for at, may := range b.stand[x][kind] {
			if may {
				dearest = max(dearest, cost[at])
			}
		}
		sum += b.counts[x][kind] * dearest
	}
	return sum
}

// distances returns for each cell how many moves lead a man of x from there to one of
// the squares marked.
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

// neighbours returns the squares to which a man of x may come from a square in one step
// or jump, or, going back, those from which he may come there; afoot means by steps alone.
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
