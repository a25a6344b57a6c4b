//go:build !purego

package kernel

// cellwise is the arguments of the assembly: at every cell of one board, to do the
// same with its channels. Pointers are to the first cell, or to the first
// channel; sizes are in bytes.
type cellwise struct {
	width     int // of a vector, in floats
	in        [3]*float32
	out       *float32
	constants [4]*float32
	sums      [2]*float32

	rows, cols  int
	gap         int      // from the end of a row to the next
	whole, rest int      // of a cell: in whole vectors, and beyond
	mask        uint32   // which lanes the rest has,
	lanes       [8]int32 // and the same for AVX2
}

// vectorNorm is the loops of batch norm on vectors of channels.
type vectorNorm struct {
	board           Board
	channels, width int
}

// newVectorNorm returns a vectorNorm, or nil on the portable path.
func newVectorNorm(path string, b Board, channels int) any {
	switch path {
	case AVX512:
		return vectorNorm{b, channels, 16}
	case AVX2:
		return vectorNorm{b, channels, 8}
	}
	return nil
}

// cells returns the loop over the cells.
func (m vectorNorm) cells() cellwise {
	rest := m.channels % m.width
	a := cellwise{
		width: m.width, rows: m.board.Rows, cols: m.board.Cols,
		gap:   4 * m.channels * (m.board.Width() - m.board.Cols),
		whole: 4 * (m.channels - rest), rest: 4 * rest,
		mask: 1<<rest - 1,
	}
	for l := range a.lanes {
		a.lanes[l] = -int32(a.mask >> l & 1)
	}
	return a
}

// first returns where the first cell of a whole board is.
func (m vectorNorm) first(x []float32) *float32 {
	return &x[:m.board.Padded()*m.channels][m.board.At(0, 0)*m.channels]
}

func (m vectorNorm) sum(sum, x []float32) {
	clear(sum)
	a := m.cells()
	a.in[0], a.sums[0] = m.first(x), &sum[0]
	a.sum()
}

func (m vectorNorm) squares(sum, x, mean []float32) {
	clear(sum)
	a := m.cells()
	a.in[0], a.sums[0], a.constants[0] = m.first(x), &sum[0], &mean[0]
	a.squares()
}

func (m vectorNorm) scale(y, x, skip, scale, shift []float32) {
	a := m.cells()
	a.in[0], a.out = m.first(x), m.first(y)
	a.constants[0], a.constants[1] = &scale[0], &shift[0]
	if skip == nil {
		a.scale()
		return
	}
	a.in[1] = m.first(skip)
	a.scaleSkip()
}

func (m vectorNorm) gate(dz, sum, dot, x, y, dy, mean []float32) {
	clear(sum)
	clear(dot)
	a := m.cells()
	a.in[0], a.in[1], a.in[2] = m.first(x), m.first(y), m.first(dy)
	a.out, a.constants[0] = m.first(dz), &mean[0]
	a.sums[0], a.sums[1] = &sum[0], &dot[0]
	a.gate()
}

func (m vectorNorm) descend(dx, dz, x, mean, slope, shift, scale []float32) {
	a := m.cells()
	a.in[0], a.in[1], a.out = m.first(x), m.first(dz), m.first(dx)
	a.constants = [4]*float32{&mean[0], &slope[0], &shift[0], &scale[0]}
	a.descend()
}
