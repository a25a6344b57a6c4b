package kernel

import "math"

// Norm is batch norm in training, then an addition, then ReLU:
//
//	y = max(0, gamma (x - mean) / sqrt(variance + epsilon) + beta + skip)
//
// with mean and variance of each channel over all cells of the batch (Ioffe and
// Szegedy 2015). Sums run over the cells of a board, then over the boards. It
// works board by board, in five steps that a ConvNorm puts together.
type Norm[T Float] struct {
	// Running statistics, [channels]: the share momentum of each new batch; the
	// variance is the unbiased one.
	Mean, Variance []T
	// Gradients of gamma and beta, [channels].
	DGamma, DBeta []T

	board             Board
	channels          int
	epsilon, momentum float64

	mean, inverse []T       // of the last batch: mean and 1/sqrt(variance + epsilon)
	scale, shift  []T       // [channels]: what a pass multiplies by and adds
	slope         []T       // [channels]
	moments       []T       // [n, 2, channels]: sums of each board, forward
	sums          []T       // [n, 2, channels]: of each board, backward
	total         []float64 // [2, channels]: the sums of either

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

// newNorm returns one for up to n boards. Running statistics start at 0 and 1.
func newNorm[T Float](b Board, channels, n int, epsilon, momentum float64) *Norm[T] {
	m := &Norm[T]{board: b, channels: channels, epsilon: epsilon, momentum: momentum}
	for _, v := range []*[]T{&m.Mean, &m.Variance, &m.DGamma, &m.DBeta, &m.mean, &m.inverse, &m.scale, &m.shift, &m.slope} {
		*v = make([]T, channels)
	}
	m.moments, m.sums, m.total = make([]T, n*2*channels), make([]T, n*2*channels), make([]float64, 2*channels)
	m.loops = newNormLoops[T](b, channels)
	for k := range m.Variance {
		m.Variance[k] = 1
	}
	return m
}

// newNormLoops returns the loops of the active path.
func newNormLoops[T Float](b Board, channels int) normLoops[T] {
	vector, ok := newVectorNorm(Active(), b, channels).(normLoops[T])
	if ok { // T is float32
		return vector
	}
	return plainNorm[T]{b, channels}
}

// measure takes the statistics of board i. Squares are first those about the
// mean of the board itself, while it is in a cache; settle joins them.
//
//	x: [n, padded, channels]
func (m *Norm[T]) measure(x []T, i int) {
	own, squares := m.pair(m.moments, i)
	m.loops.sum(own, m.of(x, i))
	for k := range own {
		own[k] /= T(m.board.Cells())
	}
	m.loops.squares(squares, m.of(x, i), own)
}

// settle joins the statistics of n boards, of c cells each, to those of the
// batch (Chan, Golub and LeVeque 1983), and updates the running ones:
//
//	sum (x - mean)^2 = sum over boards b of
//	                   sum over cells (x - mean_b)^2 + c (mean_b - mean)^2
//
//	gamma, beta: [channels]
func (m *Norm[T]) settle(gamma, beta []T, n int) {
	c := float64(m.board.Cells())
	count := c * float64(n)
	means, squares := m.totals(m.moments, n)
	for k := range means {
		means[k] /= float64(n)
	}
	for i := range n {
		own, _ := m.pair(m.moments, i)
		for k, v := range own {
			d := float64(v) - means[k]
			squares[k] += c * d * d
		}
	}
	for k := range m.mean {
		m.mean[k] = T(means[k])
		m.inverse[k] = T(1 / math.Sqrt(squares[k]/count+m.epsilon))
		m.Mean[k] += T(m.momentum * float64(m.mean[k]-m.Mean[k]))
		m.Variance[k] += T(m.momentum * (squares[k]/(count-1) - float64(m.Variance[k])))
		m.scale[k] = gamma[k] * m.inverse[k]
		m.shift[k] = beta[k] - T(m.mean[k]*m.scale[k])
	}
}

// apply writes a board of y.
//
//	x, skip, y: [padded, channels]; skip may be nil; y's border is left alone
func (m *Norm[T]) apply(y, x, skip []T) {
	m.loops.scale(y, x, skip, m.scale, m.shift)
}

// The way back, with h = (x - mean)/deviation and dz = dy where y > 0, else 0,
// for c cells of a channel in the batch:
//
//	dskip = dz    dbeta = sum dz    dgamma = sum dz h
//	dx    = gamma/deviation (dz - dbeta/c - h dgamma/c)

// gate writes dz of board i, and sums what it gives to dbeta and dgamma.
//
//	x, y: as they were before and after apply; borders are left alone
func (m *Norm[T]) gate(dz, x, y, dy []T, i int) {
	sum, dot := m.pair(m.sums, i)
	m.loops.gate(dz, sum, dot, x, y, dy, m.mean)
}

// settleGradients joins what gate summed on n boards.
func (m *Norm[T]) settleGradients(gamma []T, n int) {
	c := float64(n * m.board.Cells())
	dbeta, dgamma := m.totals(m.sums, n)
	for k := range m.scale {
		inverse := float64(m.inverse[k])
		m.DBeta[k], m.DGamma[k] = T(dbeta[k]), T(dgamma[k]*inverse)
		m.scale[k] = gamma[k] * m.inverse[k]
		m.shift[k] = T(dbeta[k] / c)
		m.slope[k] = T(dgamma[k] * inverse * inverse / c)
	}
}

// descend writes dx of a board, which may be x or dz.
func (m *Norm[T]) descend(dx, dz, x []T) {
	m.loops.descend(dx, dz, x, m.mean, m.slope, m.shift, m.scale)
}

// of returns board i of a batch.
func (m *Norm[T]) of(x []T, i int) []T {
	size := m.board.Padded() * m.channels
	return x[i*size:][:size]
}

// pair returns the first and the second sums of board i.
func (m *Norm[T]) pair(sums []T, i int) (a, b []T) {
	both := sums[2*i*m.channels:][:2*m.channels]
	return both[:m.channels], both[m.channels:]
}

// totals returns both sums of each channel over n boards, until the next call.
func (m *Norm[T]) totals(sums []T, n int) (a, b []float64) {
	clear(m.total)
	a, b = m.total[:m.channels], m.total[m.channels:]
	for i := range n {
		first, second := m.pair(sums, i)
		for k, v := range first {
			a[k] += float64(v)
		}
		for k, v := range second {
			b[k] += float64(v)
		}
	}
	return a, b
}

// plainNorm is the loops of batch norm in plain Go: the portable path, and the
// reference of the others. It goes over the cells in order, over the channels
// of each.
type plainNorm[T Float] struct {
	board    Board
	channels int
}

func (m plainNorm[T]) sum(sum, x []T) {
	clear(sum)
	m.eachCell(func(at int) {
		for k, v := range x[at:][:len(sum)] {
			sum[k] += v
		}
	})
}

func (m plainNorm[T]) squares(sum, x, mean []T) {
	clear(sum)
	m.eachCell(func(at int) {
		for k, v := range x[at:][:len(sum)] {
			v -= mean[k]
			sum[k] += T(v * v)
		}
	})
}

func (m plainNorm[T]) scale(y, x, skip, scale, shift []T) {
	m.eachCell(func(at int) {
		out := y[at:][:m.channels]
		for k, v := range x[at:][:m.channels] {
			v = T(v*scale[k]) + shift[k]
			if skip != nil {
				v += skip[at+k]
			}
			out[k] = max(v, 0)
		}
	})
}

func (m plainNorm[T]) gate(dz, sum, dot, x, y, dy, mean []T) {
	clear(sum)
	clear(dot)
	m.eachCell(func(at int) {
		dz, x, y := dz[at:][:len(sum)], x[at:][:len(sum)], y[at:][:len(sum)]
		for k, g := range dy[at:][:len(sum)] {
			if y[k] <= 0 {
				g = 0
			}
			dz[k] = g
			sum[k] += g
			dot[k] += T(g * (x[k] - mean[k]))
		}
	})
}

func (m plainNorm[T]) descend(dx, dz, x, mean, slope, shift, scale []T) {
	m.eachCell(func(at int) {
		dx, x := dx[at:][:m.channels], x[at:][:m.channels]
		for k, g := range dz[at:][:m.channels] {
			dx[k] = scale[k] * (g - shift[k] - T((x[k]-mean[k])*slope[k]))
		}
	})
}

// eachCell calls f with where each cell's channels begin.
func (m plainNorm[T]) eachCell(f func(at int)) {
	for r := range m.board.Rows {
		for c := range m.board.Cols {
			f(m.board.At(r, c) * m.channels)
		}
	}
}

// Softmax replaces each row of logits by its probabilities.
//
//	x: rows of [width]
func Softmax[T Float](x []T, width int) {
	for ; len(x) > 0; x = x[width:] {
		softmax(x[:width])
	}
}

// softmax subtracts the largest logit first, so that no exponential overflows.
func softmax[T Float](row []T) {
	top := row[0]
	for _, v := range row {
		top = max(top, v)
	}
	var sum T
	for i, v := range row {
		row[i] = T(math.Exp(float64(v - top)))
		sum += row[i]
	}
	for i := range row {
		row[i] /= sum
	}
}
