package kernel

// ConvBias is a layer in training: a convolution with a bias, and their
// gradients.
type ConvBias[T Float] struct {
	DBias []T // gradient of the bias, [out]

	convGradients[T]
	cells normLoops[T]
	sums  []T // [batch, out]: dy over the cells of each board
}

// NewConvBias returns one for batches of that many boards, on the active path.
func NewConvBias[T Float](b Board, side, in, out, batch int, s *Slab) *ConvBias[T] {
	return &ConvBias[T]{
		DBias:         make([]T, out),
		convGradients: newConvGradients[T](b, side, in, out, batch, s),
		cells:         newNormLoops[T](b, out),
		sums:          make([]T, batch*out),
	}
}

// Forward writes y.
//
//	x:    [batch, padded, in], border zero
//	w:    [out, in, side, side]
//	bias: [out]
//	y:    [batch, padded, out], its border is left alone
func (l *ConvBias[T]) Forward(y, x, w, bias []T) {
	l.conv.Set(w, bias)
	SplitBoards(l.batch, func(from, to int) {
		l.conv.Run(y[from*l.out:], x[from*l.in:], nil, to-from, false)
	})
}

// Backward writes the gradients, that of the bias to DBias.
//
//	dx: [batch, padded, in], its border is left alone; nil if not needed
//	dw: [out, in, side, side]
//	dy: [batch, padded, out], border zero
func (l *ConvBias[T]) Backward(dx, dw, x, w, dy []T) {
	l.aim(dx, w)
	out := len(l.DBias)
	l.grad.RunAfter(dw, x, dy, l.batch, func(from, to int) {
		l.carry(dx, nil, dy, from, to)
		for i := from; i < to; i++ {
			l.cells.sum(l.sums[i*out:][:out], dy[i*l.out:][:l.out])
		}
	})
	sumRows(l.DBias, l.sums)
}

// sumRows overwrites dst with the sum of all rows.
func sumRows[T Float](dst, rows []T) {
	clear(dst)
	for ; len(rows) > 0; rows = rows[len(dst):] {
		for k, v := range rows[:len(dst)] {
			dst[k] += v
		}
	}
}
