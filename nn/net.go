// Package nn is networks: their shape, their numbers, what they answer, and how
// they learn. It knows tensors, not games.
//
// A [Spec] is the shape: a residual trunk over a board, a policy head, and a
// value head that answers with the probabilities of win, draw and loss for the
// side to move. A [Net] is a Spec with its numbers, immutable.
//
//	net, err := nn.New(spec, seed.New(1).Rand())
//
// An [Engine] answers fast and for many goroutines at once; a [Reference] gives
// the same answers, but for rounding, with Gorgonia's operations:
//
//	engine := nn.NewEngine(net)
//	out := spec.NewOutputs(n)
//	err = engine.Infer(obs, n, out) // obs: [n, planes, rows, cols]
//
// A [Trainer] makes a better Net out of batches; Gorgonia differentiates:
//
//	t, err := nn.NewTrainer(net, nn.DefaultConfig())
//	loss, err := t.Step(batch, lr)
//	net = t.Net()
//
// What must be kept to go on as if nothing had happened is t.Net() and
// t.State(); both are tensors in the safetensors layout:
//
//	err = nn.WriteTensors(w, net.Tensors()) // nn.TensorsSize(net.Tensors()) bytes
//	err = nn.WriteTensors(w, t.State())
//	...
//	ts, err := nn.ReadTensors(r, size)
//	net, err = nn.FromTensors(spec, ts)
//	t, err = nn.NewTrainer(net, config)
//	err = t.SetState(state)
//
// Logits come plane by plane, each row by row, then the globals, so that action
// plane*cells + cell stands at its own index.
package nn

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/nn/internal/kernel"
)

// Net is a Spec with its numbers. It never changes once built, and is safe for
// concurrent use.
type Net struct {
	spec    Spec
	tensors []Tensor       // in the order of Spec.Layers
	index   map[string]int // by name
	uniform int            // of the last planes, for engines: see Uniform
}

// New returns a network whose weights are drawn from r: as He et al. 2015, with
// blocks that start near the identity and outputs that start near uniform.
func New(s Spec, r *rand.Rand) (*Net, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("nn: network: %w", err)
	}
	n := build(s, nil)
	for _, l := range s.Layers() {
		n.draw(l, r)
	}
	return n, nil
}

// FromTensors returns the network made of copies of ts, in any order. The error
// names the first tensor that does not fit s.
func FromTensors(s Spec, ts []Tensor) (*Net, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("nn: network: %w", err)
	}
	ts, err := fit(ts, s.outlines())
	if err != nil {
		return nil, fmt.Errorf("nn: %w", err)
	}
	n := build(s, clones(ts))
	if err := n.Check(); err != nil {
		return nil, err
	}
	return n, nil
}

// Spec returns the network's shape.
func (n *Net) Spec() Spec { return n.spec }

// Tensors returns copies of all weights and running statistics, in a fixed order.
func (n *Net) Tensors() []Tensor { return clones(n.tensors) }

// Towards returns the network that lies by a share of the way from n to other,
// which has the same Spec: number by number n + share*(other - n).
func (n *Net) Towards(other *Net, share float32) *Net {
	ts := n.spec.outlines()
	kernel.Split(len(ts), func(from, to int) {
		for i := from; i < to; i++ {
			own, theirs := n.tensors[i].Data, other.tensors[i].Data
			between := make([]float32, len(own))
			for j, w := range theirs[:len(own)] {
				between[j] = own[j] + float32(share*(w-own[j]))
			}
			ts[i].Data = between
		}
	})
	return build(n.spec, ts)
}

