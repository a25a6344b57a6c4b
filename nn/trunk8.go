package nn

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ludens/nn/internal/kernel"
)

// NewInt8Engine returns an engine whose trunk computes in int8: observations,
// activations and weights, with exact sums. The layers above the heads' features
// stay in float32. c must be of this network. docs/adr/0106-int8.md has the
// figures.
func NewInt8Engine(n *Net, c Calibration) *Engine { return Quantise(n, c).Engine() }

// HasInt8 reports whether engines of bytes made from now on will have the CPU's
// instructions for them. Without, they give the same answers, slowly.
func HasInt8() bool { return kernel.Active8() != kernel.Portable }

// trunk8 is the trunk in int8. Each channel of each layer has a unit of its
// own, so that its bytes reach as far as it does.
type trunk8 struct {
	spec                          Spec
	stem                          *stem8
	blocks                        [][2]*kernel.Conv8
	policyFeatures, valueFeatures *kernel.Conv8
}

func newTrunk8(q *Quantised) *trunk8 {
	at := 1
	if q.uniform > 0 {
		at++
	}
	conv := func(name string) *kernel.Conv8 {
		l, _ := q.spec.layer(name)
		c := kernel.NewConv8(q.spec.board(), l.side(), l.In, l.Out)
		c.Set(q.layers[at].w, q.layers[at].Affine)
		at++
		return c
	}
	t := &trunk8{spec: q.spec, stem: newStem8(q)}
	for i := range q.spec.Blocks {
		t.blocks = append(t.blocks, [2]*kernel.Conv8{conv(first(i)), conv(second(i))})
	}
	t.policyFeatures, t.valueFeatures = conv("policy.features"), conv("value.features")
	return t
}

func (t *trunk8) furnish(ws *workspace) {
	bytes := func(channels int) []uint8 { return kernel.NewBytes(maxRows * t.spec.board().Padded() * channels) }
	ws.x8, ws.y8 = bytes(t.spec.Channels), bytes(t.spec.Channels)
	t.stem.furnish(ws)
}

// run leaves the last activations in ws.x8.
func (t *trunk8) run(ws *workspace, obs []float32, n int) {
	t.stem.run(ws, obs, n)
	for _, b := range t.blocks {
		b[0].Run(ws.y8, ws.x8, nil, n)
		b[1].Run(ws.x8, ws.y8, ws.x8, n)
	}
}

func (t *trunk8) policy(ws *workspace, n int) {
	t.policyFeatures.RunFloats(ws.features, ws.x8, n, true)
}

func (t *trunk8) value(ws *workspace, n int) {
	t.valueFeatures.RunFloats(ws.features, ws.x8, n, true)
}

// Calibration is how far the activations of one network reach.
type Calibration struct {
	// layers are the stem and both convolutions of each block, in order; of each
	// channel the number that the byte 255 stands for.
	layers [][]float32
}

// Tensor returns c as numbers to keep: [layers, channels].
func (c Calibration) Tensor() Tensor {
	return Tensor{"reach", []int{len(c.layers), len(c.layers[0])}, slices.Concat(c.layers...)}
}

// CalibrationOf reads what Tensor returned of a network of this Spec.
func CalibrationOf(s Spec, t Tensor) (Calibration, error) {
	if shape := []int{1 + 2*s.Blocks, s.Channels}; !slices.Equal(t.Shape, shape) {
		return Calibration{}, fmt.Errorf("nn: calibration: tensor %s of shape %v, want %v", t.Name, t.Shape, shape)
	}
	for i, v := range t.Data {
		if !(v > 0 && v <= math.MaxFloat32) {
			return Calibration{}, fmt.Errorf("nn: calibration: element %d reaches %v, want a finite number above 0", i, v)
		}
	}
	return Calibration{slices.Collect(slices.Chunk(slices.Clone(t.Data), s.Channels))}, nil
}

// Calibrate watches n evaluate positions such as those it will meet; a thousand
// are enough. What goes beyond the largest activation of a channel there will
// be cut off.
//
//	obs: [rows, planes, rows, cols], in [0, 1]
func Calibrate(n *Net, obs []float32, rows int) (Calibration, error) {
	s := n.spec
	if rows < 1 || rows > len(obs)/s.Size() {
		return Calibration{}, fmt.Errorf("nn: calibrate: %d floats of observations for %d rows of %d", len(obs), rows, s.Size())
	}
	for i, v := range obs[:rows*s.Size()] {
		if !(v >= 0 && v <= 1) {
			return Calibration{}, fmt.Errorf("nn: calibrate: row %d: observation of %v, want 0 to 1", i/s.Size(), v)
		}
	}
	c := Calibration{make([][]float32, 1+2*s.Blocks)}
	for i := range c.layers {
		c.layers[i] = make([]float32, s.Channels)
	}
	c.watch(newTrunk32(n), obs, rows)
	c.widen()
	return c, nil
}

// watch notes the largest activation of each channel.
func (c Calibration) watch(t *trunk32, obs []float32, rows int) {
	var ws workspace
	t.furnish(&ws)
	for at := 0; at < rows; at += maxRows {
		n := min(maxRows, rows-at)
		t.show(&ws, obs[at*t.spec.Size():], n, func(layer int, x []float32) {
			top := c.layers[layer]
			for i, v := range x[:n*t.spec.board().Padded()*t.spec.Channels] {
				top[i%len(top)] = max(top[i%len(top)], v)
			}
		})
	}
}

// leastReach is how far a channel reaches at least, in parts of its layer's
// furthest: one that hardly spoke while it was watched may speak up later.
const leastReach = 1. / 64

// widen lets every channel reach somewhere.
func (c Calibration) widen() {
	for _, layer := range c.layers {
		top := slices.Max(layer)
		top = cmp.Or(top, 1)
		for i, v := range layer {
			layer[i] = max(v, leastReach*top)
		}
	}
}
