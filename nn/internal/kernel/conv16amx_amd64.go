//go:build !purego

package kernel

import "unsafe"

// amxConv16 is the convolution of bfloat16 by AMX, with sums in float32.
type amxConv16 struct {
	amxConv
	in     int
	groups []amxGroup16
}

// amxGroup16 is output channels computed together, and their weights.
type amxGroup16 struct {
	*amxPlan
	first, channels int        // of the output; less than the width where it ends
	weights         []bfloat16 // [steps, vectors, 16 pairs, 16 channels, 2], on a cache line
}

// newAMXConv16 returns an amxConv16.
func newAMXConv16(b Board, side, in, out int, s *Slab) *amxConv16 {
	c := &amxConv16{amxConv: newAMXConv(b, side, 2*wholeSteps(in), out), in: in}
	wide, narrow := c.newPlan(2, 2), c.newPlan(4, 1)
	for first := 0; first < out; {
		g := amxGroup16{first: first, amxPlan: wide}
		if out-first <= narrow.width() {
			g.amxPlan = narrow
		}
		g.channels = min(g.width(), out-first)
		g.weights = take16(s, len(c.steps)*g.width()*step16)
		c.groups = append(c.groups, g)
		first += g.channels
	}
	return c
}

// pack takes the weights of outputs [from, to): number k of a cell of a tap meets
// the input's number k. What is beyond the channels there are stays zero.
func (c *amxConv16) pack(w weights[float32], from, to int) {
	for o := from; o < to; o++ {
		g := &c.groups[o/c.groups[0].width()]
		for i := range w.in {
			g.pack(w.of(o, i), w.turned, o-g.first, i, c.cell/tileBytes)
		}
	}
}

// pack takes the taps of an output of the group and an input, in a step of those
// that each tap has.
func (g *amxGroup16) pack(taps []float32, turned bool, o, i, steps int) {
	const tile = tileRows * step16
	at := (i/step16*g.vectors+o/16)*tile + i%step16/2*step16 + o%16*2 + i%2
	next := steps * g.vectors * tile
	if turned {
		at, next = at+(len(taps)-1)*next, -next
	}
	for _, v := range taps {
		g.weights[at] = round16(v)
		at += next
	}
}

// blocks16 is the arguments of the assembly.
type blocks16 struct {
	amxBlocks
	skip, dst *float32
	mask      uint32 // which lanes of the last vector to write
}

// run convolves n boards. It writes no border.
//
//	src:  [n, padded, whole steps of in], border zero
//	skip: [n, padded, out] to be added, or nil
//	dst:  [n, padded, out]
func (c *amxConv16) run(dst []float32, src []bfloat16, skip []float32, n int) {
	if n == 0 {
		return
	}
	src = src[:n*c.board.Padded()*c.cell/2]
	t := blocks16{amxBlocks: c.over(unsafe.Pointer(&src[0]), n)}
	dst = dst[:n*t.dstBoard]
	for i := range c.groups {
		g := &c.groups[i]
		t.follow(g.amxPlan)
		t.weights, t.dst = unsafe.Pointer(&g.weights[0]), &dst[g.first]
		if skip != nil {
			t.skip = &skip[:len(dst)][g.first]
		}
		t.mask = 1<<((g.channels-1)%16+1) - 1
		if g.vectors == 2 {
			conv16AMX2x2(&t)
		} else {
			conv16AMX4x1(&t)
		}
	}
}
