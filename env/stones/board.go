package stones

import (
	"math/bits"
	"slices"
)

// board is where the cells are, and which are neighbours.
type board struct {
	rows, cols int
	row        []uint8   // of a cell
	words      int       // of a set of cells that are not empty for good
	cells      set       // those of the board
	dirs       []dir     // to the neighbours; the opposite of each is half the list away
	lined      bool      // lines are drawn: neighbours may lie apart
	beside     []set     // by cell: its neighbours
	sides      []set     // of the board
	corners    set       // cells of two sides
	start      [2]set    // stones at the start
	lines      [][]set   // by axis and cell: the cells of its line, in both directions
	rays       [][]set   // by direction and cell: the cells of its line from the next on
	reach      [][]uint8 // how many these are
	sights     [][]set   // likewise, of the second half of the directions the mirror image
	hexagons   bool
	mills      []set      // the lines of as many cells as a mill has
	millsOf    [][]set    // those of a cell
	links      [][2]int   // the lines that are drawn
	wheel      [][8]int16 // by cell: its neighbour in each direction, or -1
	within     []uint8    // by cell: the directions in which it has a neighbour
	touch      []touch    // by cell
	arcs       []arcs     // by set of directions
}

// dir is a direction in which cells have neighbours.
type dir struct {
	down, right int
	step        int     // from a cell to its neighbour, where no lines are drawn
	room        set     // cells that have a neighbour there
	next        []int16 // by cell: its neighbour there, or -1
}

// The directions of squares and of hexagons: see rules.Cells.
var (
	orthogonal = []dir{{right: 1}, {down: 1}, {right: -1}, {down: -1}}
	allAround  = []dir{{right: 1}, {down: 1, right: 1}, {down: 1}, {down: 1, right: -1}, {right: -1}, {down: -1, right: -1}, {down: -1}, {down: -1, right: 1}}
	hexagonal  = []dir{{right: 1}, {down: 1}, {down: 1, right: -1}, {right: -1}, {down: -1}, {down: -1, right: 1}}
)

// opposite returns the direction that leads back.
func (b *board) opposite(d int) int {
	half := len(b.dirs) / 2
	if d >= half {
		return d - half
	}
	return d + half
}

// link finds the neighbours of all cells; drawing is the board as drawn, and listed has the pairs
// of neighbours if the file lists them.
func (b *board) link(drawing []string, listed map[[2]int]bool) {
	n := b.rows * b.cols
	b.beside, b.wheel = make([]set, n), make([][8]int16, n)
	b.within = make([]uint8, n)
	b.words, b.row = 1, make([]uint8, n)
	for c := range b.row {
		b.row[c] = uint8(c / b.cols)
	}
	b.cells.each(func(c int) { b.words = c>>6 + 1 })
	for i := range b.dirs {
		d := &b.dirs[i]
		d.step = d.down*b.cols + d.right
		d.next = make([]int16, n)
		for c := range n {
			d.next[c] = int16(b.neighbour(drawing, listed, c, d))
			b.wheel[c][i] = d.next[c]
			if to := d.next[c]; to >= 0 {
				d.room.add(c)
				b.within[c] |= 1 << i
				b.beside[c].add(int(to))
				if b.lined && c < int(to) {
					b.links = append(b.links, [2]int{c, int(to)})
				}
			}
		}
	}
}

// line finds the lines through all cells.
func (b *board) line() {
	b.lines = make([][]set, len(b.dirs)/2)
	b.rays, b.reach, b.sights = make([][]set, len(b.dirs)), make([][]uint8, len(b.dirs)), make([][]set, len(b.dirs))
	for i := range b.dirs {
		rays, reach, next := make([]set, b.rows*b.cols), make([]uint8, b.rows*b.cols), b.dirs[i].next
		b.cells.each(func(c int) {
			for q := int(next[c]); q >= 0; q = int(next[q]) {
				rays[c].add(q)
				reach[c]++
			}
		})
		b.rays[i], b.reach[i], b.sights[i] = rays, reach, slices.Clone(rays)
		if i >= len(b.dirs)/2 {
			for c := range rays {
				b.sights[i][c] = b.mirror(&rays[c])
			}
		}
	}
	for axis := range b.lines {
		b.lines[axis] = make([]set, b.rows*b.cols)
		b.cells.each(func(c int) {
			l := b.rays[axis][c].or(&b.rays[b.opposite(axis)][c])
			l.add(c)
			b.lines[axis][c] = l
		})
	}
}

