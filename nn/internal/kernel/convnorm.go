package kernel

// ConvNorm is a layer in training: a convolution, batch norm over the batch, an
// addition and ReLU, and their gradients. It goes over the batch chunk by chunk,
// so that a loop finds in a cache what the one before it wrote. Where it follows
// another such layer it does that one's last step forward and first step back, for
// the same reason: statistics of the whole batch are what a loop must end for.
type ConvNorm[T Float] struct {
	*Norm[T]

	// DSkip is the gradient of the skip, or where one would be: [batch, padded, out],
	// border zero. Backward writes it, or that of the layer that follows: each board of
	// it after it has read the same board of its own DSkip and of more, so that they may
	// share it.
	DSkip []T

	linear linear[T]
	batch  int
	z      []T // [batch, padded, out]: convolved

	before   *ConvNorm[T] // which it follows
	followed bool
	kept     bool // y is read by others than the layer that follows

	y, skip []T // of the last Forward
}

// linear is the convolution of a layer in training, in one precision.
type linear[T Float] interface {
	set(w []T)
	forward(way ascent[T], from, to int) // a chunk of boards; others may be worked on at the same time
	backward(way descent[T], x, w, z []T)
}

// ascent is a layer's way forward.
type ascent[T Float] struct {
	z, x []T
	// write, unless nil, writes board i of x first: into x itself if kept.
	write func(x []T, i int)
	kept  bool
}

// descent is a layer's way back: gradients to write, and what else to do in the
// same loops.
type descent[T Float] struct {
	dx, more, dw []T // dx and more may be nil

	// descend writes dz of board i, which may be z itself.
	descend func(dz []T, i int)
	// then, unless nil, is the only reader of dx of board i. x is that of
	// the board.
	then func(dx, x []T, i int)
}

// NewConvNorm returns one for batches of that many boards, on the active path. It has
// no DSkip yet.
func NewConvNorm[T Float](b Board, side, in, out, batch int, epsilon, momentum float64, s *Slab) *ConvNorm[T] {
	gradients := newConvGradients[T](b, side, in, out, batch, s)
	return newConvNorm(newNorm[T](b, out, batch, epsilon, momentum), &gradients, batch, s)
}

// NewConvNorm16 is NewConvNorm, but products are of numbers rounded to bfloat16,
// x and w and dz: sums and all else are float32. [Tiles16] must be true.
func NewConvNorm16(b Board, side, in, out, batch int, epsilon, momentum float64, s *Slab, r *Rooms) *ConvNorm[float32] {
	return newConvNorm(newNorm[float32](b, out, batch, epsilon, momentum), newConvGradients16(b, side, in, out, batch, s, r), batch, s)
}

func newConvNorm[T Float](n *Norm[T], l linear[T], batch int, s *Slab) *ConvNorm[T] {
	size := batch * n.board.Padded() * n.channels
	return &ConvNorm[T]{Norm: n, linear: l, batch: batch, z: Take[T](s, size)}
}

// Follow says that x of l will be the y of before, and that no other layer reads it
// sooner. No second layer follows before: l writes its y, and its DSkip.
func (l *ConvNorm[T]) Follow(before *ConvNorm[T]) { l.before, before.followed = before, true }

// Keep says that y will be a skip.
func (l *ConvNorm[T]) Keep() { l.kept = true }

// Unfinished returns what Forward leaves to the layer that follows and to Backward:
// z first, then statistics.
func (l *ConvNorm[T]) Unfinished() [][]T { return [][]T{l.z, l.mean, l.inverse, l.scale, l.shift} }

// Sums returns what goes with DSkip: who writes the one writes the other.
func (l *ConvNorm[T]) Sums() []T { return l.sums }

// Forward writes y, or leaves it to the layer that follows, and updates the running
// statistics.
//
//	x:           [batch, padded, in], border zero
//	w:           [out, in, side, side]
//	gamma, beta: [out]
//	skip, y:     [batch, padded, out]; skip may be nil; y's border is left alone
func (l *ConvNorm[T]) Forward(y, x, w, gamma, beta, skip []T) {
	way := ascent[T]{z: l.z, x: x}
	if l.before != nil {
		way.write, way.kept = l.before.finish, l.before.kept
	}
	l.linear.set(w)
	SplitBoards(l.batch, func(from, to int) {
		l.linear.forward(way, from, to)
		for i := from; i < to; i++ {
			l.measure(l.z, i)
		}
	})
	l.settle(gamma, beta, l.batch)
	l.y, l.skip = y, skip
	if !l.followed {
		SplitBoards(l.batch, func(from, to int) {
			for i := from; i < to; i++ {
				l.finish(l.of(y, i), i)
			}
		})
	}
}

// finish writes board i of y.
func (l *ConvNorm[T]) finish(y []T, i int) {
	var skip []T
	if l.skip != nil {
		skip = l.of(l.skip, i)
	}
	l.apply(y, l.of(l.z, i), skip)
}

// Backward writes the gradients, once after a Forward with the same x, w, gamma and
// y: those of skip, gamma and beta to DSkip, DGamma and DBeta.
//
//	dx:    [batch, padded, in], its border is left alone; nil if not needed
//	more:  [batch, padded, in], to be added to dx, or nil
//	dw:    [out, in, side, side]
//	dy:    [batch, padded, out]; of no account where a layer follows, whose Backward has
//	       gone on to DSkip
func (l *ConvNorm[T]) Backward(dx, more, dw, x, w, gamma, dy []T) {
	if !l.followed {
		SplitBoards(l.batch, func(from, to int) {
			for i := from; i < to; i++ {
				l.begin(l.of(dy, i), l.of(l.y, i), i)
			}
		})
	}
	l.settleGradients(gamma, l.batch)
	way := descent[T]{dx: dx, more: more, dw: dw, descend: func(dz []T, i int) {
		l.descend(dz, l.of(l.DSkip, i), l.of(l.z, i))
	}}
	if l.before != nil {
		way.then = l.before.begin
	}
	l.linear.backward(way, x, w, l.z)
}

// begin goes back through ReLU on board i. Where y is 0, nothing goes.
func (l *ConvNorm[T]) begin(dy, y []T, i int) {
	l.gate(l.of(l.DSkip, i), l.of(l.z, i), y, dy, i)
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
		newConv[T](b, side, in, out, s), newConv[T](b, side, out, in, s), newConvGrad[T](b, side, in, out, batch, s),
		batch, b.Padded() * in, b.Padded() * out,
	}
}

func (g *convGradients[T]) set(w []T) { g.conv.Set(w, nil) }

func (g *convGradients[T]) forward(way ascent[T], from, to int) {
	for i := from; i < to && way.write != nil; i++ {
		way.write(way.x[i*g.in:][:g.in], i)
	}
	g.conv.Run(way.z[from*g.out:], way.x[from*g.in:], nil, to-from, false)
}

func (g *convGradients[T]) backward(way descent[T], x, w, z []T) {
	g.aim(way.dx, w)
	g.grad.RunAfter(way.dw, x, z, g.batch, func(from, to int) {
		for i := from; i < to; i++ {
			way.descend(z[i*g.out:][:g.out], i)
		}
		g.carry(way.dx, way.more, z, from, to)
		for i := from; i < to && way.then != nil; i++ {
			way.then(way.dx[i*g.in:][:g.in], x[i*g.in:][:g.in], i)
		}
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
