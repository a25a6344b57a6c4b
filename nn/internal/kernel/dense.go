package kernel

// Dense is a dense layer with its columns packed for the inner loop.
type Dense[T Float] struct {
	In, Out int

	// weights[g][i][l] belongs to output g*Lanes+l.
	weights [][][Lanes]T
	bias    []T // [lanes(Out)*Lanes]
}

// NewDense returns a dense layer without weights.
func NewDense[T Float](in, out int) *Dense[T] {
	d := &Dense[T]{In: in, Out: out}
	d.bias = make([]T, lanes(out)*Lanes)
	d.weights = make([][][Lanes]T, lanes(out))
	for g := range d.weights {
		d.weights[g] = make([][Lanes]T, in)
	}
	return d
}

// Set packs weights and bias.
//
//	w:    [in, out]
//	bias: [out], or nil for zeros
func (d *Dense[T]) Set(w, bias []T) {
	clear(d.bias)
	copy(d.bias, bias)
	for o := range d.Out {
		group := d.weights[o/Lanes]
		for i := range d.In {
			group[i][o%Lanes] = w[i*d.Out+o]
		}
	}
}

// Run multiplies n rows.
//
//	src: n rows of [in], one after the other
//	dst: n rows of [out], the first at 0 and stride floats apart
func (d *Dense[T]) Run(dst, src []T, n, stride int, relu bool) {
	for g, w := range d.weights {
		bias := [Lanes]T(d.bias[g*Lanes:])
		width := min(Lanes, d.Out-g*Lanes)
		for i := 0; i < n; i += 2 {
			from, at := src[i*d.In:], i*stride+g*Lanes
			if i+1 == n {
				finish(dst, nil, at, width, dots1(w, from, d.In, 0), bias, relu)
				break
			}
			x, y := dots2(w, from, d.In, d.In, 0)
			finish(dst, nil, at, width, x, bias, relu)
			finish(dst, nil, at+stride, width, y, bias, relu)
		}
	}
}
