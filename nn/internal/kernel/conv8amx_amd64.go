//go:build !purego

package kernel

import (
	"math"
	"unsafe"
)

// amxConv8 is the convolution of bytes by AMX.
type amxConv8 struct {
	amxConv
	groups []amxGroup
}

// amxGroup is output channels computed together, and their numbers.
type amxGroup struct {
	*amxPlan
	first, channels int       // of the output; less than the width where it ends
	weights         []int8    // [steps, vectors, 16 quads, 16 channels, 4], on a cache line
	scale, bias     []float32 // [width]
	skip            []float32 // [width]
}

// newAMXConv8 returns an amxConv8.
func newAMXConv8(b Board, side, in, out int) *amxConv8 {
	c := &amxConv8{amxConv: newAMXConv(b, side, in, out)}
	wide, narrow := c.newPlan(2, 2), c.newPlan(4, 1)
	for first := 0; first < out; {
		g := amxGroup{first: first, amxPlan: wide}
		if out-first <= narrow.width() {
			g.amxPlan = narrow
		}
		g.channels = min(g.width(), out-first)
		g.weights = alignedBytes(len(c.steps) * g.width() * tileBytes)
		g.scale, g.bias, g.skip = make([]float32, g.width()), make([]float32, g.width()), make([]float32, g.width())
		c.groups = append(c.groups, g)
		first += g.channels
	}
	return c
}

func (c *amxConv8) set(w weights8, a Affine) {
	for i := range c.groups {
		g := &c.groups[i]
		g.pack(w, c.side)
		copy(g.scale, a.Scale[g.first:][:g.channels])
		copy(g.bias, a.Bias[g.first:][:g.channels])
		if a.Skip != nil {
			copy(g.skip, a.Skip[g.first:][:g.channels])
		}
	}
}

// pack takes the group's share of weights. Byte k of a row of taps meets the
// input's byte k: tap by tap, and in each channel by channel. What is left of the
// row's last step stays zero.
func (g *amxGroup) pack(w weights8, side int) {
	each := (side*w.in + tileBytes - 1) / tileBytes // steps of a row of taps
	for o := range g.channels {
		for i := range w.in {
			for t, v := range w.of(g.first+o, i) {
				k := t%side*w.in + i
				tile := (t/side*each+k/tileBytes)*g.vectors + o/16
				g.weights[(tile*tileRows+k%tileBytes/4)*tileBytes+o%16*4+k%4] = v
			}
		}
	}
}

// blocks8 is the arguments of the assembly.
type blocks8 struct {
	amxBlocks

	scale, bias, factor *float32
	skip, dst           *uint8
	floats              *float32 // instead of dst

	floor float32
	mask  uint32 // which lanes of the last vector to write
}

func (c *amxConv8) run(dst, src, skip []uint8, n int) {
	if n == 0 {
		return
	}
	t := c.all(src, n)
	dst = dst[:n*t.dstBoard]
	for i := range c.groups {
		g := &c.groups[i]
		t.dst = &dst[g.first]
		if skip != nil {
			t.skip = &skip[:len(dst)][g.first]
		}
		t.run(g)
	}
}

func (c *amxConv8) runFloats(dst []float32, src []uint8, n int, relu bool) {
	if n == 0 {
		return
	}
	t := c.all(src, n)
	if !relu {
		t.floor = float32(math.Inf(-1))
	}
	dst = dst[:n*t.dstBoard]
	for i := range c.groups {
		t.floats = &dst[c.groups[i].first]
		t.run(&c.groups[i])
	}
}

// all returns what all groups share.
func (c *amxConv8) all(src []uint8, n int) blocks8 {
	src = src[:n*c.board.Padded()*c.cell+Slack]
	return blocks8{amxBlocks: c.over(unsafe.Pointer(&src[0]), n)}
}

// run computes one group.
func (t *blocks8) run(g *amxGroup) {
	t.follow(g.amxPlan)
	t.weights = unsafe.Pointer(&g.weights[0])
	t.scale, t.bias, t.factor = &g.scale[0], &g.bias[0], &g.skip[0]
	t.mask = 1<<((g.channels-1)%16+1) - 1
	if g.vectors == 2 {
		conv8AMX2x2(t)
	} else {
		conv8AMX4x1(t)
	}
}
