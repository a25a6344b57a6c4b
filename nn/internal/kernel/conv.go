package kernel

// Conv is a convolution with its weights packed for the inner loop. The zero
// border of the board is its padding.
type Conv[T Float] struct {
	Board   Board
	Side    int // 3, or 1: the same matrix for every cell
	In, Out int

	// weights[g][(Side*ky+kx)*In+i][l] belongs to output channel g*Lanes+l.
	weights [][][Lanes]T
	bias    []T // [lanes(Out)*Lanes]
}

// NewConv returns a convolution without weights.
func NewConv[T Float](b Board, side, in, out int) *Conv[T] {
	c := &Conv[T]{Board: b, Side: side, In: in, Out: out}
	c.bias = make([]T, lanes(out)*Lanes)
	c.weights = make([][][Lanes]T, lanes(out))
	for g := range c.weights {
		c.weights[g] = make([][Lanes]T, side*side*in)
	}
	return c
}

// Set packs weights and bias.
//
//	w:    [out, in, side, side]
//	bias: [out], or nil for zeros
func (c *Conv[T]) Set(w, bias []T) {
	taps := c.Side * c.Side
	c.set(bias, func(o, i, tap int) T { return w[(o*c.In+i)*taps+tap] })
}

// SetTransposed packs the weights of the convolution that carries gradients
// back through one with weights w: taps turned by half a turn, inputs and
// outputs exchanged. The bias is zero.
//
//	w: [in, out, side, side], which is [out, in, side, side] as the forward one sees it
func (c *Conv[T]) SetTransposed(w []T) {
	taps := c.Side * c.Side
	c.set(nil, func(o, i, tap int) T { return w[(i*c.Out+o)*taps+taps-1-tap] })
}

func (c *Conv[T]) set(bias []T, weight func(o, i, tap int) T) {
	clear(c.bias)
	copy(c.bias, bias)
	for o := range c.Out {
		group := c.weights[o/Lanes]
		for tap := range c.Side * c.Side {
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
	b, reach := c.Board, c.Side/2
	run, stride := c.Side*c.In, b.Width()*c.In
	for g, w := range c.weights {
		bias := [Lanes]T(c.bias[g*Lanes:])
		width := min(Lanes, c.Out-g*Lanes)
		for r := range b.Rows {
			for col := 0; col < b.Cols; col += 2 {
				from := src[b.At(r-reach, col-reach)*c.In:]
				at := b.At(r, col)*c.Out + g*Lanes
				if col+1 == b.Cols {
					x := dots1(w, from, run, stride)
					finish(dst, skip, at, width, x, bias, relu)
					break
				}
				x, y := dots2(w, from, c.In, run, stride)
				finish(dst, skip, at, width, x, bias, relu)
				finish(dst, skip, at+c.Out, width, y, bias, relu)
			}
		}
	}
}
