//go:build !purego

package kernel

// cellwise is what the assembly is told: at every cell of one board, to do the
// same with a vector of channels. Pointers are to the first cell; distances are
// in bytes.
type cellwise struct {
	width     int // of a vector, in floats
	in        [3]*float32
	out       *float32
	constants [4]*float32
	sums      [2]*float32

	rows, cols, step, gap int
	mask                  uint32   // which lanes of the vector there are,
	lanes                 [8]int32 // and the same for AVX2
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

// cells returns the loop over the cells for the vector of channels from k on.
func (m vectorNorm) cells(k int) cellwise {
	a := cellwise{
		width: m.width, rows: m.board.Rows, cols: m.board.Cols,
		step: 4 * m.channels, gap: 4 * m.channels * (m.board.Width() - m.board.Cols),
		mask: 1<<min(m.width, m.channels-k) - 1,
	}
	for l := range a.lanes {
		a.lanes[l] = -int32(a.mask >> l & 1)
	}
	return a
}

// first returns where channel k of the first cell is, of a whole board.
func (m vectorNorm) first(x []float32, k int) *float32 {
	return &x[:m.board.Padded()*m.channels][m.board.At(0, 0)*m.channels+k]
}

func (m vectorNorm) sum(sum, x []float32) {
	for k := 0; k < m.channels; k += m.width {
		a := m.cells(k)
		a.in[0], a.sums[0] = m.first(x, k), &sum[k]
		a.sum()
	}
}

func (m vectorNorm) squares(sum, x, mean []float32) {
	for k := 0; k < m.channels; k += m.width {
		a := m.cells(k)
		a.in[0], a.sums[0], a.constants[0] = m.first(x, k), &sum[k], &mean[k]
		a.squares()
	}
}

func (m vectorNorm) scale(y, x, skip, scale, shift []float32) {
	for k := 0; k < m.channels; k += m.width {
		a := m.cells(k)
		a.in[0], a.out = m.first(x, k), m.first(y, k)
		a.constants[0], a.constants[1] = &scale[k], &shift[k]
		if skip == nil {
			a.scale()
			continue
		}
		a.in[1] = m.first(skip, k)
		a.scaleSkip()
	}
}

func (m vectorNorm) gate(dz, sum, dot, x, y, dy, mean []float32) {
	for k := 0; k < m.channels; k += m.width {
		a := m.cells(k)
		a.in[0], a.in[1], a.in[2] = m.first(x, k), m.first(y, k), m.first(dy, k)
		a.out, a.constants[0] = m.first(dz, k), &mean[k]
		a.sums[0], a.sums[1] = &sum[k], &dot[k]
		a.gate()
	}
}

func (m vectorNorm) descend(dx, dz, x, mean, slope, shift, scale []float32) {
	for k := 0; k < m.channels; k += m.width {
		a := m.cells(k)
		a.in[0], a.in[1], a.out = m.first(x, k), m.first(dz, k), m.first(dx, k)
		a.constants = [4]*float32{&mean[k], &slope[k], &shift[k], &scale[k]}
		a.descend()
	}
}
