package kernel

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
