package kernel

// Dense8 is a dense layer of bytes, as [Conv8] is a convolution of them: exact sums,
// made floats by an [Affine] without skip, in the same bits on every path.
type Dense8 struct {
	In, Out int

	loops dense8Loops
}

// dense8Loops is a Dense8 as one path computes it.
type dense8Loops interface {
	set(w weights8, a Affine)
	run(dst []float32, src []uint8, n int)
}

// NewDense8 returns a dense layer without weights, on the active path.
func NewDense8(in, out int) *Dense8 {
	d := &Dense8{In: in, Out: out}
	if d.loops = newTiledDense8(Active8(), in, out); d.loops == nil {
		d.loops = &plainDense8{in: in, out: out}
	}
	return d
}

// Set packs weights and what is done to the sums.
//
//	w: [out, in], of at most 2^31 / (127 * 255) for one output
func (d *Dense8) Set(w []int8, a Affine) { d.loops.set(weights8{w: w, in: d.In, taps: 1}, a) }

// Run multiplies n rows.
//
//	src: [n, in], with Slack in its capacity
//	dst: [n, out]
func (d *Dense8) Run(dst []float32, src []uint8, n int) {
	d.loops.run(dst, slacked(src, n*d.In), n)
}

// plainDense8 is the dense layer of bytes in plain Go: the reference of the assembly.
type plainDense8 struct {
	in, out int
	w       []int8
	affine  Affine
}

func (d *plainDense8) set(w weights8, a Affine) {
	d.w, d.affine = append([]int8(nil), w.w...), a.clone()
}

func (d *plainDense8) run(dst []float32, src []uint8, n int) {
	for i := range n {
		x, y := src[i*d.in:][:d.in], dst[i*d.out:][:d.out]
		for o := range y {
			var sum int32
			for k, w := range d.w[o*d.in:][:d.in] {
				sum += int32(w) * int32(x[k])
			}
			y[o] = d.affine.of(o, sum)
		}
	}
}
