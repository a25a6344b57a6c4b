package kernel

// Dense is a matrix with its columns packed for the inner loop: a dense layer,
// and by rows of cells a 1x1 convolution.
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
	d.set(bias, func(i, o int) T { return w[i*d.Out+o] })
}

// SetTransposed is Set for weights that stand the other way round.
//
//	w:    [out, in]
//	bias: [out], or nil for zeros
func (d *Dense[T]) SetTransposed(w, bias []T) {
	d.set(bias, func(i, o int) T { return w[o*d.In+i] })
}

func (d *Dense[T]) set(bias []T, weight func(i, o int) T) {
	clear(d.bias)
	copy(d.bias, bias)
	for o := range d.Out {
		group := d.weights[o/Lanes]
		for i := range d.In {
			group[i][o%Lanes] = weight(i, o)
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
			a, at := src[i*d.In:][:d.In], i*stride+g*Lanes
			if i+1 == n {
				finish(dst, nil, at, width, dotsOf1(w, a), bias, relu)
				break
			}
			x, y := dotsOf2(w, a, src[(i+1)*d.In:])
			finish(dst, nil, at, width, x, bias, relu)
			finish(dst, nil, at+stride, width, y, bias, relu)
		}
	}
}

// dotsOf2 returns four outputs of the two rows a and b.
func dotsOf2[T Float](w [][Lanes]T, a, b []T) (x, y [Lanes]T) {
	a, b = a[:len(w)], b[:len(w)]
	var x0, x1, x2, x3, y0, y1, y2, y3 T
	for k := range w {
		q := &w[k]
		u, v := a[k], b[k]
		x0 += T(u * q[0])
		x1 += T(u * q[1])
		x2 += T(u * q[2])
		x3 += T(u * q[3])
		y0 += T(v * q[0])
		y1 += T(v * q[1])
		y2 += T(v * q[2])
		y3 += T(v * q[3])
	}
	return [Lanes]T{x0, x1, x2, x3}, [Lanes]T{y0, y1, y2, y3}
}

// dotsOf1 is dotsOf2 for one row: the same sums in the same order.
func dotsOf1[T Float](w [][Lanes]T, a []T) [Lanes]T {
	a = a[:len(w)]
	var x0, x1, x2, x3 T
	for k := range w {
		q := &w[k]
		u := a[k]
		x0 += T(u * q[0])
		x1 += T(u * q[1])
		x2 += T(u * q[2])
		x3 += T(u * q[3])
	}
	return [Lanes]T{x0, x1, x2, x3}
}

// RunBoards multiplies every cell of n boards: a 1x1 convolution.
//
//	src: [n, padded, in]
//	dst: [n, cells, out], without a border
func (d *Dense[T]) RunBoards(b Board, dst, src []T, n int, relu bool) {
	row := b.Cols * d.Out
	for i := range n {
		for r := range b.Rows {
			d.Run(dst[(i*b.Rows+r)*row:][:row], src[(i*b.Padded()+b.At(r, 0))*d.In:], b.Cols, d.Out, relu)
		}
	}
}
