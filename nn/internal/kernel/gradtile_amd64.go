//go:build !purego

package kernel

// gradFamily is register tiles of a weight gradient: up to outputs outputs
// times vectors vectors of inputs.
type gradFamily struct{ lanes, vectors, outputs int }

// code returns the number by which addGradients knows tiles of a family.
func (f gradFamily) code() int { return f.lanes*10 + f.vectors }

// gradTile is the arguments of the assembly: for boards, rows and columns of cells,
// to add the products of the first outputs of dy and the first inputs of x to
// sum. Steps lead to the next cell, gaps on from there to the next row, jumps
// on from there to the next board; all in bytes.
type gradTile struct {
	dy, x, sum         *float32
	outputs            int
	boards, rows, cols int
	dyStep, xStep      int
	dyGap, xGap        int
	dyJump, xJump      int
	sumStep            int      // from an output to the next
	mask               uint32   // which lanes of the last vector of x there are,
	lanes              [8]int32 // and the same for AVX2
}

// share is outputs and inputs whose products fit in a tile.
type share struct {
	gradFamily
	output, outputs int // the first, and how many
	input, inputs   int
}

// shares cuts outputs x inputs in tiles of about one size.
func shares(path string, outputs, inputs int) []share {
	all := gradFamilies[path]
	lanes, most := all[0].lanes, len(all)
	var cut []share
	vectors := (inputs + lanes - 1) / lanes
	for _, v := range parts(vectors, most) {
		f := all[v.size-1]
		for _, o := range parts(outputs, f.outputs) {
			input := v.first * lanes
			cut = append(cut, share{f, o.first, o.size, input, min(v.size*lanes, inputs-input)})
		}
	}
	return cut
}

// part is size neighbours.
type part struct{ first, size int }

// parts cuts n into as few parts of at most most as there can be, that differ
// by at most one: the larger ones first.
func parts(n, most int) []part {
	count := (n + most - 1) / most
	cut := make([]part, count)
	for i, first := 0, 0; i < count; i++ {
		cut[i] = part{first, (n + count - 1 - i) / count}
		first += cut[i].size
	}
	return cut
}

// run adds the share's tile of a gradient, given t where output 0 and input 0
// begin and steps between floats are known.
func (s share) run(t gradTile, dy, x, sum []float32) {
	t.dy, t.x, t.sum = &dy[s.output], &x[s.input], &sum[s.output*t.sumStep/4+s.input]
	t.mask = 1<<((s.inputs-1)%s.gradFamily.lanes+1) - 1
	for l := range t.lanes {
		t.lanes[l] = -int32(t.mask >> l & 1)
	}
	t.outputs = s.outputs
	addGradients(s.gradFamily, &t)
}

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
