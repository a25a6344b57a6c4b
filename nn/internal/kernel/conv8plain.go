package kernel

import "math"

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
