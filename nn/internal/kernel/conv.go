package kernel

// Conv is a convolution with its weights packed for the inner loop. The zero
// border of the board is its padding.
type Conv[T Float] struct {
	Board   Board
	Side    int // 3, or 1: the same matrix for every cell
	In, Out int

	loops convLoops[T]
}

// convLoops is a convolution as one path computes it.
type convLoops[T Float] interface {
	set(w weights[T], bias []T)
	run(dst, src, skip []T, n int, relu bool)
}

// NewConv returns a convolution without weights, on the active path.
func NewConv[T Float](b Board, side, in, out int) *Conv[T] {
	return newConv[T](b, side, in, out, nil)
}

// newConv is NewConv with weights of a slab.
func newConv[T Float](b Board, side, in, out int, s *Slab) *Conv[T] {
	c := &Conv[T]{Board: b, Side: side, In: in, Out: out}
	tiled, ok := newTiledConv(Active(), b, side, in, out, s).(convLoops[T])
	if ok { // T is float32
		c.loops = tiled
	} else {
		c.loops = newPlainConv[T](b, side, in, out)
	}
	return c
}

// NewFastestConv is NewConv, but by Winograd's algorithm where that is faster in
// batches of several boards. It rounds differently, and a NaN spoils
// all outputs of its tile.
func NewFastestConv[T Float](b Board, side, in, out int, s *Slab) *Conv[T] {
	if m := winogradSide(Active(), b, side, in, out); m > 0 {
		if loops, ok := any(newWinograd(Active(), b, m, in, out, s)).(convLoops[T]); ok { // T is float32
			return &Conv[T]{b, side, in, out, loops}
		}
	}
	return newConv[T](b, side, in, out, s)
}

// Set packs weights and bias.
//
//	w:    [out, in, side, side]
//	bias: [out], or nil for zeros
func (c *Conv[T]) Set(w, bias []T) {
	c.loops.set(straight(w, c.Side*c.Side, c.In), bias)
}

// SetTransposed packs the weights of the convolution that carries gradients
// back through one with weights w: taps turned by half a turn, inputs and
// outputs exchanged. The bias is zero.
//
//	w: [in, out, side, side], which is [out, in, side, side] as the forward one sees it
func (c *Conv[T]) SetTransposed(w []T) {
	c.loops.set(turnedRound(w, c.Side*c.Side, c.In, c.Out), nil)
}

// Run convolves n boards. It writes no border.
//
//	src:  [n, padded, in], border zero
//	skip: [n, padded, out] to be added, or nil; may alias dst
//	dst:  [n, padded, out]; where relu, negative sums become 0
func (c *Conv[T]) Run(dst, src, skip []T, n int, relu bool) {
	c.loops.run(dst, src, skip, n, relu)
}

// ConvBias is a layer in training: a convolution with a bias, and their
// gradients.
type ConvBias[T Float] struct {
	DBias []T // gradient of the bias, [out]

	convGradients[T]
	cells normLoops[T]
	sums  []T // [batch, out]: dy over the cells of each board
}

// NewConvBias returns one for batches of that many boards, on the active path.
func NewConvBias[T Float](b Board, side, in, out, batch int, s *Slab) *ConvBias[T] {
	return &ConvBias[T]{
		DBias:         make([]T, out),
		convGradients: newConvGradients[T](b, side, in, out, batch, s),
		cells:         newNormLoops[T](b, out),
		sums:          make([]T, batch*out),
	}
}

// Forward writes y.
//
//	x:    [batch, padded, in], border zero
//	w:    [out, in, side, side]
//	bias: [out]
//	y:    [batch, padded, out], its border is left alone
func (l *ConvBias[T]) Forward(y, x, w, bias []T) {
	l.conv.Set(w, bias)
	SplitBoards(l.batch, func(from, to int) {
		l.conv.Run(y[from*l.out:], x[from*l.in:], nil, to-from, false)
	})
}

// Backward writes the gradients, that of the bias to DBias.
//
//	dx: [batch, padded, in], its border is left alone; nil if not needed
//	dw: [out, in, side, side]
//	dy: [batch, padded, out], border zero
func (l *ConvBias[T]) Backward(dx, dw, x, w, dy []T) {
	l.aim(dx, w)
	out := len(l.DBias)
	l.grad.RunAfter(dw, x, dy, l.batch, func(from, to int) {
		l.carry(dx, nil, dy, from, to)
		for i := from; i < to; i++ {
			l.cells.sum(l.sums[i*out:][:out], dy[i*l.out:][:l.out])
		}
	})
	sumRows(l.DBias, l.sums)
}

// sumRows overwrites dst with the sum of all rows.
func sumRows[T Float](dst, rows []T) {
	clear(dst)
	for ; len(rows) > 0; rows = rows[len(dst):] {
		for k, v := range rows[:len(dst)] {
			dst[k] += v
		}
	}
}

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

// weights are those of a linear map: taps neighbouring numbers for each output
// and input, perOut and perIn apart.
type weights[T Float] struct {
	w             []T
	in, taps      int
	perOut, perIn int
	turned        bool // the last tap first
}

// of returns the taps of an output and an input.
func (w weights[T]) of(o, i int) []T { return w.w[o*w.perOut+i*w.perIn:][:w.taps] }

// tap returns one of them.
func (w weights[T]) tap(taps []T, t int) T {
	if w.turned {
		t = len(taps) - 1 - t
	}
	return taps[t]
}

// straight are weights [out, in, taps], as they are.
func straight[T Float](w []T, taps, in int) weights[T] {
	return weights[T]{w: w, in: in, taps: taps, perOut: in * taps, perIn: taps}
}

// turnedRound are the weights that carry gradients from in outputs back to out
// inputs of a convolution with weights [in, out, taps]: taps turned by half a turn.
func turnedRound[T Float](w []T, taps, in, out int) weights[T] {
	return weights[T]{w: w, in: in, taps: taps, perOut: taps, perIn: out * taps, turned: true}
}
