//go:build (amd64 || arm64) && !purego

package kernel

// tiledConv is the convolution by register tiles: some cells, wherever they
// are on the board, times some vectors of channels.
type tiledConv struct {
	board         Board
	side, in, out int

	cells  []cell // of a board, in order
	groups []group
}

// newTiledConv returns a tiledConv, or nil on the portable path.
func newTiledConv(path string, b Board, side, in, out int, m *Slab) any {
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
	c.groups = newGroups(path, side, side*in, out, m)
	return c
}

func (c *tiledConv) set(w weights[float32], bias []float32) {
	packGroups(c.groups, w, bias)
}

func (c *tiledConv) run(dst, src, skip []float32, n int, relu bool) {
	in, out := c.board.Padded()*c.in, c.board.Padded()*c.out
	t := tiles{cells: &c.cells[0], rows: c.side, gap: 4 * (c.board.Width() - c.side) * c.in}
	t.rectify(relu)
	for _, g := range c.groups {
		t.aim(g, c.side*c.in)
		for i := range n {
			t.src, t.dst = &src[i*in:][:in][0], &dst[i*out:][:out][g.first]
			if skip != nil {
				t.skip = &skip[i*out:][:out][g.first]
			}
			t.sweep(g.family, len(c.cells))
		}
	}
}
