//go:build !purego

package kernel

// tiledConvGrad is the gradient of a convolution's weights by register tiles.
// The taps of one row see neighbouring inputs, so that for each of these rows
// the gradient is a matrix of outputs x side*in.
type tiledConvGrad struct {
	board         Board
	side, in, out int

	shares []share
	width  int       // of a row of sums, whole vectors
	sums   []float32 // [sections, side, out, width]
}

// newTiledConvGrad returns a tiledConvGrad, or nil on the portable path.
func newTiledConvGrad(path string, b Board, side, in, out, sections int, m *Slab) any {
	if path == Portable {
		return nil
	}
	g := &tiledConvGrad{board: b, side: side, in: in, out: out}
	g.shares = shares(path, out, side*in)
	lanes := g.shares[0].gradFamily.lanes
	g.width = (side*in + lanes - 1) / lanes * lanes
	g.sums = Take[float32](m, sections*side*out*g.width)
	return g
}

// section returns the sums of a section, tapRow those of a row of taps.
func (g *tiledConvGrad) section(s int) []float32 {
	size := g.side * g.out * g.width
	return g.sums[s*size:][:size]
}

func (g *tiledConvGrad) tapRow(sums []float32, ky int) []float32 {
	return sums[ky*g.out*g.width:][:g.out*g.width]
}

func (g *tiledConvGrad) clear(section int) { clear(g.section(section)) }

func (g *tiledConvGrad) add(section int, x, dy []float32, from, to int) {
	b, reach, n := g.board, g.side/2, to-from
	border := b.Width() - b.Cols
	rest := b.Padded() - b.Rows*b.Width()
	t := gradTile{
		boards: n, cols: b.Cols,
		dyStep: 4 * g.out, dyGap: 4 * g.out * border,
		xStep: 4 * g.in, xGap: 4 * g.in * border,
		sumStep: 4 * g.width,
	}
	dy = dy[from*b.Padded()*g.out:][:n*b.Padded()*g.out]
	x = x[from*b.Padded()*g.in:][:n*b.Padded()*g.in]
	for _, s := range g.shares {
		for ky := range g.side {
			// Rows of cells whose inputs are of the border are left out.
			first, last := max(0, reach-ky), min(b.Rows, b.Rows+reach-ky)
			if out := b.Rows - (last - first); last > first {
				t.rows, t.dyJump, t.xJump = last-first, 4*g.out*(rest+out*b.Width()), 4*g.in*(rest+out*b.Width())
				s.run(t, dy[b.At(first, 0)*g.out:], x[b.At(first+ky-reach, -reach)*g.in:], g.tapRow(g.section(section), ky))
			}
		}
	}
}

func (g *tiledConvGrad) join(dw []float32, sections int) {
	Split(g.out, func(from, to int) {
		first := g.section(0)
		for ky := range g.side {
			for s := 1; s < sections; s++ {
				add(g.tapRow(first, ky)[from*g.width:to*g.width], g.tapRow(g.section(s), ky)[from*g.width:])
			}
		}
		for o := from; o < to; o++ {
			g.unpack(dw, o)
		}
	})
}

// add adds src to dst.
func add(dst, src []float32) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] += v
	}
}

// unpack writes the gradients of one output.
func (g *tiledConvGrad) unpack(dw []float32, o int) {
	dw = dw[o*g.in*g.side*g.side:][:g.in*g.side*g.side]
	for ky := range g.side {
		from := g.tapRow(g.section(0), ky)[o*g.width:]
		for kx := range g.side {
			at := ky*g.side + kx
			for _, v := range from[kx*g.in:][:g.in] {
				dw[at] = v
				at += g.side * g.side
			}
		}
	}
}
