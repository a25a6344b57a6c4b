package kernel

// plainConv is the convolution in plain Go: the portable path, and the
// reference of the others.
type plainConv[T Float] struct {
	board         Board
	side, in, out int

	// weights[g][(side*ky+kx)*in+i][l] belongs to output channel g*Lanes+l.
	weights [][][Lanes]T
	bias    []T // [lanes(out)*Lanes]
}

func newPlainConv[T Float](b Board, side, in, out int) *plainConv[T] {
	c := &plainConv[T]{board: b, side: side, in: in, out: out}
	c.bias = make([]T, lanes(out)*Lanes)
	c.weights = make([][][Lanes]T, lanes(out))
	for g := range c.weights {
		c.weights[g] = make([][Lanes]T, side*side*in)
	}
	return c
}

func (c *plainConv[T]) set(w weights[T], bias []T) {
	clear(c.bias)
	copy(c.bias, bias)
	packLanes(c.weights, w, c.out)
}

func (c *plainConv[T]) run(dst, src, skip []T, n int, relu bool) {
	in, out := c.board.Padded()*c.in, c.board.Padded()*c.out
	for i := range n {
		var s []T
		if skip != nil {
			s = skip[i*out:][:out]
		}
		c.one(dst[i*out:][:out], src[i*in:][:in], s, relu)
	}
}

// one convolves one board, four channels of two cells at a time; the last cell
// of an odd row goes alone.
func (c *plainConv[T]) one(dst, src, skip []T, relu bool) {
	b, reach := c.board, c.side/2
	run, stride := c.side*c.in, b.Width()*c.in
	for g, w := range c.weights {
		bias := [Lanes]T(c.bias[g*Lanes:])
		width := min(Lanes, c.out-g*Lanes)
		for r := range b.Rows {
			for col := 0; col < b.Cols; col += 2 {
				from := src[b.At(r-reach, col-reach)*c.in:]
				at := b.At(r, col)*c.out + g*Lanes
				if col+1 == b.Cols {
					x := dots1(w, from, run, stride)
					finish(dst, skip, at, width, x, bias, relu)
					break
				}
				x, y := dots2(w, from, c.in, run, stride)
				finish(dst, skip, at, width, x, bias, relu)
				finish(dst, skip, at+c.out, width, y, bias, relu)
			}
		}
	}
}
