package kernel

// DenseBias is a layer in training: a dense layer with a bias, ReLU if asked
// for, and their gradients.
type DenseBias[T Float] struct {
	DBias []T // gradient of the bias, [out]

	batch         int
	relu          bool
	forward, back *Dense[T] // back carries gradients from outputs to inputs
	grad          *DenseGrad[T]
	dz            []T // [batch, out]: the gradient that passes the ReLU
}

// NewDenseBias returns one for batches of that many rows, on the active path.
func NewDenseBias[T Float](in, out, batch int, relu bool) *DenseBias[T] {
	return &DenseBias[T]{
		DBias: make([]T, out), batch: batch, relu: relu,
		forward: NewDense[T](in, out), back: NewDense[T](out, in), grad: newDenseGrad[T](in, out),
		dz: make([]T, batch*out),
	}
}

// Forward writes y.
//
//	x:    [batch, in]
//	w:    [in, out]
//	bias: [out]
//	y:    [batch, out]
func (l *DenseBias[T]) Forward(y, x, w, bias []T) {
	d := l.forward
	d.Set(w, bias)
	SplitBoards(l.batch, func(from, to int) {
		d.Run(y[from*d.Out:], x[from*d.In:], to-from, d.Out, l.relu)
	})
}

// Backward writes the gradients, that of the bias to DBias.
//
//	dx, x: [batch, in]
//	dw, w: [in, out]
//	y, dy: [batch, out]
func (l *DenseBias[T]) Backward(dx, dw, x, w, y, dy []T) {
	if l.relu {
		gateReLU(l.dz, y, dy)
		dy = l.dz
	}
	d := l.back
	d.SetTransposed(w)
	SplitBoards(l.batch, func(from, to int) {
		d.Run(dx[from*d.Out:], dy[from*d.In:], to-from, d.Out, false)
	})
	sumRows(l.DBias, dy)
	l.grad.Run(dw, x, dy, l.batch)
}

// gateReLU writes dy where y > 0, else 0; and where y is no number, dy.
func gateReLU[T Float](dz, y, dy []T) {
	for i, g := range dy {
		if y[i] <= 0 {
			g = 0
		}
		dz[i] = g
	}
}
