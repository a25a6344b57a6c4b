package lines

import (
	"math/bits"
	"strings"

	"ludens/env/variant"
)

// board is where the cells are.
type board struct {
	rows, cols int
	stride     int               // from a place to that below it
	cells      set               // places that have a cell
	words      int               // of a set of places that are not empty for good
	bottoms    [maxSide]int16    // by column: the place of its lowest cell, 0 if it has none
	tops       [maxSide]int16    // and of its highest
	place      [maxCells]int16   // of a cell, counted row by row from the top left; of a hole, too
	cell       [words * 64]int16 // of a place
	steps      []int             // from a place to the next in each direction of lines
}

// newBoard returns the board that the rules say.
func newBoard(f *variant.File, r *rules) (*board, error) {
	drawing, err := drawn(f, r)
	if err != nil {
		return nil, err
	}
	b := &board{rows: len(drawing), cols: len(drawing[0])}
	b.stride = b.cols + 1
	for row, line := range drawing {
		for col := range b.cols {
			p := (row+1)*b.stride + col + 1
			b.place[row*b.cols+col], b.cell[p] = int16(p), int16(row*b.cols+col)
			if line[col] != '.' {
				continue
			}
			b.cells.add(p)
			b.words, b.bottoms[col] = p>>6+1, int16(p)
			if b.tops[col] == 0 {
				b.tops[col] = int16(p)
			}
		}
	}
	b.steps = []int{1, b.stride}
	if r.Diagonals {
		b.steps = append(b.steps, b.stride-1, b.stride+1)
	}
	return b, b.check(f, r)
}

// drawn returns the rows of the drawing of a board, or of the full board of the size
// that the rules say.
func drawn(f *variant.File, r *rules) (lines []string, err error) {
	if r.Board == "" {
		if r.Rows == 0 || r.Cols == 0 {
			return nil, f.Wrong("rows", "no board: want rows and cols of 1 to %d, or a drawing of it as board", maxSide)
		}
		for range r.Rows {
			lines = append(lines, strings.Repeat(".", r.Cols))
		}
		return lines, nil
	}
	if r.Rows != 0 || r.Cols != 0 {
		return nil, f.Wrong("board", "the board is drawn, and its size is said besides: want rows = 0 and cols = 0")
	}
	return f.Drawing(r.Board, ".#", "dots and #", maxSide)
}

// check says which rules the board does not fit.
func (b *board) check(f *variant.File, r *rules) error {
	key := "board"
	if r.Board == "" {
		key = "rows"
	}
	switch {
	case b.cells.count() < 2:
		return f.Wrong(key, "the board has %d cells, want 2 or more", b.cells.count())
	case b.longest() < r.Length:
		return f.Wrong("length", "length = %d, and no line on this board has more than %d cells", r.Length, b.longest())
	case r.Gravity && (b.rows < 2 || b.cols < 2):
		return f.Wrong("gravity", "gravity = true: want a board of two rows and two columns or more, so that stones can fall")
	case r.Gravity && r.Capture != "none":
		return f.Wrong("capture", "capture = %q where stones fall: what stands on a captured stone would hang in the air; want capture = \"none\" or gravity = false", r.Capture)
	}
	for col := range b.cols {
		if r.Gravity && !b.upright(col) {
			return f.Wrong("board", "column %d has a hole between its cells, and no stone falls through a hole: want its cells together", col+1)
		}
	}
	return nil
}

// longest returns how many cells the longest line has.
func (b *board) longest() (most int) {
	for _, step := range b.steps {
		n := 1
		for rest := b.cells; ; n++ {
			if rest = rest.and(b.cells.ahead(n * step)); rest.empty() {
				break
			}
		}
		most = max(most, n)
	}
	return most
}

// upright reports whether the cells of a column lie together.
func (b *board) upright(col int) bool {
	begins := 0
	for row := range b.rows {
		p := int(b.place[row*b.cols+col])
		if b.cells.has(p) && !b.cells.has(p-b.stride) {
			begins++
		}
	}
	return begins <= 1
}

// col returns the column of a place.
func (b *board) col(p int) int { return int(b.cell[p]) % b.cols }

// within returns the cells that are less than so far from the middle, as a chess king
// goes; where stones fall, the columns that are.
func (b *board) within(far int, gravity bool) (near set) {
	b.cells.each(func(p int) {
		row, col := int(b.cell[p])/b.cols, b.col(p)
		d := abs(2*col - (b.cols - 1))
		if !gravity {
			d = max(d, abs(2*row-(b.rows-1)))
		}
		if d/2 < far {
			near.add(p)
		}
	})
	return near
}

func abs(n int) int { return max(n, -n) }

// The bounds of a board.
const (
	maxSide  = 19
	maxCells = maxSide * maxSide
	words    = 7 // enough for 21 rows of 20: a board and what surrounds it
)

// set is a set of places. The board is surrounded by places that never have a stone,
// so that no walk needs to look where it ends: cell (row, col) of a board with cols
// columns is the place (row+1)*(cols+1) + col+1.
type set [words]uint64

func (s *set) has(p int) bool { return s[p>>6]>>(p&63)&1 != 0 }

func (s *set) add(p int) { s[p>>6] |= 1 << (p & 63) }

func (s *set) drop(p int) { s[p>>6] &^= 1 << (p & 63) }

func (s set) and(t set) set {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

func (s set) or(t set) set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

func (s set) minus(t set) set {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

func (s set) empty() bool { return s == set{} }

func (s set) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// ahead returns the places from which n places on there is one of s.
func (s *set) ahead(n int) (t set) {
	skip, shift := n>>6, n&63
	for i := range words - skip {
		t[i] = s[i+skip] >> shift
		if i+skip+1 < words {
			t[i] |= s[i+skip+1] << (64 - shift) // a shift by 64 gives 0
		}
	}
	return t
}

// back returns the places from which n places back there is one of s.
func (s *set) back(n int) (t set) {
	skip, shift := n>>6, n&63
	for i := skip; i < words; i++ {
		t[i] = s[i-skip] << shift
		if i > skip {
			t[i] |= s[i-skip-1] >> (64 - shift)
		}
	}
	return t
}

// each calls visit for each place of s, in increasing order.
func (s set) each(visit func(p int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			visit(i<<6 + bits.TrailingZeros64(w))
		}
	}
}
