//go:build (amd64 || arm64) && !purego

package kernel

import (
	"cmp"
	"math"
	"slices"
	"unsafe"
)

// tiledConv8 is the convolution of bytes by register tiles, like tiledConv.
type tiledConv8 struct {
	board         Board
	side, in, out int

	bands  []band // of a board, in order; in bytes from src, in numbers from dst
	groups []group8
}

// newRegisterConv8 returns a tiledConv8 for a path that has register tiles.
func newRegisterConv8(path string, b Board, side, in, out int) *tiledConv8 {
	c := &tiledConv8{board: b, side: side, in: in, out: out}
	c.groups = newGroups8(path, side, side*in, out)
	of := [][]band{wholeFilter.bands(b, side, in, out), trimRows.bands(b, side, in, out)}
	if in%8 == 0 { // a tap is whole steps
		of = append(of, trimAll.bands(b, side, in, out))
	}
	g := &c.groups[0]
	c.cut(fastestBands(g.family, in/g.stepBytes(), 5, of...))
	return c
}

// cut takes bands before there are weights.
func (c *tiledConv8) cut(bands []band) {
	c.bands = bands
	for i := range c.groups {
		g := &c.groups[i]
		g.start = make([]int32, len(bands)*g.width())
	}
}

// newGroups8 returns the groups of out channels, each a sum of rows runs of run
// products.
func newGroups8(path string, rows, run, out int) []group8 {
	var groups []group8
	for first := 0; first < out; {
		g := newGroup8(path, rows, run, first, out)
		groups = append(groups, g)
		first += g.channels
	}
	return groups
}

// group8 is output channels computed together, and their numbers.
type group8 struct {
	family
	first, channels int       // of the output; less than the width where it ends
	steps           int       // of each row of taps; the last may end in zero weights
	weights         []int8    // [rows, steps, vectors, lanes, 4], on a cache line
	start           []int32   // [bands, width]: what sums begin with
	scale, bias     []float32 // [width]
	skip            []float32 // [width]
	lane            []int     // [width]: where a channel's first lane is in a step
}

// newGroup8 returns the group of the channels of out from the first on: of all
// families the one that wastes fewest lanes, of these the one of most channels.
func newGroup8(path string, rows, run, first, out int) group8 {
	cost := func(f family) float64 { return float64(f.width()) / float64(min(f.width(), out-first)) }
	g := group8{first: first, family: slices.MinFunc(families8[path], func(f, g family) int {
		return cmp.Or(cmp.Compare(cost(f), cost(g)), g.width()-f.width())
	})}
	g.channels = min(g.width(), out-first)
	g.steps = (run + g.stepBytes() - 1) / g.stepBytes()
	g.weights = alignedBytes(rows * g.steps * g.vectors * g.lanes * 4)
	g.scale, g.bias, g.skip = make([]float32, g.width()), make([]float32, g.width()), make([]float32, g.width())
	g.start = make([]int32, g.width())
	g.lane = make([]int, g.width())
	for at := g.vectors*g.lanes - 1; at >= 0; at-- {
		g.lane[g.channel(at/g.lanes, at%g.lanes)] = at
	}
	return g
}

// stepBytes returns how many bytes of input a step takes.
func (g *group8) stepBytes() int { return 4 * g.fold }

// alignedBytes returns n zeros that begin on a cache line.
func alignedBytes(n int) []int8 {
	const line = 64
	x := make([]int8, n+line)
	past := int(uintptr(unsafe.Pointer(&x[0])) % line)
	return x[(line-past)%line:][:n]
}

func (c *tiledConv8) set(w weights8, a Affine) {
	for i := range c.groups {
		c.groups[i].set(w, c.side, c.bands, a)
	}
}

// set takes the group's share of weights, and of what is done to the sums.
func (g *group8) set(w weights8, side int, bands []band, a Affine) {
	g.pack(w, side, bands)
	copy(g.scale, a.Scale[g.first:][:g.channels])
	copy(g.bias, a.Bias[g.first:][:g.channels])
	if a.Skip != nil {
		copy(g.skip, a.Skip[g.first:][:g.channels])
	}
}

// pack takes the group's share of weights. Byte k of a row of taps meets the
// input's byte k: tap by tap, and in each channel by channel.
func (g *group8) pack(w weights8, side int, bands []band) {
	clear(g.start)
	for o := range g.channels {
		for i := range w.in {
			for t, v := range w.of(g.first+o, i) {
				row, k := t/side, t%side*w.in+i
				step, within := row*g.steps+k/g.stepBytes(), k%g.stepBytes()
				g.weights[4*(step*g.vectors*g.lanes+g.lane[o])+within] = v
				for k, b := range bands {
					if b.sees(row, t%side) {
						g.start[k*g.width()+o] += inputOffset * int32(v)
					}
				}
			}
		}
	}
}

