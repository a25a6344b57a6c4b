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
