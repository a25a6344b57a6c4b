package kernel

// ConvNorm is a layer in training: a convolution, batch norm over the batch, an
// addition and ReLU, and their gradients. It goes over the batch chunk by chunk,
// so that a loop finds in a cache what the one before it wrote.
type ConvNorm[T Float] struct {
	*Norm[T]
	DSkip []T // gradient of the skip, [batch, padded, out]; border zero

	linear linear[T]
	batch  int
	z      []T // [batch, padded, out]: convolved
}

// linear is the convolution of a layer in training, in one precision. Boards [from,
// to) are a chunk; chunks may be worked on at the same time.
type linear[T Float] interface {
	set(w []T)
	forward(z, x []T, from, to int)

	// backward writes dw, and dx unless it is nil, with more added unless that is.
	// Before it needs dz of a board it calls descend. dz may be written over.
	backward(dx, more, dw, x, w, dz []T, descend func(i int))
}

// NewConvNorm returns one for batches of so many boards, on the active path.
func NewConvNorm[T Float](b Board, side, in, out, batch int, epsilon, momentum float64, s *Slab) *ConvNorm[T] {
	gradients := newConvGradients[T](b, side, in, out, batch, s)
	return newConvNorm(NewNorm[T](b, out, batch, epsilon, momentum), &gradients, batch, s)
}

// NewConvNorm16 is NewConvNorm, but products are of numbers rounded to bfloat16,
// x and w and dz: sums and all else are float32. [Tiles16] must be true.
func NewConvNorm16(b Board, side, in, out, batch int, epsilon, momentum float64, s *Slab, r *Rooms) *ConvNorm[float32] {
	return newConvNorm(NewNorm[float32](b, out, batch, epsilon, momentum), newConvGradients16(b, side, in, out, batch, s, r), batch, s)
}

func newConvNorm[T Float](n *Norm[T], l linear[T], batch int, s *Slab) *ConvNorm[T] {
	size := batch * n.board.Padded() * n.channels
	return &ConvNorm[T]{Norm: n, DSkip: Take[T](s, size), linear: l, batch: batch, z: Take[T](s, size)}
}

// Forward writes y and updates the running statistics.
//
//	x:           [batch, padded, in], border zero
//	w:           [out, in, side, side]
//	gamma, beta: [out]
//	skip, y:     [batch, padded, out]; skip may be nil; y's border is left alone
func (l *ConvNorm[T]) Forward(y, x, w, gamma, beta, skip []T) {
	l.linear.set(w)
	SplitBoards(l.batch, func(from, to int) {
		l.linear.forward(l.z, x, from, to)
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
	l.linear.backward(dx, more, dw, x, w, l.z, func(i int) { l.descend(l.z, l.DSkip, l.z, i) })
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

func (g *convGradients[T]) set(w []T) { g.conv.Set(w, nil) }

func (g *convGradients[T]) forward(z, x []T, from, to int) {
	g.conv.Run(z[from*g.out:], x[from*g.in:], nil, to-from, false)
}

func (g *convGradients[T]) backward(dx, more, dw, x, w, dz []T, descend func(i int)) {
	g.aim(dx, w)
	g.grad.RunAfter(dw, x, dz, g.batch, func(from, to int) {
		for i := from; i < to; i++ {
			descend(i)
		}
		g.carry(dx, more, dz, from, to)
	})
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
