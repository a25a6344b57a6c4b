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
	sums   []float32 // [side, out, width]
}

// newTiledConvGrad returns a tiledConvGrad, or nil on the portable path.
func newTiledConvGrad(path string, b Board, side, in, out int) any {
	if path == Portable {
		return nil
	}
	g := &tiledConvGrad{board: b, side: side, in: in, out: out}
	g.shares = shares(path, out, side*in)
	lanes := g.shares[0].gradFamily.lanes
	g.width = (side*in + lanes - 1) / lanes * lanes
	g.sums = aligned(side * out * g.width)
	return g
}

// chunk is how many boards a tile goes through at a time: few enough that they
// stay in a cache from tile to tile. Sums are added chunk after chunk, whoever
// computes them.
const chunk = 8

func (g *tiledConvGrad) run(dw, x, dy []float32, n int) {
	Split(g.side*len(g.shares), func(from, to int) {
		for k := from; k < to; k++ {
			g.clear(g.shares[k/g.side], k%g.side)
		}
		for first := 0; first < n; first += chunk {
			for k := from; k < to; k++ {
				g.add(g.shares[k/g.side], k%g.side, x, dy, first, min(chunk, n-first))
			}
		}
	})
	Split(g.out, func(from, to int) {
		for o := from; o < to; o++ {
			g.unpack(dw, o)
		}
	})
}

// tapRow returns the sums of a row of taps.
func (g *tiledConvGrad) tapRow(ky int) []float32 { return g.sums[ky*g.out*g.width:][:g.out*g.width] }

func (g *tiledConvGrad) clear(s share, ky int) {
	sums := g.tapRow(ky)
	for o := s.output; o < s.output+s.outputs; o++ {
		clear(sums[o*g.width+s.input:][:s.vectors*s.gradFamily.lanes])
	}
}

// add adds what n boards give to a share of a row of taps.
func (g *tiledConvGrad) add(s share, ky int, x, dy []float32, first, n int) {
	b, reach := g.board, g.side/2
	border := b.Width() - b.Cols
	rest := b.Padded() - b.Rows*b.Width()
	t := gradTile{
		boards: n, rows: b.Rows, cols: b.Cols,
		dyStep: 4 * g.out, dyGap: 4 * g.out * border, dyJump: 4 * g.out * rest,
		xStep: 4 * g.in, xGap: 4 * g.in * border, xJump: 4 * g.in * rest,
		sumStep: 4 * g.width,
	}
	dy = dy[first*b.Padded()*g.out:][:n*b.Padded()*g.out]
	x = x[first*b.Padded()*g.in:][:n*b.Padded()*g.in]
	s.run(t, dy[b.At(0, 0)*g.out:], x[b.At(ky-reach, -reach)*g.in:], g.tapRow(ky))
}

// unpack writes the gradients of one output.
func (g *tiledConvGrad) unpack(dw []float32, o int) {
	dw = dw[o*g.in*g.side*g.side:][:g.in*g.side*g.side]
	for ky := range g.side {
		from := g.tapRow(ky)[o*g.width:]
		for kx := range g.side {
			at := ky*g.side + kx
			for _, v := range from[kx*g.in:][:g.in] {
				dw[at] = v
				at += g.side * g.side
			}
		}
	}
}
