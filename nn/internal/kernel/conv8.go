package kernel

import (
	"math"
	"unsafe"
)

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

// plainConv8 is the convolution of bytes in plain Go: the same bits on every
// machine, and the reference of the assembly.
type plainConv8 struct {
	board         Board
	side, in, out int

	// weights[g][(side*ky+kx)*in+i][l] belongs to output channel g*Lanes+l.
	weights [][][Lanes]int32
	affine  Affine
}

func newPlainConv8(b Board, side, in, out int) *plainConv8 {
	c := &plainConv8{board: b, side: side, in: in, out: out}
	c.weights = make([][][Lanes]int32, lanes(out))
	for g := range c.weights {
		c.weights[g] = make([][Lanes]int32, side*side*in)
	}
	return c
}

func (c *plainConv8) set(w weights8, a Affine) {
	c.affine = a.clone()
	for o := range c.out {
		group := c.weights[o/Lanes]
		for i := range w.in {
			for t, v := range w.of(o, i) {
				group[t*w.in+i][o%Lanes] = int32(v)
			}
		}
	}
}

func (c *plainConv8) run(dst, src, skip []uint8, n int) {
	c.each(src, n, func(at, o int, sum int32) {
		v := c.affine.of(o, sum)
		if skip != nil {
			v += float32(float32(skip[at]) * c.affine.Skip[o])
		}
		dst[at] = toByte(v)
	})
}

func (c *plainConv8) runFloats(dst []float32, src []uint8, n int, relu bool) {
	c.each(src, n, func(at, o int, sum int32) {
		v := c.affine.of(o, sum)
		if relu && v < 0 {
			v = 0
		}
		dst[at] = v
	})
}

// each calls f with every sum, its channel and where its result stands.
func (c *plainConv8) each(src []uint8, n int, f func(at, o int, sum int32)) {
	b, reach := c.board, c.side/2
	for i := range n {
		for r := range b.Rows {
			for col := range b.Cols {
				from := src[(i*b.Padded()+b.At(r-reach, col-reach))*c.in:]
				at := (i*b.Padded() + b.At(r, col)) * c.out
				for g, w := range c.weights {
					sums := dots8(w, from, c.side*c.in, b.Width()*c.in)
					for l := range min(Lanes, c.out-g*Lanes) {
						f(at+g*Lanes+l, g*Lanes+l, sums[l])
					}
				}
			}
		}
	}
}

// dots8 returns four outputs: the sums over rows, stride bytes apart, of the dot
// products of run consecutive bytes with the weights of that row.
func dots8(w [][Lanes]int32, src []uint8, run, stride int) [Lanes]int32 {
	var a, b, c, d int32
	for at := 0; len(w) > 0; at += stride {
		q := w[:run]
		x := src[at:][:len(q)]
		for k := range q {
			t, v := &q[k], int32(x[k])
			a += v * t[0]
			b += v * t[1]
			c += v * t[2]
			d += v * t[3]
		}
		w = w[run:]
	}
	return [Lanes]int32{a, b, c, d}
}

// of returns what comes of a channel's sum, without skip.
func (a Affine) of(o int, sum int32) float32 {
	return float32(float32(sum)*a.Scale[o]) + a.Bias[o]
}

// clone returns a copy that shares nothing with a.
func (a Affine) clone() Affine {
	return Affine{append([]float32(nil), a.Scale...), append([]float32(nil), a.Bias...), append([]float32(nil), a.Skip...)}
}

// toByte rounds to the nearest byte, ties to even.
func toByte(v float32) uint8 {
	if !(v < 255) {
		return 255
	}
	return uint8(math.RoundToEven(float64(max(v, 0))))
}

// quantisePlain is Quantise in plain Go.
func quantisePlain(dst []uint8, src []float32, factor float32) {
	for i, v := range src {
		dst[i] = 0
		if v *= factor; v > 0 {
			dst[i] = toByte(v)
		}
	}
}

// ZoneConv8 is a 3x3 [Conv8] to bytes that adds a bias of its own to each zone of each
// board: what planes with one number everywhere come to, and are not convolved for.
// The bits do not depend on the path.
type ZoneConv8 struct {
	Board   Board // of at least two rows and two columns
	In, Out int

	loops zoneConv8Loops
}

// zoneConv8Loops is a ZoneConv8 as one path computes it.
type zoneConv8Loops interface {
	set(w weights8, a Affine)
	runZones(dst, src []uint8, bias []float32, n int)
}

// NewZoneConv8 returns a convolution without weights, on the active path.
func NewZoneConv8(b Board, in, out int) *ZoneConv8 {
	c := &ZoneConv8{Board: b, In: in, Out: out}
	if c.loops = newTiledZoneConv8(Active8(), b, in, out); c.loops == nil {
		c.loops = newPlainConv8(b, 3, in, out)
	}
	return c
}

// Set packs weights and what a sum is multiplied by.
//
//	w:     [out, in, 3, 3]
//	scale: [out], finite
func (c *ZoneConv8) Set(w []int8, scale []float32) {
	c.loops.set(weights8{w: w, in: c.In, taps: 9}, Affine{Scale: scale, Bias: make([]float32, c.Out)})
}

// Run convolves n boards to bytes. It writes no border.
//
//	src:  [n, padded, in], border zero, with Slack in its capacity
//	bias: [n, Zones, out], with Slack in its capacity
//	dst:  [n, padded, out]
func (c *ZoneConv8) Run(dst, src []uint8, bias []float32, n int) {
	c.loops.runZones(dst, slacked(src, n*c.Board.Padded()*c.In), slacked(bias, n*Zones*c.Out), n)
}

func (c *plainConv8) runZones(dst, src []uint8, bias []float32, n int) {
	b := c.board
	for i := range n {
		zones, to := bias[i*Zones*c.out:], dst[i*b.Padded()*c.out:]
		c.each(src[i*b.Padded()*c.in:], 1, func(at, o int, sum int32) {
			cell := at/c.out - b.At(0, 0)
			zone := b.Zone(cell/b.Width(), cell%b.Width())
			to[at] = toByte(float32(float32(sum)*c.affine.Scale[o]) + zones[zone*c.out+o])
		})
	}
}