// tiles8 is the arguments of the assembly: which tiles to compute. All distances
// are in bytes, those from dst in numbers.
type tiles8 struct {
	src                 *uint8
	weights             *int8
	start               *int32
	scale, bias, factor *float32
	skip, dst           *uint8
	floats              *float32 // instead of dst
	sums                *int32   // of products alone

	cells  *cell
	first  int // of the cells, in the first tile
	count  int // of tiles
	height int // of a tile, in cells

	rows, steps, gap int // of taps; of each row; from a row's end to the next
	over             int // the same of weights
	floor            float32
	rest             int      // how many lanes of the last vector to write,
	mask             uint32   // the same for AVX-512,
	lanes            [8]int32 // and for floats on AVX2
}

func (c *tiledConv8) run(dst, src, skip []uint8, n int) {
	var t tiles8
	in, out := c.board.Padded()*c.in, c.board.Padded()*c.out
	for i := range c.groups {
		g := &c.groups[i]
		t.aim(g)
		for i := range n {
			t.src, t.dst = &src[i*in:][:in+Slack][0], &dst[i*out:][:out][g.first]
			if skip != nil {
				t.skip = &skip[i*out:][:out][g.first]
			}
			c.sweep(&t, g)
		}
	}
}

func (c *tiledConv8) runFloats(dst []float32, src []uint8, n int, relu bool) {
	var t tiles8
	if !relu {
		t.floor = float32(math.Inf(-1))
	}
	in, out := c.board.Padded()*c.in, c.board.Padded()*c.out
	for i := range c.groups {
		g := &c.groups[i]
		t.aim(g)
		for i := range n {
			t.src, t.floats = &src[i*in:][:in+Slack][0], &dst[i*out:][:out][g.first]
			c.sweep(&t, g)
		}
	}
}

// sweep computes one board.
func (c *tiledConv8) sweep(t *tiles8, g *group8) {
	for k := range c.bands {
		c.band(t, g, k)
	}
}

// band computes the cells of a band.
func (c *tiledConv8) band(t *tiles8, g *group8, k int) {
	b, tap := &c.bands[k], c.in/g.stepBytes()
	t.cells, t.start, t.rows, t.steps = &b.cells[0], &g.start[k*g.width()], b.rows, g.steps
	if b.cols < c.side {
		t.steps = b.cols * tap
	}
	step := g.vectors * g.lanes * 4 // bytes of weights
	t.weights, t.over = &g.weights[(b.row*g.steps+b.col*tap)*step], (g.steps-t.steps)*step
	t.gap = c.board.Width()*c.in - t.steps*g.stepBytes()
	t.sweep(g.family, len(b.cells))
}

// aim turns to a group, and to all of its weights.
func (t *tiles8) aim(g *group8) {
	t.weights, t.start, t.steps = &g.weights[0], &g.start[0], g.steps
	t.scale, t.bias, t.factor = &g.scale[0], &g.bias[0], &g.skip[0]
	t.rest = (g.channels-1)%g.lanes + 1
	t.mask = 1<<t.rest - 1
	for l := range t.lanes {
		t.lanes[l] = -int32(t.mask >> l & 1)
	}
}

// sweep computes the first n cells.
func (t *tiles8) sweep(f family, n int) {
	f.sweep(n, func(first, count, height int) {
		t.first, t.count, t.height = first, count, height
		convolve8(f, t)
	})
}

// tiledZoneConv8 is the convolution by register tiles, with a bias for each zone. AMX
// has these too: its own know one bias alone.
type tiledZoneConv8 struct {
	*tiledConv8
	zones []int // of the bands
}

// newTiledZoneConv8 returns a tiledZoneConv8, or nil on a path without register tiles.
func newTiledZoneConv8(path string, b Board, in, out int) zoneConv8Loops {
	if len(families8[path]) == 0 {
		return nil
	}
	c := &tiledZoneConv8{tiledConv8: newRegisterConv8(path, b, 3, in, out)}
	bands := trimZones.bands(b, 3, in, out)
	for k := range bands {
		if in%8 != 0 {
			bands[k].widen(3, in)
		}
	}
	c.cut(bands)
	for cell := range b.Cells() { // bands are in the order of their first cells
		if z := b.Zone(cell/b.Cols, cell%b.Cols); !slices.Contains(c.zones, z) {
			c.zones = append(c.zones, z)
		}
	}
	return c
}

func (c *tiledZoneConv8) runZones(dst, src []uint8, bias []float32, n int) {
	var t tiles8
	in, out := c.board.Padded()*c.in, c.board.Padded()*c.out
	for i := range c.groups {
		g := &c.groups[i]
		t.aim(g)
		for i := range n {
			t.src, t.dst = &src[i*in:][:in+Slack][0], &dst[i*out:][:out][g.first]
			c.sweepZones(&t, g, bias[i*Zones*c.out:])
		}
	}
}

// sweepZones computes one board, zone by zone.
func (c *tiledZoneConv8) sweepZones(t *tiles8, g *group8, bias []float32) {
	for k, z := range c.zones {
		t.bias = &bias[z*c.out+g.first:][:g.width()][0]
		c.band(t, g, k)
	}
}
