package kernel

// ConvNorm is a layer in training: a convolution, batch norm over the batch, an
// addition and ReLU, and their gradients. It goes over the batch chunk by chunk,
// so that a loop finds in a cache what the one before it wrote.
type ConvNorm[T Float] struct {
	*Norm[T]
	DSkip []T // gradient of the skip, [batch, padded, out]; border zero

	convGradients[T]
	z []T // [batch, padded, out]: convolved, and after Backward its gradient
}

// NewConvNorm returns one for batches of so many boards, on the active path.
func NewConvNorm[T Float](b Board, side, in, out, batch int, epsilon, momentum float64, s *Slab) *ConvNorm[T] {
	return &ConvNorm[T]{
		Norm:          NewNorm[T](b, out, batch, epsilon, momentum),
		convGradients: newConvGradients[T](b, side, in, out, batch, s),
		DSkip:         Take[T](s, batch*b.Padded()*out),
		z:             Take[T](s, batch*b.Padded()*out),
	}
}

// Forward writes y and updates the running statistics.
//
//	x:           [batch, padded, in], border zero
//	w:           [out, in, side, side]
//	gamma, beta: [out]
//	skip, y:     [batch, padded, out]; skip may be nil; y's border is left alone
func (l *ConvNorm[T]) Forward(y, x, w, gamma, beta, skip []T) {
	l.conv.Set(w, nil)
	SplitBoards(l.batch, func(from, to int) {
		l.conv.Run(l.z[from*l.out:], x[from*l.in:], nil, to-from, false)
		for i := from; i < to; i++ {
			l.measure(l.z, i)
		}
	})
	l.settle(gamma, beta, l.batch)
	SplitBoards(l.batch, func(from, to int) {
		for i := from; i < to; i++ {
			l.apply(y, l.z, skip, i)
		}
	})
}

// Backward writes the gradients, once after a Forward with the same x, w and
// gamma: those of skip, gamma and beta to DSkip, DGamma and DBeta.
//
//	dx:    [batch, padded, in], its border is left alone; nil if nobody needs it
//	more:  [batch, padded, in], to be added to dx, or nil
//	dw:    [out, in, side, side]
//	y, dy: [batch, padded, out]
func (l *ConvNorm[T]) Backward(dx, more, dw, x, w, gamma, y, dy []T) {
	SplitBoards(l.batch, func(from, to int) {
		for i := from; i < to; i++ {
			l.gate(l.DSkip, l.z, y, dy, i)
		}
	})
	l.settleGradients(gamma, l.batch)
	l.aim(dx, w)
	l.grad.RunAfter(dw, x, l.z, l.batch, func(from, to int) {
		for i := from; i < to; i++ {
			l.descend(l.z, l.DSkip, l.z, i)
		}
		l.carry(dx, more, l.z, from, to)
	})
}

// convGradients is a convolution with its gradients, for batches of one size.
type convGradients[T Float] struct {
	conv, back *Conv[T] // back carries gradients from outputs to inputs
	grad       *ConvGrad[T]
	batch      int
	in, out    int // floats of a board, before and after
}

func newConvGradients[T Float](b Board, side, in, out, batch int, s *Slab) convGradients[T] {
	return convGradients[T]{
		newConv[T](b, side, in, out, s), newConv[T](b, side, out, in, s), NewConvGrad[T](b, side, in, out, batch, s),
		batch, b.Padded() * in, b.Padded() * out,
	}
}

// aim makes ready to carry gradients through w, unless dx is nil.
func (g *convGradients[T]) aim(dx, w []T) {
	if dx != nil {
		g.back.SetTransposed(w)
	}
}

// carry writes some boards of dx, unless it is nil.
func (g *convGradients[T]) carry(dx, more, dy []T, from, to int) {
	if dx == nil {
		return
	}
	if more != nil {
		more = more[from*g.in:]
	}
	g.back.Run(dx[from*g.in:], dy[from*g.out:], more, to-from, false)
}
