package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/internal/prose"
	"ludens/nn"
)

// Read returns the numbers of a network of our shape, named as nn names them, and what
// the file says about it. Programs that write ONNX rename numbers, fold batch norm into
// convolutions, and leave out a bias of zeros; so what counts is not what the file calls
// its numbers but what it computes: from the outputs, known by their names, back to the
// observations.
//
//	policy_logits          of the planes, of the globals, or one after the other
//	wdl or wdl_logits      after the softmax or before it
//	score or score_logits  may be missing: the difference of two parts, or their logits
func Read(file []byte) ([]nn.Tensor, []Property, error) {
	c, err := parseModel(file)
	if err != nil {
		return nil, nil, fmt.Errorf("onnx: %w", err)
	}
	w := &walk{contents: c, size: 2 * len(file)}
	if err := w.network(); err != nil {
		return nil, nil, fmt.Errorf("onnx: %w", err)
	}
	return w.tensors, c.about, nil
}

// walk goes through a network from its outputs to its input, and keeps what it finds.
type walk struct {
	*contents
	tensors     []nn.Tensor
	taken, size int // bytes of numbers that are in tensors, and that may be: some are shared
}

// alike are names of outputs that are read in one way.
var alike = map[string]string{policyLogits: policyLogits, wdl: wdl, wdl + "_logits": wdl, score: score, score + "_logits": score}

// network reads the heads, and the trunk that they share.
func (w *walk) network() error {
	made := map[string]string{}
	for _, name := range w.outputs {
		as, ok := alike[name]
		if !ok {
			known := []string{policyLogits, wdl, wdl + "_logits", score, score + "_logits"}
			return fmt.Errorf("output %s%s: want %s", name, prose.Hint(name, known), strings.Join(known, ", "))
		}
		made[as] = name
	}
	if made[policyLogits] == "" || made[wdl] == "" || len(made) != len(w.outputs) {
		return fmt.Errorf("outputs %s: want policy_logits, wdl or wdl_logits and, of networks that have it, score or score_logits",
			strings.Join(w.outputs, ", "))
	}
	trunk, err := w.policy(made[policyLogits])
	if err != nil {
		return err
	}
	also, err := w.value(made[wdl], made[score])
	if err != nil {
		return err
	}
	if trunk != also {
		return fmt.Errorf("the policy stands on %s, the value on %s: want one trunk", trunk, also)
	}
	return w.trunk(trunk)
}

// policy returns the name of the trunk's last activations.
func (w *walk) policy(logits string) (trunk string, err error) {
	var features []string
	parts := []string{logits}
	if n := w.nodes[logits]; n != nil && n.op == "Concat" {
		if parts = n.in; len(parts) != 2 || !n.alongRows() {
			return "", fmt.Errorf("%s: Concat of %d inputs: want the logits of planes and of globals, in rows", logits, len(parts))
		}
	}
	for i, part := range parts {
		x := w.flat(part)
		n := w.nodes[x]
		switch planes := n != nil && n.op == "Conv"; {
		case planes && i == 0:
			x, err = w.conv("policy.planes", x, false)
		case planes || i == 0 && len(parts) == 2:
			return "", fmt.Errorf("%s: want the logits of planes, then those of globals", logits)
		default:
			x, err = w.dense("policy.globals", x)
		}
		if err != nil {
			return "", err
		}
		features = append(features, w.flat(x))
	}
	if features[0] != features[len(features)-1] {
		return "", fmt.Errorf("%s: planes and globals stand on %v: want one layer of features", logits, features)
	}
	return w.convNorm("policy.features", features[0])
}

// value reads the value's head, with the score where there is one.
func (w *walk) value(wdl, score string) (trunk string, err error) {
	hidden, err := w.dense("value.wdl", w.softmax(wdl))
	if err != nil {
		return "", err
	}
	if score != "" {
		if n := w.nodes[score]; n != nil && n.op == "MatMul" && len(n.in) == 2 {
			t, err := w.floats("value.score.lead", n.in[1], nil)
			if err != nil {
				return "", err
			}
			if !slices.Equal(t.Data, []float32{1, -1}) {
				return "", fmt.Errorf("score: parts weigh %v, want 1 and -1", t.Data)
			}
			score = n.in[0]
		}
		also, err := w.dense("value.score", w.softmax(score))
		if err != nil {
			return "", err
		}
		if also != hidden {
			return "", fmt.Errorf("the score stands on %s, win, draw and loss on %s: want one hidden layer", also, hidden)
		}
	}
	in, err := w.made("value.hidden", hidden, "Relu", 1)
	if err != nil {
		return "", err
	}
	x, err := w.dense("value.hidden", in.in[0])
	if err != nil {
		return "", err
	}
	return w.convNorm("value.features", w.flat(x))
}

// trunk reads the blocks, the last one first, and the stem.
func (w *walk) trunk(x string) error {
	var skips []string
	blocks := 0
	for at := x; ; blocks++ { // how many there are is known at the stem
		relu, err := w.made("the trunk", at, "Relu", 1)
		if err != nil {
			return err
		}
		n := w.nodes[w.flat(relu.in[0])]
		if n == nil || n.op != "Add" || len(n.in) != 2 {
			break
		}
		skip := n.in[0]
		if other := w.nodes[skip]; other == nil || other.op != "Relu" {
			skip = n.in[1]
		}
		if blocks > len(w.nodes) {
			return fmt.Errorf("the trunk: %s comes back to itself", at)
		}
		at = skip
		skips = append(skips, skip)
	}
	for i, skip := range skips {
		block := fmt.Sprintf("block%d", blocks-1-i)
		n := w.nodes[w.flat(w.nodes[x].in[0])]
		sum := n.in[0]
		if sum == skip {
			sum = n.in[1]
		}
		y, err := w.norm(block+".second", sum)
		if err != nil {
			return err
		}
		z, err := w.convNorm(block+".first", y)
		if err != nil {
			return err
		}
		if z != skip {
			return fmt.Errorf("%s: begins at %s and is added to %s: want one place", block, z, skip)
		}
		x = skip
	}
	in, err := w.convNorm("stem", x)
	if err != nil {
		return err
	}
	if n := w.nodes[in]; n != nil {
		return fmt.Errorf("stem: stands on %s (%s), want the observations", in, n.op)
	}
	return nil
}

// infinity is the float16 beyond all numbers.
const infinity = 0x7c00

// half returns the float16 nearest to v, of two as near the even one (IEEE 754).
func half(v float32) uint16 {
	bits := math.Float32bits(v)
	sign, rest := uint16(bits>>16&0x8000), bits&0x7fffffff
	switch {
	case rest > 0x7f800000: // NaN
		return sign | infinity | 0x200
	case rest >= 0x477ff000: // rounds to more than 65504
		return sign | infinity
	case rest < 0x38800000: // below 2^-14: a multiple of 2^-24
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(rest))*(1<<24)))
	}
	rest -= (127 - 15) << 23
	rest += 0xfff + rest>>13&1
	return sign | uint16(rest>>13)
}

// halfTensor encodes a TensorProto of float16.
func halfTensor(t nn.Tensor) message {
	return encoded(t, float16Type, func(raw []byte, v float32) []byte { return binary.LittleEndian.AppendUint16(raw, half(v)) })
}
