package nn

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"ludens/nn/internal/kernel"
)

// Quantised is a network as it plays in int8, and no more of it: a third of the bytes. It
// cannot be trained. It never changes, and is the same on every CPU.
type Quantised struct {
	spec    Spec
	uniform int      // of the last planes: see Net.Uniform
	layers  []layer8 // stem, what uniform planes come to (if there are any), blocks, features of both heads
	heads   *Net     // has numbers only above the features
}

// layer8 is a layer in int8.
type layer8 struct {
	w []int8 // [out, in, taps]
	kernel.Affine
}

// Quantise returns n in int8, with the activation ranges of c, which must be of this network.
func Quantise(n *Net, c Calibration) *Quantised {
	q := &Quantised{spec: n.spec, uniform: n.uniform, heads: build(n.spec, n.spec.outlines())}
	for i, t := range q.heads.tensors {
		if q.isFloat(t) {
			q.heads.tensors[i].Data = slices.Clone(n.tensors[i].Data)
		}
	}
	x := units(c.layers[0])
	q.layers = quantisedStem(n, x)
	add := func(name string, in, skip, out []float64) {
		l, _ := n.spec.layer(name)
		w, b := n.folded(l)
		q.layers = append(q.layers, quantised(w, b, in, skip, out))
	}
	for i := range n.spec.Blocks {
		y, next := units(c.layers[2*i+1]), units(c.layers[2*i+2])
		add(first(i), x, nil, y)
		add(second(i), y, x, next)
		x = next
	}
	add("policy.features", x, nil, nil)
	add("value.features", x, nil, nil)
	return q
}

// quantisedStem returns the stem, and what uniform planes come to in each zone if there are any.
func quantisedStem(n *Net, out []float64) []layer8 {
	in := newInput(n.spec, n.uniform)
	w, bias, zones := in.stem(n)
	all := []layer8{quantised(w, bias, wholes(in.planes), nil, out)}
	if in.uniform > 0 {
		all = append(all, quantised(zones, slices.Repeat(bias, kernel.Zones), wholes(in.uniform), nil, slices.Repeat(out, kernel.Zones)))
	}
	return all
}

// isFloat reports whether a tensor is of a layer above the features, which stays in float32.
func (q *Quantised) isFloat(t Tensor) bool {
	return slices.ContainsFunc(q.spec.Layers(), func(l Layer) bool {
		return !l.Norm && (t.Name == l.Name+"."+weight || t.Name == l.Name+"."+bias)
	})
}

// Spec returns the network's shape.
func (q *Quantised) Spec() Spec { return q.spec }

// Uniform returns how many of the last planes it takes for uniform.
func (q *Quantised) Uniform() int { return q.uniform }

// Engine returns an engine of the network.
func (q *Quantised) Engine() *Engine { return newEngine(q.heads, newTrunk8(q)) }

// Hash returns the SHA-256 of what Encode returns, in hexadecimal.
func (q *Quantised) Hash() string {
	sum := sha256.Sum256(q.Encode())
	return hex.EncodeToString(sum[:])
}

// Encode returns the network as bytes, equal ones for equal networks. Numbers are little-endian:
//
//	uint32            length of the spec
//	                  the spec as JSON
//	uint32            uniform planes
//	of each layer     weights (int8); scales, biases and, of the second of a block, scales of the skip (float32)
//	of each tensor    above the features: its numbers (float32)
func (q *Quantised) Encode() []byte {
	spec, err := json.Marshal(q.spec)
	if err != nil {
		panic(err) // it is numbers
	}
	b := append(binary.LittleEndian.AppendUint32(nil, uint32(len(spec))), spec...)
	b = binary.LittleEndian.AppendUint32(b, uint32(q.uniform))
	for _, l := range q.layers {
		for _, w := range l.w {
			b = append(b, byte(w))
		}
		for _, part := range [][]float32{l.Scale, l.Bias, l.Skip} {
			b = appendFloats(b, part)
		}
	}
	for _, t := range q.heads.tensors {
		if q.isFloat(t) {
			b = appendFloats(b, t.Data)
		}
	}
	return b
}

// DecodeQuantised reads what Encode returned. It refuses what is cut short, too long, or has
// numbers that no network has, before it takes memory for them.
func DecodeQuantised(b []byte) (*Quantised, error) {
	q, err := decodeQuantised(b)
	if err != nil {
		return nil, fmt.Errorf("nn: network in int8: %w", err)
	}
	return q, nil
}

