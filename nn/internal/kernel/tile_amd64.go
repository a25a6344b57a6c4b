//go:build !purego

package kernel

import (
	"cmp"
	"math"
	"slices"
	"unsafe"
)

// tiledConv is the convolution by register tiles: so many cells, wherever they
// are on the board, times so many vectors of channels. docs/performance.md has
// the picture.
type tiledConv struct {
	board         Board
	side, in, out int

	cells  []cell // of a board, in order
	groups []group
}

// cell is how far a cell's first input and its output are from the start of
// their boards, in bytes.
type cell struct{ src, dst int }

// family is register tiles of up to cells cells times vectors vectors. A
// channel has fold lanes, which add up every fold-th step.
type family struct{ lanes, fold, vectors, cells int }

// width returns how many channels a tile computes.
func (f family) width() int { return f.lanes * f.vectors / f.fold }

// code returns the number by which convolve knows tiles of a family.
func (f family) code(cells int) int {
	return ((f.lanes*10+f.fold)*10+f.vectors)*100 + cells
}

// group is output channels computed together.
type group struct {
	family
	first, channels int       // of the output; less than the width where it ends
	weights         []float32 // [steps, vectors, lanes], on a cache line
	bias            []float32 // [width]
}

// tiles is what the assembly is told: which tiles to compute. All distances are
// in bytes.
type tiles struct {
	src, weights, bias, skip, dst *float32

	cells *cell // of the first tile; the others follow
	count int   // of tiles

	rows, steps, gap int // of taps; of each row; from a row's end to the next
	floor            float32
	mask             uint32   // which lanes of the last vector to write,
	lanes            [8]int32 // and the same for AVX2
}

// newTiledConv returns a tiledConv, or nil on the portable path.
func newTiledConv(path string, b Board, side, in, out int) any {
	if path == Portable {
		return nil
	}
	c := &tiledConv{board: b, side: side, in: in, out: out}
	reach := side / 2
	for r := range b.Rows {
		for col := range b.Cols {
			c.cells = append(c.cells, cell{4 * b.At(r-reach, col-reach) * in, 4 * b.At(r, col) * out})
		}
	}
	for first := 0; first < out; {
		g := c.newGroup(path, first)
		c.groups = append(c.groups, g)
		first += g.channels
	}
	return c
}

// newGroup returns the next group of channels: of all families the one that
// wastes fewest lanes, of these the one of most channels, then of most vectors.
func (c *tiledConv) newGroup(path string, first int) group {
	left := c.out - first
	cost := func(f family) float64 { return float64(f.width()) / float64(min(f.width(), left)) }
	best := slices.MinFunc(c.fitting(path), func(f, g family) int {
		return cmp.Or(cmp.Compare(cost(f), cost(g)), g.width()-f.width(), g.vectors-f.vectors)
	})
	g := group{family: best, first: first, channels: min(best.width(), left)}
	g.weights = aligned(c.side * c.side * c.in / g.fold * g.vectors * g.lanes)
	g.bias = make([]float32, g.width())
	return g
}

// fitting returns the families whose fold divides the steps of a row.
func (c *tiledConv) fitting(path string) []family {
	return slices.DeleteFunc(slices.Clone(families[path]), func(f family) bool { return c.side*c.in%f.fold != 0 })
}

// aligned returns n zeros that begin on a cache line.
func aligned(n int) []float32 {
	const line = 64 / 4
	x := make([]float32, n+line)
	past := int(uintptr(unsafe.Pointer(&x[0])) / 4 % line)
	return x[(line-past)%line:][:n]
}

func (c *tiledConv) set(weight func(o, i, tap int) float32, bias []float32) {
	for _, g := range c.groups {
		clear(g.bias)
		if bias != nil {
			copy(g.bias, bias[g.first:][:g.channels])
		}
		for at := range g.weights {
			step, vector, lane := at/g.lanes/g.vectors, at/g.lanes%g.vectors, at%g.lanes
			o := g.channel(vector, lane)
			if o < g.channels {
				k := step*g.fold + lane%g.fold
				g.weights[at] = weight(g.first+o, k%c.in, k/c.in)
			}
		}
	}
}

// channel returns which of the tile's channels a lane adds up. Lanes of folded
// tiles are in the order in which folding sorts them: it takes the even and the
// odd lanes of each quarter of two vectors, or of the halves of one.
func (f family) channel(vector, lane int) int {
	if f.fold == 1 {
		return vector*f.lanes + lane
	}
	quarter, pair := lane/4, lane%4/2
	if vector%2 == 0 && vector+1 == f.vectors {
		return vector*f.lanes/2 + quarter%2*4 + quarter/2*2 + pair
	}
	return vector/2*f.lanes + quarter*4 + vector%2*2 + pair
}

func (c *tiledConv) run(dst, src, skip []float32, n int, relu bool) {
	in, out := c.board.Padded()*c.in, c.board.Padded()*c.out
	dst, src = dst[:n*out], src[:n*in]
	t := tiles{
		rows: c.side,
		gap:  4 * (c.board.Width() - c.side) * c.in,
	}
	if !relu {
		t.floor = float32(math.Inf(-1))
	}
	for _, g := range c.groups {
		t.aim(g, c.side*c.in)
		for i := range n {
			t.src, t.dst = &src[i*in], &dst[i*out+g.first]
			if skip != nil {
				t.skip = &skip[i*out : (i+1)*out][g.first]
			}
			c.one(g, &t)
		}
	}
}

// aim sets what is the same for all boards.
func (t *tiles) aim(g group, run int) {
	t.weights, t.bias, t.steps = &g.weights[0], &g.bias[0], run/g.fold
	last := g.channels
	for last > g.lanes {
		last -= g.lanes
	}
	t.mask = 1<<last - 1
	for l := range t.lanes {
		t.lanes[l] = -int32(t.mask >> l & 1)
	}
}

// one convolves one board, in as few tiles as there can be, that differ by at
// most one cell: the taller ones first.
func (c *tiledConv) one(g group, t *tiles) {
	count := (len(c.cells) + g.cells - 1) / g.cells
	short, tall := len(c.cells)/count, len(c.cells)%count
	t.cells, t.count = &c.cells[0], tall
	if tall > 0 {
		convolve(g.family, short+1, t)
	}
	t.cells, t.count = &c.cells[tall*(short+1)], count-tall
	convolve(g.family, short, t)
}
