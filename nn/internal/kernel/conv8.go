package kernel

import "unsafe"

// Conv8 is a convolution of bytes: weights from -127 to 127, inputs from 0 to
// 255, sums that are exact. What comes of a sum is, each operation rounding to
// float32,
//
//	sum scale + bias + skip factor
//
// for the channel's scale, bias and factor: a number, or rounded to the nearest
// byte, ties to even, as it is where the next layer reads it. The bits do not
// depend on the path.
type Conv8 struct {
	Board   Board
	Side    int // 3, or 1: the same matrix for every cell
	In, Out int

	loops conv8Loops
}

// Affine is what is done to a convolution's sums. All are [out] and finite.
type Affine struct {
	Scale, Bias []float32
	Skip        []float32 // of a skip; nil where there will be none
}

// conv8Loops is a Conv8 as one path computes it.
type conv8Loops interface {
	set(w weights8, a Affine)
	run(dst, src, skip []uint8, n int)
	runFloats(dst []float32, src []uint8, n int, relu bool)
}

// Slack is how many numbers Conv8 may read, and ignore, after the last board.
const Slack = 64

// NewBytes returns n zeros that begin on a cache line, with slack behind them.
func NewBytes(n int) []uint8 {
	const line = 64
	x := make([]uint8, n+Slack+line)
	past := int(uintptr(unsafe.Pointer(&x[0])) % line)
	return x[line-past:][: n : n+Slack]
}

// NewConv8 returns a convolution without weights, on the active path.
func NewConv8(b Board, side, in, out int) *Conv8 {
	c := &Conv8{Board: b, Side: side, In: in, Out: out}
	if c.loops = newTiledConv8(Active8(), b, side, in, out); c.loops == nil {
		c.loops = newPlainConv8(b, side, in, out)
	}
	return c
}

// Set packs weights and what is done to the sums.
//
//	w: [out, in, side, side], of at most 2^31 / (127 * 255) for one output
func (c *Conv8) Set(w []int8, a Affine) {
	c.loops.set(weights8{w: w, in: c.In, taps: c.Side * c.Side}, a)
}

// Run convolves n boards to bytes. It writes no border.
//
//	src:  [n, padded, in], border zero, with Slack in its capacity
//	skip: [n, padded, out] to be added, or nil; may alias dst
//	dst:  [n, padded, out]
func (c *Conv8) Run(dst, src, skip []uint8, n int) {
	c.loops.run(dst, slacked(src, n*c.Board.Padded()*c.In), skip, n)
}

// RunFloats convolves n boards to floats. It writes no border.
//
//	src: [n, padded, in], border zero, with Slack in its capacity
//	dst: [n, padded, out]; where relu, negative ones become 0
func (c *Conv8) RunFloats(dst []float32, src []uint8, n int, relu bool) {
	c.loops.runFloats(dst, slacked(src, n*c.Board.Padded()*c.In), n, relu)
}

// slacked returns the first n numbers of x and the slack.
func slacked[T uint8 | float32](x []T, n int) []T { return x[: n+Slack : n+Slack] }

// weights8 are those of a convolution: [out, in, taps].
type weights8 struct {
	w        []int8
	in, taps int
}

// of returns the taps of an output and an input.
func (w weights8) of(o, i int) []int8 { return w.w[(o*w.in+i)*w.taps:][:w.taps] }

// Quantiser makes bytes of floats: x factor, rounded to the nearest byte, ties
// to even.
type Quantiser struct {
	factor float32
	path   string
}

// NewQuantiser returns one, on the active path.
func NewQuantiser(factor float32) Quantiser { return Quantiser{factor, Active8()} }

// Run writes a byte for each float. A NaN becomes 0.
func (q Quantiser) Run(dst []uint8, src []float32) {
	done := quantiseVectors(q.path, dst, src, q.factor)
	quantisePlain(dst[done:], src[done:], q.factor)
}
