//go:build !purego

package kernel

import "math"

// amxConv8 is the convolution of bytes by AMX: products of matrices, whose rows
// are cells that follow one another on the board, and the border between two
// rows of the board among them.
type amxConv8 struct {
	board         Board
	side, in, out int

	steps  []int // of 64 bytes: where each begins from where the first does
	groups []amxGroup
}

// amxGroup is output channels computed together, and their numbers.
type amxGroup struct {
	*amxPlan
	first, channels int       // of the output; less than the width where it ends
	weights         []int8    // [steps, vectors, 16 quads, 16 channels, 4], on a cache line
	scale, bias     []float32 // [width]
	skip            []float32 // [width]
}

// The size of a tile: rows of bytes.
const (
	tileRows  = 16
	tileBytes = 64
)

// newAMXConv8 returns an amxConv8.
func newAMXConv8(b Board, side, in, out int) *amxConv8 {
	c := &amxConv8{board: b, side: side, in: in, out: out}
	for row := range side {
		for at := 0; at < side*in; at += tileBytes {
			c.steps = append(c.steps, row*b.Width()*in+at)
		}
	}
	wide, narrow := newAMXPlan(c, 2, 2), newAMXPlan(c, 4, 1)
	for first := 0; first < out; {
		g := amxGroup{first: first, amxPlan: wide}
		if out-first <= narrow.width() {
			g.amxPlan = narrow
		}
		g.channels = min(g.width(), out-first)
		g.weights = alignedBytes(len(c.steps) * g.width() * tileBytes)
		g.scale, g.bias, g.skip = make([]float32, g.width()), make([]float32, g.width()), make([]float32, g.width())
		c.groups = append(c.groups, g)
		first += g.channels
	}
	return c
}

func (c *amxConv8) set(w weights8, a Affine) {
	for i := range c.groups {
		g := &c.groups[i]
		g.pack(w, c.side)
		copy(g.scale, a.Scale[g.first:][:g.channels])
		copy(g.bias, a.Bias[g.first:][:g.channels])
		if a.Skip != nil {
			copy(g.skip, a.Skip[g.first:][:g.channels])
		}
	}
}

// pack takes the group's share of weights. Byte k of a row of taps meets the
// input's byte k: tap by tap, and in each channel by channel. What is left of the
// row's last step stays zero.
func (g *amxGroup) pack(w weights8, side int) {
	each := (side*w.in + tileBytes - 1) / tileBytes // steps of a row of taps
	for o := range g.channels {
		for i := range w.in {
			for t, v := range w.of(g.first+o, i) {
				k := t%side*w.in + i
				tile := (t/side*each+k/tileBytes)*g.vectors + o/16
				g.weights[(tile*tileRows+k%tileBytes/4)*tileBytes+o%16*4+k%4] = v
			}
		}
	}
}

// amxPlan is how the cells of a board are dealt out to tiles, and these to blocks
// that are computed together.
type amxPlan struct {
	cells, vectors int // tiles of a block
	height         int // rows of a tile of cells
	share          int // cells to write in each step
	config         [64]byte
	blocks         []block8
}

// block8 is what the assembly is told of one block: where its tiles of cells
// begin, in bytes from src, and where what comes of the sums goes.
type block8 struct {
	inputs [4]int
	cells  *cell // in bytes from the block's sums, in numbers from dst
	count  int
}

// width returns how many channels a block computes.
func (p *amxPlan) width() int { return 16 * p.vectors }

// newAMXPlan returns blocks of so many tiles of cells and of channels. Tiles are
// of one height. Those that would reach beyond the last cell begin earlier, and
// what was computed before is not written again.
func newAMXPlan(c *amxConv8, cells, vectors int) *amxPlan {
	p := &amxPlan{cells: cells, vectors: vectors}
	first, end := c.board.At(0, 0), c.board.At(c.board.Rows-1, c.board.Cols-1)+1
	blocks := (end - first + tileRows*cells - 1) / (tileRows * cells)
	p.height = (end - first + blocks*cells - 1) / (blocks * cells)
	p.configure()
	before := c.side / 2 * (c.board.Width() + 1) // from a cell to its first tap
	next := first
	for range blocks {
		var b block8
		var list []cell
		for i := range cells {
			from := min(next, end-p.height)
			b.inputs[i] = (from - before) * c.in
			for ; next < from+p.height; next++ {
				if next%c.board.Width() != 0 { // not between two rows
					row := i*p.height + next - from
					list = append(list, cell{4 * row * p.width(), next * c.out})
				}
			}
		}
		b.cells, b.count = &list[0], len(list)
		p.share = max(p.share, (len(list)+len(c.steps)-1)/len(c.steps))
		p.blocks = append(p.blocks, b)
	}
	return p
}

// configure writes the sizes of the eight tiles: four of sums and two of inputs
// with a row for each cell, two of weights with a row for each quad.
func (p *amxPlan) configure() {
	p.config[0] = 1 // the palette
	for t := range 8 {
		rows := p.height
		if t >= 6 {
			rows = tileRows
		}
		p.config[16+2*t], p.config[48+t] = tileBytes, byte(rows)
	}
}

// blocks8 is what the assembly is told: which boards to convolve. All distances
// are in bytes, those from dst in numbers.
type blocks8 struct {
	src                 *uint8
	weights             *int8
	scale, bias, factor *float32
	skip, dst           *uint8
	floats              *float32 // instead of dst

	config           *[64]byte
	blocks           *block8
	count            int // of blocks
	steps            *int
	stepCount, share int

	boards, srcBoard, dstBoard int // how many; from one to the next
	in                         int // from one cell to the next
	tile                       int // of the sums of one tile of cells
	floor                      float32
	mask                       uint32 // which lanes of the last vector to write
}

func (c *amxConv8) run(dst, src, skip []uint8, n int) {
	if n == 0 {
		return
	}
	t := c.all(src, n)
	dst = dst[:n*t.dstBoard]
	for i := range c.groups {
		g := &c.groups[i]
		t.dst = &dst[g.first]
		if skip != nil {
			t.skip = &skip[:len(dst)][g.first]
		}
		t.run(g)
	}
}

func (c *amxConv8) runFloats(dst []float32, src []uint8, n int, relu bool) {
	if n == 0 {
		return
	}
	t := c.all(src, n)
	if !relu {
		t.floor = float32(math.Inf(-1))
	}
	dst = dst[:n*t.dstBoard]
	for i := range c.groups {
		t.floats = &dst[c.groups[i].first]
		t.run(&c.groups[i])
	}
}

// all returns what all groups share.
func (c *amxConv8) all(src []uint8, n int) blocks8 {
	board := c.board.Padded()
	return blocks8{
		src: &src[:n*board*c.in+Slack][0], steps: &c.steps[0], stepCount: len(c.steps),
		boards: n, srcBoard: board * c.in, dstBoard: board * c.out, in: c.in,
	}
}

// run computes one group.
func (t *blocks8) run(g *amxGroup) {
	t.weights, t.scale, t.bias, t.factor = &g.weights[0], &g.scale[0], &g.bias[0], &g.skip[0]
	t.config, t.blocks, t.count, t.share = &g.config, &g.blocks[0], len(g.blocks), g.share
	t.tile = 4 * g.height * g.width()
	t.mask = 1<<((g.channels-1)%16+1) - 1
	if g.vectors == 2 {
		conv8AMX2x2(t)
	} else {
		conv8AMX4x1(t)
	}
}
