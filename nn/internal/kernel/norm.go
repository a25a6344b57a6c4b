package kernel

import "math"

// Norm is batch norm in training, then an addition, then ReLU:
//
//	y = max(0, gamma (x - mean) / sqrt(variance + epsilon) + beta + skip)
//
// with mean and variance of each channel over all cells of the batch (Ioffe and
// Szegedy 2015). Sums run over the cells of a board, then over the boards.
type Norm[T Float] struct {
	// Running statistics, [channels]: the share momentum of each new batch; the
	// variance is the unbiased one.
	Mean, Variance []T
	// Gradients that Backward found, [channels].
	DGamma, DBeta []T

	board             Board
	channels          int
	epsilon, momentum float64

	mean, inverse []T // of the last batch: mean and 1/sqrt(variance + epsilon)
	scale, shift  []T // [channels]: what a pass multiplies by and adds
	slope         []T // [channels]
	sums          []T // [n, 2, channels]: of each board
}

// NewNorm returns one for up to n boards. Running statistics start at 0 and 1.
func NewNorm[T Float](b Board, channels, n int, epsilon, momentum float64) *Norm[T] {
	m := &Norm[T]{board: b, channels: channels, epsilon: epsilon, momentum: momentum}
	for _, v := range []*[]T{&m.Mean, &m.Variance, &m.DGamma, &m.DBeta, &m.mean, &m.inverse, &m.scale, &m.shift, &m.slope} {
		*v = make([]T, channels)
	}
	m.sums = make([]T, n*2*channels)
	for k := range m.Variance {
		m.Variance[k] = 1
	}
	return m
}

// Forward writes y and updates the running statistics.
//
//	x, skip, y:  [n, padded, channels]; skip may be nil; y's border is left alone
//	gamma, beta: [channels]
func (m *Norm[T]) Forward(y, x, gamma, beta, skip []T, n int) {
	m.measure(x, n)
	for k := range m.scale {
		m.scale[k] = gamma[k] * m.inverse[k]
		m.shift[k] = beta[k] - T(m.mean[k]*m.scale[k])
	}
	m.eachRow(n, func(i, r int) {
		var s []T
		if skip != nil {
			s = row(m.board, skip, i, r, m.channels)
		}
		m.forwardRow(row(m.board, y, i, r, m.channels), row(m.board, x, i, r, m.channels), s)
	})
}

func (m *Norm[T]) forwardRow(y, x, skip []T) {
	for at := 0; at < len(x); at += m.channels {
		out := y[at:][:m.channels]
		for k, v := range x[at:][:m.channels] {
			v = T(v*m.scale[k]) + m.shift[k]
			if skip != nil {
				v += skip[at+k]
			}
			out[k] = max(v, 0)
		}
	}
}

// measure takes the statistics of a batch.
func (m *Norm[T]) measure(x []T, n int) {
	cells := float64(n * m.board.Cells())
	m.eachRow(n, func(i, r int) { m.addSums(i, row(m.board, x, i, r, m.channels)) })
	m.total(n, func(k int, sum, _ float64) { m.mean[k] = T(sum / cells) })
	m.eachRow(n, func(i, r int) { m.addSquares(i, row(m.board, x, i, r, m.channels)) })
	m.total(n, func(k int, sum, _ float64) {
		m.inverse[k] = T(1 / math.Sqrt(sum/cells+m.epsilon))
		m.Mean[k] += T(m.momentum * float64(m.mean[k]-m.Mean[k]))
		m.Variance[k] += T(m.momentum * (sum/(cells-1) - float64(m.Variance[k])))
	})
}

func (m *Norm[T]) addSums(i int, x []T) {
	sum := m.sums[i*2*m.channels:][:m.channels]
	for ; len(x) > 0; x = x[m.channels:] {
		for k, v := range x[:len(sum)] {
			sum[k] += v
		}
	}
}

