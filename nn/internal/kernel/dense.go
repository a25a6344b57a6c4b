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