// findMills finds the lines of a number of cells.
func (b *board) findMills(length int) {
	b.millsOf = make([][]set, b.rows*b.cols)
	b.cells.each(func(c int) {
		for _, d := range b.dirs[:len(b.dirs)/2] {
			var mill set
			for q, n := c, length; q >= 0; q, n = int(d.next[q]), n-1 {
				if mill.add(q); n == 1 {
					b.mills = append(b.mills, mill)
					mill.each(func(q int) { b.millsOf[q] = append(b.millsOf[q], mill) })
					break
				}
			}
		}
	})
}

// free returns how many cells there are in a direction up to the first one of a set. No lines
// are drawn.
func (b *board) free(dir, c int, taken *set) int {
	ray, d := &b.rays[dir][c], &b.dirs[dir]
	if d.step > 0 {
		for i := range b.words {
			if w := ray[i] & taken[i]; w != 0 {
				return b.apart(d, c, i<<6+bits.TrailingZeros64(w)) - 1
			}
		}
		return int(b.reach[dir][c])
	}
	for i := b.words - 1; i >= 0; i-- {
		if w := ray[i] & taken[i]; w != 0 {
			return b.apart(d, c, i<<6+63-bits.LeadingZeros64(w)) - 1
		}
	}
	return int(b.reach[dir][c])
}

// mirror returns a set with the last cell first.
func (b *board) mirror(s *set) (t set) {
	for i := range b.words {
		t[i] = bits.Reverse64(s[b.words-1-i])
	}
	return t
}

// sees returns the cells of a sight on a board of two words up to the first that is taken: those
// below its lowest bit that is taken, which are where a subtraction of one carries.
func sees(sight, taken *set) (low, high uint64) {
	a, b := sight[0]&taken[0], sight[1]&taken[1]
	low, borrow := bits.Sub64(a, 1, 0)
	return sight[0] & low &^ a, sight[1] & (b - borrow) &^ b
}

// apart returns how many steps in a direction lead from a cell to one of its line.
func (b *board) apart(d *dir, c, q int) int {
	if d.down != 0 {
		return abs(int(b.row[q]) - int(b.row[c]))
	}
	return abs(q - c)
}

// neighbour returns the neighbour of a cell in a direction, or -1.
func (b *board) neighbour(drawing []string, listed map[[2]int]bool, c int, d *dir) int {
	if !b.cells.has(c) {
		return -1
	}
	line := byte('|')
	if d.down == 0 {
		line = '-'
	}
	for row, col := c/b.cols+d.down, c%b.cols+d.right; row >= 0 && row < b.rows && col >= 0 && col < b.cols; row, col = row+d.down, col+d.right {
		if q := row*b.cols + col; b.cells.has(q) {
			if listed != nil && !listed[[2]int{min(c, q), max(c, q)}] {
				return -1
			}
			return q
		}
		if listed == nil && drawing[row][col] != line {
			break
		}
	}
	return -1
}

// around returns the cells that are neighbours of a cell of s.
func (b *board) around(s *set) (t set) {
	switch {
	case b.words == 1:
		t[0] = b.aroundWord(s[0])
	case b.lined:
		s.each(func(c int) { t = t.or(&b.beside[c]) })
	case b.words == 2:
		for i := range b.dirs {
			low, high := b.dirs[i].two(s[0], s[1])
			t[0], t[1] = t[0]|low, t[1]|high
		}
	default:
		for i := range b.dirs {
			b.dirs[i].spread(s, &t, b.words)
		}
	}
	return t
}

