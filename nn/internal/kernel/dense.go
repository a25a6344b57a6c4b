package kernel

// Dense is a dense layer with its columns packed for the inner loop.
type Dense[T Float] struct {
	In, Out int

	loops denseLoops[T]
}

// denseLoops is a dense layer as one path computes it.
type denseLoops[T Float] interface {
	set(w weights[T], bias []T)
	run(dst, src []T, n, stride int, relu bool)
}

// NewDense returns a dense layer without weights, on the active path.
func NewDense[T Float](in, out int) *Dense[T] {
	d := &Dense[T]{In: in, Out: out}
	tiled, ok := newTiledDense(Active(), in, out).(denseLoops[T])
	if ok { // T is float32
		d.loops = tiled
	} else {
		d.loops = newPlainDense[T](in, out)
	}
	return d
}

// Set packs weights and bias.
//
//	w:    [in, out]
//	bias: [out], or nil for zeros
func (d *Dense[T]) Set(w, bias []T) {
	d.loops.set(weights[T]{w: w, in: d.In, taps: 1, perOut: 1, perIn: d.Out}, bias)
}

// SetTransposed packs the weights of the layer that carries gradients back
// through one with weights w. The bias is zero.
//
//	w: [out, in], which is [in, out] as the forward one sees it
func (d *Dense[T]) SetTransposed(w []T) {
	d.loops.set(weights[T]{w: w, in: d.In, taps: 1, perOut: d.In, perIn: 1}, nil)
}

// Run multiplies n rows.
//
//	src: n rows of [in], one after the other
//	dst: n rows of [out], the first at 0 and stride floats apart
func (d *Dense[T]) Run(dst, src []T, n, stride int, relu bool) {
	d.loops.run(dst, src, n, stride, relu)
}

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

// plainDense is the dense layer in plain Go: the portable path, and the
// reference of the others.
type plainDense[T Float] struct {
	in, out int

	// weights[g][i][l] belongs to output g*Lanes+l.
	weights [][][Lanes]T
	bias    []T // [lanes(out)*Lanes]
}

func newPlainDense[T Float](in, out int) *plainDense[T] {
	d := &plainDense[T]{in: in, out: out}
	d.bias = make([]T, lanes(out)*Lanes)
	d.weights = make([][][Lanes]T, lanes(out))
	for g := range d.weights {
		d.weights[g] = make([][Lanes]T, in)
	}
	return d
}

func (d *plainDense[T]) set(w weights[T], bias []T) {
	clear(d.bias)
	copy(d.bias, bias)
	packLanes(d.weights, w, d.out)
}

func (d *plainDense[T]) run(dst, src []T, n, stride int, relu bool) {
	for g, w := range d.weights {
		bias := [Lanes]T(d.bias[g*Lanes:])
		width := min(Lanes, d.out-g*Lanes)
		for i := 0; i < n; i += 2 {
			from, at := src[i*d.in:], i*stride+g*Lanes
			if i+1 == n {
				finish(dst, nil, at, width, dots1(w, from, d.in, 0), bias, relu)
				break
			}
			x, y := dots2(w, from, d.in, d.in, 0)
			finish(dst, nil, at, width, x, bias, relu)
			finish(dst, nil, at+stride, width, y, bias, relu)
		}
	}
}

// DenseGrad computes the gradient of a dense layer's weights:
//
//	dw[i, o] = sum over rows of x[i] * dy[o]
type DenseGrad[T Float] struct{ loops denseGradLoops[T] }

// denseGradLoops is the gradient as one path computes it.
type denseGradLoops[T Float] interface {
	run(dw, x, dy []T, n int)
}

// newDenseGrad returns one on the active path.
func newDenseGrad[T Float](in, out int) *DenseGrad[T] {
	tiled, ok := newTiledDenseGrad(Active(), in, out).(denseGradLoops[T])
	if ok { // T is float32
		return &DenseGrad[T]{tiled}
	}
	return &DenseGrad[T]{plainDenseGrad[T]{in, out}}
}

// Run overwrites dw, on several goroutines.
//
//	x:  [n, in]
//	dy: [n, out]
//	dw: [in, out]
func (g *DenseGrad[T]) Run(dw, x, dy []T, n int) { g.loops.run(dw, x, dy, n) }

// plainDenseGrad is the portable path, and the reference of the others.
type plainDenseGrad[T Float] struct{ in, out int }

func (g plainDenseGrad[T]) run(dw, x, dy []T, n int) {
	Split(g.in, func(from, to int) {
		for i := from; i < to; i++ {
			sums := dw[i*g.out:][:g.out]
			clear(sums)
			for row := range n {
				v := x[row*g.in+i]
				for o, d := range dy[row*g.out:][:len(sums)] {
					sums[o] += T(v * d)
				}
			}
		}
	})
}

// Dense8 is a dense layer of bytes, as [Conv8] is a convolution of them: exact sums,
// made floats by an [Affine] without skip, in the same bits on every path.
type Dense8 struct {
	In, Out int

	loops dense8Loops
}

// dense8Loops is a Dense8 as one path computes it.
type dense8Loops interface {
	set(w weights8, a Affine)
	run(dst []float32, src []uint8, n int)
}

// NewDense8 returns a dense layer without weights, on the active path.
func NewDense8(in, out int) *Dense8 {
	d := &Dense8{In: in, Out: out}
	if d.loops = newTiledDense8(Active8(), in, out); d.loops == nil {
		d.loops = &plainDense8{in: in, out: out}
	}
	return d
}

// Set packs weights and what is done to the sums.
//
//	w: [out, in], of at most 2^31 / (127 * 255) for one output
func (d *Dense8) Set(w []int8, a Affine) { d.loops.set(weights8{w: w, in: d.In, taps: 1}, a) }

// Run multiplies n rows.
//
//	src: [n, in], with Slack in its capacity
//	dst: [n, out]
func (d *Dense8) Run(dst []float32, src []uint8, n int) {
	d.loops.run(dst, slacked(src, n*d.In), n)
}

// plainDense8 is the dense layer of bytes in plain Go: the reference of the assembly.
type plainDense8 struct {
	in, out int
	w       []int8
	affine  Affine
}

func (d *plainDense8) set(w weights8, a Affine) {
	d.w, d.affine = append([]int8(nil), w.w...), a.clone()
}

func (d *plainDense8) run(dst []float32, src []uint8, n int) {
	for i := range n {
		x, y := src[i*d.in:][:d.in], dst[i*d.out:][:d.out]
		for o := range y {
			var sum int32
			for k, w := range d.w[o*d.in:][:d.in] {
				sum += int32(w) * int32(x[k])
			}
			y[o] = d.affine.of(o, sum)
		}
	}
}