// Hash returns the SHA-256 over names, shapes and numbers, in hexadecimal.
func (n *Net) Hash() string {
	h := sha256.New()
	for _, t := range n.tensors {
		fmt.Fprintf(h, "%s %v\n", t.Name, t.Shape)
		h.Write(appendFloats(nil, t.Data))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// build returns a network over ts, which stand in the order of the layers; nil
// for zeros.
func build(s Spec, ts []Tensor) *Net {
	if ts == nil {
		for _, t := range s.outlines() {
			ts = append(ts, NewTensor(t.Name, t.Shape...))
		}
	}
	n := &Net{spec: s, tensors: ts, index: make(map[string]int, len(ts))}
	for i, t := range ts {
		n.index[t.Name] = i
	}
	return n
}

// part returns the numbers of one part of a layer.
func (n *Net) part(l Layer, part string) []float32 {
	return n.tensors[n.index[l.Name+"."+part]].Data
}

const (
	outputScale  = 0.1 // of the weights that make logits
	closingGamma = 0.1 // of the last batch norm of a block; Goyal et al. 2017: 0
)

// outlines returns the network's tensors without their numbers: a shape that was
// read takes no memory before tensors have been found that fit it.
func (s Spec) outlines() (ts []Tensor) {
	for _, l := range s.Layers() {
		ts = append(ts, l.outlines()...)
	}
	return ts
}

// draw initialises one layer.
func (n *Net) draw(l Layer, r *rand.Rand) {
	sd := math.Sqrt(2 / float64(l.fanIn()))
	if l.output() {
		sd *= outputScale
	}
	for w := n.part(l, weight); len(w) > 0; w = w[1:] {
		w[0] = float32(r.NormFloat64() * sd)
	}
	if !l.Norm {
		return
	}
	fill(n.part(l, variance), 1)
	fill(n.part(l, gamma), 1)
	if l.closesBlock() {
		fill(n.part(l, gamma), closingGamma)
	}
}

// output reports whether logits come out of the layer.
func (l Layer) output() bool {
	switch l.Name {
	case "policy.planes", "policy.globals", "value.wdl", "value.score":
		return true
	}
	return false
}

// closesBlock reports whether a residual block ends with the layer.
func (l Layer) closesBlock() bool {
	return strings.HasPrefix(l.Name, "block") && strings.HasSuffix(l.Name, ".second")
}

func fill(dst []float32, v float32) {
	for i := range dst {
		dst[i] = v
	}
}

// normEpsilon keeps batch norm from dividing by zero, normMomentum is the share
// of a new batch in the running statistics (Ioffe and Szegedy 2015; both as in
// PyTorch).
const (
	normEpsilon  = 1e-5
	normMomentum = 0.1
)

// Folded returns the weight and the bias of every layer, batch norm worked into them: for
// programs that evaluate the network and do not train it.
func (n *Net) Folded() (ts []Tensor) {
	for _, l := range n.spec.Layers() {
		w, b := n.folded(l)
		ts = append(ts, Tensor{l.Name + "." + weight, l.Shape(), slices.Clone(w)}, Tensor{l.Name + "." + bias, []int{l.Out}, slices.Clone(b)})
	}
	return ts
}

// folded returns a convolution's weight and bias, batch norm worked into them:
//
//	gamma (x - mean) / sqrt(variance + epsilon) + beta
func (n *Net) folded(l Layer) (w, b []float32) {
	if !l.Norm {
		return n.part(l, weight), n.part(l, bias)
	}
	w, b = slices.Clone(n.part(l, weight)), make([]float32, l.Out)
	fan := l.fanIn()
	for o := range b {
		factor := float64(n.part(l, gamma)[o]) / math.Sqrt(float64(n.part(l, variance)[o])+normEpsilon)
		b[o] = n.part(l, beta)[o] - float32(float64(n.part(l, mean)[o])*factor)
		for i, v := range w[o*fan : (o+1)*fan] {
			w[o*fan+i] = float32(float64(v) * factor)
		}
	}
	return w, b
}

// Bounds of what a network may consist of. Trained weights are of the size of 1, and
// batch norm that is folded into them multiplies by 316 at most (normEpsilon); a
// variance is a square.
const (
	MaxWeight   = 1e6
	maxVariance = MaxWeight * MaxWeight
)

// Check returns an error that names the first weight or running statistic that no
// training can have come to: NaN, infinite, beyond MaxWeight, or a variance below 0.
// Weights within the bounds may still overflow together: what a network answers has to
// be checked, too.
func (n *Net) Check() error {
	for _, l := range n.spec.Layers() {
		for _, part := range append(l.parts(), weight) {
			least, most := -MaxWeight, MaxWeight
			if part == variance {
				least, most = 0, maxVariance
			}
			for i, v := range n.part(l, part) {
				if !(float64(v) >= least && float64(v) <= most) {
					return fmt.Errorf("nn: tensor %s.%s: element %d is %v, want %g to %g", l.Name, part, i, v, least, most)
				}
			}
		}
	}
	return nil
}

// Dead names the first layer whose batch norm is zero in all channels, and the part
// that is; "" if there is none. Without its gamma a layer answers every position alike;
// a running variance of 0 is that of a layer whose statistics were lost, or which sees
// nothing. The last layer of a residual block may be 0: the block is then skipped.
func (n *Net) Dead() string {
	for _, l := range n.spec.Layers() {
		switch {
		case !l.Norm:
		case zero(n.part(l, gamma)) && !l.closesBlock():
			return l.Name + "." + gamma
		case zero(n.part(l, variance)):
			return l.Name + "." + variance
		}
	}
	return ""
}

func zero(v []float32) bool {
	const least = 1e-12 // of a number that counts
	return !slices.ContainsFunc(v, func(x float32) bool { return math.Abs(float64(x)) > least })
}

// Moved returns how far the weights of n are from those of another network of its
// Spec, in parts of their own length: |n - from| / |from|. Running statistics do not
// count, they move without learning.
func (n *Net) Moved(from *Net) float64 {
	var distance, length float64
	for _, l := range n.spec.Layers() {
		for _, part := range append(l.parts(), weight) {
			if part == mean || part == variance {
				continue
			}
			a := from.part(l, part)
			for i, v := range n.part(l, part) {
				d := float64(v) - float64(a[i])
				distance += float64(d * d)
				length += float64(float64(a[i]) * float64(a[i]))
			}
		}
	}
	if length == 0 {
		return 0
	}
	return math.Sqrt(distance / length)
}
