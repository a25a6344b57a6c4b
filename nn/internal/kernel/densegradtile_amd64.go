//go:build !purego

package kernel

// tiledDenseGrad is the gradient of a dense layer's weights by the register
// tiles of convolutions: a row is a board of one cell. Inputs and outputs have
// changed places, so that vectors are of outputs, as they lie in the weights.
type tiledDenseGrad struct {
	in, out int

	shares []share
	width  int       // of a row of sums, whole vectors
	sums   []float32 // [in, width]
}

// newTiledDenseGrad returns a tiledDenseGrad, or nil on the portable path.
func newTiledDenseGrad(path string, in, out int) any {
	if path == Portable {
		return nil
	}
	g := &tiledDenseGrad{in: in, out: out, shares: shares(path, in, out)}
	lanes := g.shares[0].gradFamily.lanes
	g.width = (out + lanes - 1) / lanes * lanes
	g.sums = Take[float32](nil, in*g.width)
	return g
}

func (g *tiledDenseGrad) run(dw, x, dy []float32, n int) {
	clear(g.sums)
	t := gradTile{
		boards: n, rows: 1, cols: 1,
		dyJump: 4 * g.in, xJump: 4 * g.out, sumStep: 4 * g.width,
	}
	Split(len(g.shares), func(from, to int) {
		for _, s := range g.shares[from:to] {
			s.run(t, x, dy, g.sums)
		}
	})
	for i := range g.in {
		copy(dw[i*g.out:][:g.out], g.sums[i*g.width:])
	}
}
