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
