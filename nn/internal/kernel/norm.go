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

	loops normLoops[T]
}

// normLoops are the loops over the cells of one board, [padded, channels], as
// one path computes them. They overwrite sums, and leave borders alone.
type normLoops[T Float] interface {
	sum(sum, x []T)                                   // sum = sum x
	squares(sum, x, mean []T)                         // sum = sum (x - mean)^2
	scale(y, x, skip, scale, shift []T)               // y = max(0, x scale + shift + skip), skip may be nil
	gate(dz, sum, dot, x, y, dy, mean []T)            // dz = dy where y > 0, else 0; dot = sum dz (x - mean)
	descend(dx, dz, x, mean, slope, shift, scale []T) // dx = scale (dz - shift - (x - mean) slope)
}

// NewNorm returns one for up to n boards. Running statistics start at 0 and 1.
func NewNorm[T Float](b Board, channels, n int, epsilon, momentum float64) *Norm[T] {
	m := &Norm[T]{board: b, channels: channels, epsilon: epsilon, momentum: momentum}
	for _, v := range []*[]T{&m.Mean, &m.Variance, &m.DGamma, &m.DBeta, &m.mean, &m.inverse, &m.scale, &m.shift, &m.slope} {
		*v = make([]T, channels)
	}
	m.sums = make([]T, n*2*channels)
	tiled, ok := newVectorNorm(Active(), b, channels).(normLoops[T])
	if ok { // T is float32
		m.loops = tiled
	} else {
		m.loops = plainNorm[T]{b, channels}
	}
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
	m.eachBoard(n, func(i int) {
		var s []T
		if skip != nil {
			s = m.of(skip, i)
		}
		m.loops.scale(m.of(y, i), m.of(x, i), s, m.scale, m.shift)
	})
}

// measure takes the statistics of a batch. Squares are first those about the
// mean of their own board, while it is in a cache (Chan, Golub and LeVeque 1983):
//
//	sum (x - mean)^2 = sum over boards b of
//	                   sum over cells (x - mean_b)^2 + cells (mean_b - mean)^2
func (m *Norm[T]) measure(x []T, n int) {
	cells := float64(m.board.Cells())
	m.eachBoard(n, func(i int) {
		own := m.sum(i)
		m.loops.sum(own, m.of(x, i))
		for k := range own {
			own[k] /= T(cells)
		}
		m.loops.squares(m.dot(i), m.of(x, i), own)
	})
	m.total(n, func(k int, means, squares float64) {
		mean := means / float64(n)
		for i := range n {
			d := float64(m.sum(i)[k]) - mean
			squares += cells * d * d
		}
		m.mean[k] = T(mean)
		m.inverse[k] = T(1 / math.Sqrt(squares/(cells*float64(n))+m.epsilon))
		m.Mean[k] += T(m.momentum * float64(m.mean[k]-m.Mean[k]))
		m.Variance[k] += T(m.momentum * (squares/(cells*float64(n)-1) - float64(m.Variance[k])))
	})
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
	m.eachBoard(n, func(i int) {
		m.loops.gate(m.of(dz, i), m.sum(i), m.dot(i), m.of(x, i), m.of(y, i), m.of(dy, i), m.mean)
	})
	cells := float64(n * m.board.Cells())
	m.total(n, func(k int, dbeta, dgamma float64) {
		inverse := float64(m.inverse[k])
		m.DBeta[k], m.DGamma[k] = T(dbeta), T(dgamma*inverse)
		m.scale[k] = gamma[k] * m.inverse[k]
		m.shift[k] = T(dbeta / cells)
		m.slope[k] = T(dgamma * inverse * inverse / cells)
	})
	m.eachBoard(n, func(i int) {
		m.loops.descend(m.of(dx, i), m.of(dz, i), m.of(x, i), m.mean, m.slope, m.shift, m.scale)
	})
}

// eachBoard calls f for each of n boards, on several goroutines.
func (m *Norm[T]) eachBoard(n int, f func(i int)) {
	Split(n, func(from, to int) {
		for i := from; i < to; i++ {
			f(i)
		}
	})
}

// of returns board i of a batch.
func (m *Norm[T]) of(x []T, i int) []T {
	size := m.board.Padded() * m.channels
	return x[i*size:][:size]
}

// sum and dot return the first and the second sums of board i.
func (m *Norm[T]) sum(i int) []T { return m.sums[2*i*m.channels:][:m.channels] }
func (m *Norm[T]) dot(i int) []T { return m.sums[(2*i+1)*m.channels:][:m.channels] }

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