func (m *Norm[T]) addSquares(i int, x []T) {
	sum := m.sums[i*2*m.channels:][:m.channels]
	mean := m.mean[:len(sum)]
	for ; len(x) > 0; x = x[m.channels:] {
		for k, v := range x[:len(sum)] {
			v -= mean[k]
			sum[k] += T(v * v)
		}
	}
}

// Backward writes the gradients of x and skip, and those of gamma and beta to
// DGamma and DBeta, after Forward with the same x. With h = (x - mean)/deviation
// and dz = dy where y > 0, else 0, for m cells of a channel:
//
//	dskip = dz    dbeta = sum dz    dgamma = sum dz h
//	dx    = gamma/deviation (dz - dbeta/m - h dgamma/m)
//
//	dx, dskip, x, y, dy: [n, padded, channels]; dskip may be nil; borders are left alone
//	gamma:               [channels]
func (m *Norm[T]) Backward(dx, dskip, x, y, dy, gamma []T, n int) {
	dz := dskip
	if dz == nil {
		dz = dx
	}
	m.eachRow(n, func(i, r int) {
		m.addGradients(i, row(m.board, dz, i, r, m.channels), row(m.board, x, i, r, m.channels),
			row(m.board, y, i, r, m.channels), row(m.board, dy, i, r, m.channels))
	})
	cells := float64(n * m.board.Cells())
	m.total(n, func(k int, dbeta, dgamma float64) {
		inverse := float64(m.inverse[k])
		m.DBeta[k], m.DGamma[k] = T(dbeta), T(dgamma*inverse)
		m.scale[k] = gamma[k] * m.inverse[k]
		m.shift[k] = T(dbeta / cells)
		m.slope[k] = T(dgamma * inverse * inverse / cells)
	})
	m.eachRow(n, func(i, r int) {
		m.backwardRow(row(m.board, dx, i, r, m.channels), row(m.board, dz, i, r, m.channels), row(m.board, x, i, r, m.channels))
	})
}

// addGradients writes dz of one row and adds to the board's sums of dz and of
// dz (x - mean).
func (m *Norm[T]) addGradients(i int, dz, x, y, dy []T) {
	sum := m.sums[i*2*m.channels:][:m.channels]
	dot := m.sums[(i*2+1)*m.channels:][:len(sum)]
	mean := m.mean[:len(sum)]
	for at := 0; at < len(x); at += len(sum) {
		dz, x, y := dz[at:][:len(sum)], x[at:][:len(sum)], y[at:][:len(sum)]
		for k, g := range dy[at:][:len(sum)] {
			if y[k] <= 0 {
				g = 0
			}
			dz[k] = g
			sum[k] += g
			dot[k] += T(g * (x[k] - mean[k]))
		}
	}
}

func (m *Norm[T]) backwardRow(dx, dz, x []T) {
	for at := 0; at < len(x); at += m.channels {
		dx, x := dx[at:][:m.channels], x[at:][:m.channels]
		for k, g := range dz[at:][:m.channels] {
			dx[k] = m.scale[k] * (g - m.shift[k] - T((x[k]-m.mean[k])*m.slope[k]))
		}
	}
}

// eachRow calls f for every row of n boards, whose sums it has cleared. The
// rows of one board go in order, on one goroutine.
func (m *Norm[T]) eachRow(n int, f func(i, r int)) {
	Split(n, func(from, to int) {
		clear(m.sums[from*2*m.channels : to*2*m.channels])
		for i := from; i < to; i++ {
			for r := range m.board.Rows {
				f(i, r)
			}
		}
	})
}

// total calls f with both sums of each channel over n boards.
func (m *Norm[T]) total(n int, f func(k int, a, b float64)) {
	for k := range m.channels {
		var a, b float64
		for i := range n {
			a += float64(m.sums[i*2*m.channels+k])
			b += float64(m.sums[(i*2+1)*m.channels+k])
		}
		f(k, a, b)
	}
}
