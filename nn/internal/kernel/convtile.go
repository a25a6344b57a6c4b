//go:build (amd64 || arm64) && !purego

package kernel

import "math"

// tiledConv is the convolution by register tiles: some cells, wherever they
// are on the board, times some vectors of channels.
type tiledConv struct {
	board         Board
	side, in, out int

	bands  []band // of a board, in order; distances in bytes
	groups []group
}

// newTiledConv returns a tiledConv, or nil on the portable path.
func newTiledConv(path string, b Board, side, in, out int, m *Slab) any {
	if path == Portable {
		return nil
	}
	c := &tiledConv{board: b, side: side, in: in, out: out, groups: newGroups(path, side, side*in, out, m)}
	f := c.groups[0].family
	c.bands = fastestBands(f, in/f.fold, 4, c.cut(wholeFilter), c.cut(trimRows), c.cut(trimAll))
	return c
}

func (c *tiledConv) cut(t trim) []band { return t.bands(c.board, c.side, 4*c.in, 4*c.out) }

func (c *tiledConv) set(w weights[float32], bias []float32) {
	packGroups(c.groups, w, bias)
}

func (c *tiledConv) run(dst, src, skip []float32, n int, relu bool) {
	in, out := c.board.Padded()*c.in, c.board.Padded()*c.out
	var t tiles
	t.rectify(relu)
	for _, g := range c.groups {
		t.aim(g, c.side*c.in)
		for i := range n {
			t.src, t.dst = &src[i*in:][:in][0], &dst[i*out:][:out][g.first]
			if skip != nil {
				t.skip = &skip[i*out:][:out][g.first]
			}
			for _, b := range c.bands {
				t.see(&g, b.taps, c)
				t.cells = &b.cells[0]
				t.sweep(g.family, len(b.cells))
			}
		}
	}
}

// see turns to some taps of a group's weights.
func (t *tiles) see(g *group, s taps, c *tiledConv) {
	tap := g.size(c.in)
	t.weights, t.over = &g.weights[(s.row*c.side+s.col)*tap], 4*(c.side-s.cols)*tap
	t.rows, t.steps, t.gap = s.rows, s.cols*c.in/g.fold, 4*(c.board.Width()-s.cols)*c.in
}

// tiledDense is the dense layer by register tiles: a row is a cell with one tap.
type tiledDense struct {
	in, out int
	groups  []group
}

// newTiledDense returns a tiledDense, or nil on the portable path.
func newTiledDense(path string, in, out int) any {
	if path == Portable {
		return nil
	}
	return &tiledDense{in, out, newGroups(path, 1, in, out, nil)}
}

func (d *tiledDense) set(w weights[float32], bias []float32) {
	packGroups(d.groups, w, bias)
}

// sweepRows is how many rows go through a group of outputs together.
const sweepRows = 18

func (d *tiledDense) run(dst, src []float32, n, stride int, relu bool) {
	var cells [sweepRows]cell
	for i := range cells {
		cells[i] = cell{4 * i * d.in, 4 * i * stride}
	}
	t := tiles{cells: &cells[0], rows: 1}
	t.rectify(relu)
	for i := 0; i < n; i += sweepRows {
		rows := min(sweepRows, n-i)
		src, dst := src[i*d.in:][:rows*d.in], dst[i*stride:][:(rows-1)*stride+d.out]
		for _, g := range d.groups {
			t.aim(g, d.in)
			t.src, t.dst = &src[0], &dst[g.first]
			t.sweep(g.family, rows)
		}
	}
}

// tiledDense8 is the dense layer of bytes by register tiles: a row is a cell with one
// tap.
type tiledDense8 struct {
	in, out int
	groups  []group8
}

// newTiledDense8 returns a tiledDense8, or nil on a path without register tiles.
func newTiledDense8(path string, in, out int) dense8Loops {
	if len(families8[path]) == 0 {
		return nil
	}
	return &tiledDense8{in, out, newGroups8(path, 1, in, out)}
}

// onlyTap is all that a dense layer sees.
var onlyTap = []band{{taps: taps{rows: 1, cols: 1}}}

func (d *tiledDense8) set(w weights8, a Affine) {
	for i := range d.groups {
		d.groups[i].set(w, 1, onlyTap, a)
	}
}

func (d *tiledDense8) run(dst []float32, src []uint8, n int) {
	var cells [sweepRows]cell
	for i := range cells {
		cells[i] = cell{i * d.in, i * d.out}
	}
	t := tiles8{cells: &cells[0], rows: 1, floor: float32(math.Inf(-1))}
	for i := 0; i < n; i += sweepRows {
		rows := min(sweepRows, n-i)
		src, dst := src[i*d.in:][:rows*d.in+Slack], dst[i*d.out:][:rows*d.out]
		for k := range d.groups {
			g := &d.groups[k]
			t.aim(g)
			t.src, t.floats = &src[0], &dst[g.first]
			t.sweep(g.family, rows)
		}
	}
}