// aroundWord is around on a board of one word.
func (b *board) aroundWord(w uint64) (t uint64) {
	if b.lined {
		for ; w != 0; w &= w - 1 {
			t |= b.beside[bits.TrailingZeros64(w)][0]
		}
		return t
	}
	for i := range b.dirs {
		t |= b.dirs[i].one(w)
	}
	return t
}

// one returns the cells one step on from those of a set of one word.
func (d *dir) one(w uint64) uint64 {
	if w &= d.room[0]; d.step > 0 {
		return w << (d.step & 63)
	}
	return w >> (-d.step & 63)
}

// two returns the cells one step on from those of a set of two words.
func (d *dir) two(low, high uint64) (uint64, uint64) {
	low, high = low&d.room[0], high&d.room[1]
	if d.step > 0 {
		shift := uint(d.step) & 63
		return low << shift, high<<shift | low>>1>>(63-shift&63)
	}
	shift := uint(-d.step) & 63
	return low>>shift | high<<1<<(63-shift&63), high >> shift
}

// spread adds to t the cells one step on from those of s.
func (d *dir) spread(s, t *set, words int) {
	if d.step > 0 {
		shift, carry := uint(d.step)&63, uint64(0)
		for i := range words {
			w := s[i] & d.room[i]
			t[i] |= w<<shift | carry
			carry = w >> (64 - shift)
		}
		return
	}
	shift, carry := uint(-d.step)&63, uint64(0)
	for i := words - 1; i >= 0; i-- {
		w := s[i] & d.room[i]
		t[i] |= w>>shift | carry
		carry = w << (64 - shift)
	}
}

// onward returns the cells one step on from those of s.
func (b *board) onward(s *set, d *dir) (t set) {
	switch b.words {
	case 1:
		t[0] = d.one(s[0])
	case 2:
		t[0], t[1] = d.two(s[0], s[1])
	default:
		d.spread(s, &t, b.words)
	}
	return t
}

// flood returns the cells within a set that are joined to those of s, s among them.
func (b *board) flood(s set, within *set) set {
	if b.words == 1 && !b.lined {
		w, in := s[0], within[0]
		for {
			more := w
			for i := range b.dirs {
				more |= b.dirs[i].one(w)
			}
			if more = more&in | w; more == w {
				s[0] = w
				return s
			}
			w = more
		}
	}
	for {
		more, grown := b.around(&s), false
		for i := range b.words {
			w := more[i]&within[i] | s[i]
			grown = grown || w != s[i]
			s[i] = w
		}
		if !grown {
			return s
		}
	}
}

// border finds the sides of the board and its corners.
func (b *board) border(shape string) {
	b.sides = nil
	low, high := b.cols-1, b.rows+b.cols-2 // of row+col, for a triangle
	half := (b.cols - 1) / 2
	var tests []func(row, col int) bool
	top := func(row, _ int) bool { return row == 0 }
	bottom := func(row, _ int) bool { return row == b.rows-1 }
	left := func(_, col int) bool { return col == 0 }
	right := func(_, col int) bool { return col == b.cols-1 }
	switch shape {
	case "triangle":
		tests = append(tests, bottom, right, func(row, col int) bool { return row+col == low })
	case "hexagon":
		low, high = half, 3*half
		tests = append(tests, top, right, bottom, left,
			func(row, col int) bool { return row+col == low }, func(row, col int) bool { return row+col == high })
	default:
		tests = append(tests, top, bottom, left, right)
	}
	var once set
	for _, on := range tests {
		var side set
		b.cells.each(func(c int) {
			if !on(c/b.cols, c%b.cols) {
				return
			}
			side.add(c)
			if once.has(c) {
				b.corners.add(c)
			}
		})
		once = once.or(&side)
		b.sides = append(b.sides, side)
	}
}

// within reports whether a place belongs to a shape of hexagons on a square of places.
func within(shape string, row, col, side int) bool {
	switch half := (side - 1) / 2; shape {
	case "triangle":
		return row+col >= side-1
	case "hexagon":
		return row+col >= half && row+col <= 3*half
	}
	return true
}
