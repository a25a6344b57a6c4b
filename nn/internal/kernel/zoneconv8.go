package kernel

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
