package nn

import "fmt"

// Kind is what a layer's weights are.
type Kind int8

const (
	Conv3x3 Kind = iota // a convolution with a border of zeros
	Conv1x1             // the same matrix for every cell
	Dense               // a matrix over all that comes in
)

// String returns "conv3x3", "conv1x1" or "dense".
func (k Kind) String() string {
	switch k {
	case Conv3x3:
		return "conv3x3"
	case Conv1x1:
		return "conv1x1"
	case Dense:
		return "dense"
	}
	return fmt.Sprintf("Kind(%d)", int8(k))
}

// Layer is one linear map of a network, and the batch norm or the bias after it.
//
//	stem             conv3x3, norm, relu
//	block<i>.first   conv3x3, norm, relu
//	block<i>.second  conv3x3, norm, + the block's input, relu
//	policy.features  conv1x1, norm, relu        on the trunk
//	policy.planes    conv1x1, bias              on the policy features: logits of the planes
//	policy.globals   dense, bias                on the policy features: logits of the globals
//	value.features   conv1x1, norm, relu        on the trunk
//	value.hidden     dense, bias, relu          on the value features
//	value.wdl        dense, bias                logits of win, draw, loss for the mover
//	value.score      dense, bias                logits of the two sides' parts of the final score
//
// Dense layers see features as [channels, rows, cols], flattened.
type Layer struct {
	Name    string
	Kind    Kind
	In, Out int  // channels; of a dense layer, numbers
	Norm    bool // batch norm follows, else a bias
}

// Layers returns the layers of the network in the order of evaluation.
func (s Spec) Layers() []Layer {
	ls := []Layer{{"stem", Conv3x3, s.Planes, s.Channels, true}}
	for i := range s.Blocks {
		ls = append(ls,
			Layer{first(i), Conv3x3, s.Channels, s.Channels, true},
			Layer{second(i), Conv3x3, s.Channels, s.Channels, true})
	}
	ls = append(ls, Layer{"policy.features", Conv1x1, s.Channels, s.PolicyChannels, true})
	if s.PolicyPlanes > 0 {
		ls = append(ls, Layer{"policy.planes", Conv1x1, s.PolicyChannels, s.PolicyPlanes, false})
	}
	if s.Globals > 0 {
		ls = append(ls, Layer{"policy.globals", Dense, s.PolicyChannels * s.Cells(), s.Globals, false})
	}
	ls = append(ls,
		Layer{"value.features", Conv1x1, s.Channels, s.ValueChannels, true},
		Layer{"value.hidden", Dense, s.ValueChannels * s.Cells(), s.ValueHidden, false},
		Layer{"value.wdl", Dense, s.ValueHidden, 3, false})
	if s.Score {
		ls = append(ls, Layer{"value.score", Dense, s.ValueHidden, 2, false})
	}
	return ls
}

// layer returns the layer of that name, if there is one.
func (s Spec) layer(name string) (Layer, bool) {
	for _, l := range s.Layers() {
		if l.Name == name {
			return l, true
		}
	}
	return Layer{}, false
}

// first and second name the layers of a block.
func first(block int) string  { return fmt.Sprintf("block%d.first", block) }
func second(block int) string { return fmt.Sprintf("block%d.second", block) }

// side returns the side of a convolution's kernel.
func (l Layer) side() int {
	if l.Kind == Conv3x3 {
		return 3
	}
	return 1
}

// Shape returns the shape of the layer's weight: [out, in, 3, 3], [out, in, 1, 1],
// or [in, out] of a dense layer.
func (l Layer) Shape() []int {
	if l.Kind == Dense {
		return []int{l.In, l.Out}
	}
	return []int{l.Out, l.In, l.side(), l.side()}
}

// fanIn returns how many inputs one output sums.
func (l Layer) fanIn() int { return l.weights() / l.Out }

// weights returns how many numbers the weight has.
func (l Layer) weights() int { return size(l.Shape()) }

// The last words of tensor names: stem.weight, stem.gamma, ...
const (
	weight   = "weight"
	bias     = "bias"
	gamma    = "gamma"
	beta     = "beta"
	mean     = "mean"     // running, over training batches
	variance = "variance" // running, over training batches
)

// parts returns what the layer is made of besides its weight, each [out].
func (l Layer) parts() []string {
	if l.Norm {
		return []string{gamma, beta, mean, variance}
	}
	return []string{bias}
}

// outlines returns the layer's tensors without their numbers.
func (l Layer) outlines() []Tensor {
	ts := []Tensor{{Name: l.Name + "." + weight, Shape: l.Shape()}}
	for _, part := range l.parts() {
		ts = append(ts, Tensor{Name: l.Name + "." + part, Shape: []int{l.Out}})
	}
	return ts
}
