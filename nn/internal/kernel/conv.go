package kernel

// Conv is a 3x3 convolution with its weights packed for the inner loop. The
// zero border of the board is its padding.
type Conv[T Float] struct {
	Board   Board
	In, Out int

	// weights[g][(3*ky+kx)*In+i][l] belongs to output channel g*Lanes+l.
	weights [][][Lanes]T
	bias    []T // [lanes(Out)*Lanes]
}

// NewConv returns a convolution without weights.
func NewConv[T Float](b Board, in, out int) *Conv[T] {
	c := &Conv[T]{Board: b, In: in, Out: out}
	c.bias = make([]T, lanes(out)*Lanes)
	c.weights = make([][][Lanes]T, lanes(out))
	for g := range c.weights {
		c.weights[g] = make([][Lanes]T, 9*in)
	}
	return c
}

// Set packs weights and bias.
//
//	w:    [out, in, 3, 3]
//	bias: [out], or nil for zeros
func (c *Conv[T]) Set(w, bias []T) {
	c.set(bias, func(o, i, tap int) T { return w[(o*c.In+i)*9+tap] })
}

// SetTransposed packs the weights of the convolution that carries gradients
// back through one with weights w: taps turned by half a turn, inputs and
// outputs exchanged. The bias is zero.
//
//	w: [in, out, 3, 3], which is [out, in, 3, 3] as the forward one sees it
func (c *Conv[T]) SetTransposed(w []T) {
	c.set(nil, func(o, i, tap int) T { return w[(i*c.Out+o)*9+8-tap] })
}

func (c *Conv[T]) set(bias []T, weight func(o, i, tap int) T) {
	clear(c.bias)
	copy(c.bias, bias)
	for o := range c.Out {
		group := c.weights[o/Lanes]
		for tap := range 9 {
			for i := range c.In {
				group[tap*c.In+i][o%Lanes] = weight(o, i, tap)
			}
		}
	}
}

// Run convolves n boards. It writes no border.
//
//	src:  [n, padded, in], border zero
//	skip: [n, padded, out] to be added, or nil; may alias dst
//	dst:  [n, padded, out]; where relu, negative sums become 0
func (c *Conv[T]) Run(dst, src, skip []T, n int, relu bool) {
	in, out := c.Board.Padded()*c.In, c.Board.Padded()*c.Out
	for i := range n {
		var s []T
		if skip != nil {
			s = skip[i*out:][:out]
		}
		c.board(dst[i*out:][:out], src[i*in:][:in], s, relu)
	}
}

// board convolves one board, four channels of two cells at a time; the last
// cell of an odd row goes alone.
func (c *Conv[T]) board(dst, src, skip []T, relu bool) {
	b := c.Board
	for g, w := range c.weights {
		bias := [Lanes]T(c.bias[g*Lanes:])
		width := min(Lanes, c.Out-g*Lanes)
		for r := range b.Rows {
			for col := 0; col < b.Cols; col += 2 {
				from := src[b.At(r-1, col-1)*c.In:]
				at := b.At(r, col)*c.Out + g*Lanes
				if col+1 == b.Cols {
					x := tapsOf1(w, from, c.In, b.Width()*c.In)
					finish(dst, skip, at, width, x, bias, relu)
					break
				}
				x, y := tapsOf2(w, from, c.In, b.Width()*c.In)
				finish(dst, skip, at, width, x, bias, relu)
				finish(dst, skip, at+c.Out, width, y, bias, relu)
			}
		}
	}
}

// tapsOf2 returns four channels of two neighbouring cells: for each of three
// rows, stride floats apart, the dot products of 3*in consecutive floats.
func tapsOf2[T Float](w [][Lanes]T, src []T, in, stride int) (x, y [Lanes]T) {
	var x0, x1, x2, x3, y0, y1, y2, y3 T
	for ky := range 3 {
		run := w[ky*3*in:][:3*in]
		a := src[ky*stride:][:len(run)]
		b := src[ky*stride+in:][:len(run)]
		for k := range run {
			q := &run[k]
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
	}
	return [Lanes]T{x0, x1, x2, x3}, [Lanes]T{y0, y1, y2, y3}
}

// tapsOf1 is tapsOf2 for one cell: the same sums in the same order.
func tapsOf1[T Float](w [][Lanes]T, src []T, in, stride int) [Lanes]T {
	var x0, x1, x2, x3 T
	for ky := range 3 {
		run := w[ky*3*in:][:3*in]
		a := src[ky*stride:][:len(run)]
		for k := range run {
			q := &run[k]
			u := a[k]
			x0 += T(u * q[0])
			x1 += T(u * q[1])
			x2 += T(u * q[2])
			x3 += T(u * q[3])
		}
	}
	return [Lanes]T{x0, x1, x2, x3}
}

// finish adds bias and skip to the first width sums and writes them at dst[at:].
func finish[T Float](dst, skip []T, at, width int, sum, bias [Lanes]T, relu bool) {
	for l := range width {
		v := sum[l] + bias[l]
		if skip != nil {
			v += skip[at+l]
		}
		if relu {
			v = max(v, 0)
		}
		dst[at+l] = v
	}
}
