package nn

import (
	"fmt"

	"ludens/nn/internal/kernel"
)

// Spec is the shape of a network. It says everything but the weights.
//
// The trunk is a 3x3 convolution, then Blocks residual blocks of two, all with
// Channels channels, each followed by batch norm and ReLU (He et al. 2016). On
// it stand a policy head and a value head (Silver et al. 2018), see [Layer].
type Spec struct {
	Planes int `json:"planes"` // planes of one observation
	Rows   int `json:"rows"`
	Cols   int `json:"cols"`

	Channels int `json:"channels"` // of the trunk. AlphaZero: 256
	Blocks   int `json:"blocks"`   // residual blocks. AlphaZero: 19

	PolicyChannels int `json:"policy_channels"` // of the features under the policy logits. AlphaZero Go: 2
	PolicyPlanes   int `json:"policy_planes"`   // logits of actions that start on a cell: the number for each cell
	Globals        int `json:"globals"`         // logits of actions that start on no cell

	ValueChannels int `json:"value_channels"` // of the features under the value. AlphaZero: 1
	ValueHidden   int `json:"value_hidden"`   // width of the dense layer above them. AlphaZero: 256

	Score bool `json:"score,omitempty"` // a third head predicts how far the mover will have come in the end
}

// Bounds of a Spec. They are far above what trains on a few cores, and low
// enough that a damaged header cannot ask for absurd memory.
const (
	maxSide   = 64
	maxWidth  = 4096    // channels, planes, hidden units
	maxBlocks = 128     // residual blocks
	maxParams = 1 << 25 // numbers in one network: 128 MiB. AlphaZero, 20 blocks of 256: 24 million
)

// Cells returns Rows*Cols.
func (s Spec) Cells() int { return s.Rows * s.Cols }

// Size returns the number of floats of one observation.
func (s Spec) Size() int { return s.Planes * s.Cells() }

// Actions returns the number of policy logits: plane by plane, each row by row,
// then the globals.
func (s Spec) Actions() int { return s.PolicyPlanes*s.Cells() + s.Globals }

func (s Spec) board() kernel.Board { return kernel.Board{Rows: s.Rows, Cols: s.Cols} }

// Validate says why no network has this shape, in one line, or nil.
func (s Spec) Validate() error {
	for _, f := range []struct {
		name       string
		v, low, up int
	}{
		{"planes", s.Planes, 1, maxWidth},
		{"rows", s.Rows, 2, maxSide},
		{"cols", s.Cols, 2, maxSide},
		{"channels", s.Channels, 1, maxWidth},
		{"blocks", s.Blocks, 0, maxBlocks},
		{"policy_channels", s.PolicyChannels, 1, maxWidth},
		{"policy_planes", s.PolicyPlanes, 0, maxWidth},
		{"globals", s.Globals, 0, maxWidth},
		{"value_channels", s.ValueChannels, 1, maxWidth},
		{"value_hidden", s.ValueHidden, 1, maxWidth},
	} {
		if f.v < f.low || f.v > f.up {
			return fmt.Errorf("%s = %d, want %d to %d", f.name, f.v, f.low, f.up)
		}
	}
	if n := s.Actions(); n < 2 {
		return fmt.Errorf("policy_planes and globals make %d actions, want at least 2", n)
	}
	if n := s.Params(); n > maxParams {
		return fmt.Errorf("channels = %d and blocks = %d make %d parameters, want at most %d", s.Channels, s.Blocks, n, maxParams)
	}
	return nil
}

// Params returns how many numbers training adjusts. The running statistics of
// batch norm are not among them.
func (s Spec) Params() int {
	n := 0
	for _, l := range s.Layers() {
		n += l.weights() + l.Out
		if l.Norm {
			n += l.Out
		}
	}
	return n
}

// MulAdds returns how many multiplications with an addition one evaluation
// takes, those of the linear layers only.
func (s Spec) MulAdds() int {
	n := 0
	for _, l := range s.Layers() {
		if l.Kind == Dense {
			n += l.weights()
		} else {
			n += l.weights() * s.Cells()
		}
	}
	return n
}

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