func decodeQuantised(b []byte) (*Quantised, error) {
	if len(b) < 8 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-8) {
		return nil, errors.New("it ends within its spec")
	}
	n := int(binary.LittleEndian.Uint32(b))
	q := &Quantised{}
	d := json.NewDecoder(bytes.NewReader(b[4 : 4+n]))
	d.DisallowUnknownFields()
	if err := d.Decode(&q.spec); err != nil {
		return nil, fmt.Errorf("its spec: %w", err)
	}
	if err := q.spec.Validate(); err != nil {
		return nil, err
	}
	uniform := binary.LittleEndian.Uint32(b[4+n:])
	if uint64(uniform) >= uint64(q.spec.Planes) {
		return nil, fmt.Errorf("%d uniform planes of %d", uniform, q.spec.Planes)
	}
	q.uniform, b = int(uniform), b[8+n:]
	q.heads = build(q.spec, q.spec.outlines())
	if want := q.size(); len(b) != want {
		return nil, fmt.Errorf("%d bytes of numbers, want %d", len(b), want)
	}
	return q, q.fill(b)
}

// shape8 is how large a layer8 is.
type shape8 struct {
	weights, out int
	skips        bool
}

// shapes returns those of the layers.
func (q *Quantised) shapes() (all []shape8) {
	s := q.spec
	all = append(all, shape8{weights: 9 * (s.Planes - q.uniform) * s.Channels, out: s.Channels})
	if q.uniform > 0 {
		all = append(all, shape8{weights: kernel.Zones * s.Channels * q.uniform, out: kernel.Zones * s.Channels})
	}
	for i, l := range s.Layers() {
		if l.Norm && i > 0 {
			all = append(all, shape8{l.weights(), l.Out, l.closesBlock()})
		}
	}
	return all
}

// size returns how many bytes all numbers take.
func (q *Quantised) size() (n int) {
	for _, s := range q.shapes() {
		if n += s.weights + 8*s.out; s.skips {
			n += 4 * s.out
		}
	}
	for _, t := range q.heads.tensors {
		if q.isFloat(t) {
			n += 4 * size(t.Shape)
		}
	}
	return n
}

// fill sets all numbers from b, which has as many.
func (q *Quantised) fill(b []byte) (err error) {
	floats := func(n int) []float32 {
		out := Dtype("F32").Append(make([]float32, 0, n), b[:4*n])
		for _, v := range out {
			if !(math.Abs(float64(v)) <= math.MaxFloat32) && err == nil {
				err = fmt.Errorf("a number of %v", v)
			}
		}
		b = b[4*n:]
		return out
	}
	for _, s := range q.shapes() {
		l := layer8{w: make([]int8, s.weights)}
		for i := range l.w {
			if l.w[i] = int8(b[i]); l.w[i] == math.MinInt8 && err == nil {
				err = errors.New("a weight of -128, want -127 to 127")
			}
		}
		b = b[s.weights:]
		l.Scale, l.Bias = floats(s.out), floats(s.out)
		if s.skips {
			l.Skip = floats(s.out)
		}
		q.layers = append(q.layers, l)
	}
	for i, t := range q.heads.tensors {
		if q.isFloat(t) {
			q.heads.tensors[i].Data = floats(size(t.Shape))
		}
	}
	return err
}

// units returns what one step of a byte is worth in each channel that reaches
// so far.
func units(reach []float32) []float64 {
	u := make([]float64, len(reach))
	for i, v := range reach {
		u[i] = float64(v) / 255
	}
	return u
}

// wholes returns the units of channels in [0, 1], such as observations.
func wholes(n int) []float64 {
	u := make([]float64, n)
	for i := range u {
		u[i] = 1. / 255
	}
	return u
}

// quantised rounds the weights of a layer, and returns them with what is to be done to its
// sums.
//
//	w, b: [out, in, taps] and [out]
//	in:   the units of its inputs
//	skip: those of what is added to it; nil where nothing is
//	out:  those of its outputs; nil for floats
func quantised(w, b []float32, in, skip, out []float64) (l layer8) {
	fan := len(w) / len(b)
	l.w = make([]int8, len(w))
	for o := range b {
		unit := 1.
		if out != nil {
			unit = out[o]
		}
		scale := quantiseWeights(l.w[o*fan:][:fan], w[o*fan:][:fan], in, fan/len(in))
		l.Scale = append(l.Scale, float32(scale/unit))
		l.Bias = append(l.Bias, float32(float64(b[o])/unit))
		if skip != nil {
			l.Skip = append(l.Skip, float32(skip[o]/unit))
		}
	}
	return l
}

// quantiseWeights rounds the weights of one output, and returns what one step of
// a weight times one of an input is worth.
//
//	dst, w: [in, taps]
//	in:     units of the inputs
func quantiseWeights(dst []int8, w []float32, in []float64, taps int) (scale float64) {
	for i, v := range w {
		scale = max(scale, math.Abs(float64(v)*in[i/taps])/127)
	}
	if scale == 0 {
		return 0
	}
	for i, v := range w {
		dst[i] = int8(math.RoundToEven(float64(v) * in[i/taps] / scale))
	}
	return scale
}
