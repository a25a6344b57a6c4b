package onnx

import (
	"fmt"
	"slices"

	"ludens/nn"
)

// made returns the operator that makes x, which must be op with that many inputs.
func (w *walk) made(layer, x, op string, inputs int) (*node, error) {
	n := w.nodes[x]
	switch {
	case n == nil:
		return nil, fmt.Errorf("%s: nothing makes %q, want %s", layer, x, op)
	case n.op != op:
		return nil, fmt.Errorf("%s: %s is made by %s, want %s", layer, x, n.op, op)
	case len(n.in) < inputs:
		return nil, fmt.Errorf("%s: %s of %d inputs, want %d", layer, op, len(n.in), inputs)
	}
	return n, nil
}

// flat returns what x was before it was only laid out otherwise. That no number
// changes its row is seen by the next layer's shape.
func (w *walk) flat(x string) string {
	for range w.nodes {
		n := w.nodes[x]
		if n == nil || len(n.in) == 0 || n.op != "Flatten" && n.op != "Reshape" && n.op != "Identity" {
			break
		}
		x = n.in[0]
	}
	return x
}

// softmax returns what the rows of x were before their softmax, if they had one.
func (w *walk) softmax(x string) string {
	x = w.flat(x)
	if n := w.nodes[x]; n != nil && n.op == "Softmax" && len(n.in) == 1 && n.alongRows() {
		return w.flat(n.in[0])
	}
	return x
}

// alongRows reports whether an operator works within rows of numbers, not across them.
func (n *node) alongRows() bool {
	s, ok := n.settings["axis"]
	return !ok || s.integer == 1 || s.integer == -1
}

// convNorm reads a convolution, its batch norm unless it was folded, and ReLU.
func (w *walk) convNorm(layer, x string) (in string, err error) {
	relu, err := w.made(layer, x, "Relu", 1)
	if err != nil {
		return "", err
	}
	return w.norm(layer, relu.in[0])
}

// norm reads a convolution and its batch norm.
func (w *walk) norm(layer, x string) (in string, err error) {
	n := w.nodes[w.flat(x)]
	if n == nil || n.op != "BatchNormalization" {
		return w.conv(layer, w.flat(x), false)
	}
	if len(n.in) < 5 {
		return "", fmt.Errorf("%s: BatchNormalization of %d inputs, want 5", layer, len(n.in))
	}
	if err := n.wants(setting{}, "training_mode"); err != nil {
		return "", fmt.Errorf("%s: %w", layer, err)
	}
	for i, part := range []string{"gamma", "beta", "mean", "variance"} {
		t, err := w.floats(layer+"."+part, n.in[i+1], nil)
		if err != nil {
			return "", err
		}
		if part == "variance" {
			t.Data = n.widened(t.Data)
		}
		w.tensors = append(w.tensors, t)
	}
	return w.conv(layer, w.flat(n.in[0]), true)
}

// widened returns variances that with our epsilon are what they are with the node's.
func (n *node) widened(v []float32) []float32 {
	s, ok := n.settings["epsilon"]
	if !ok || s.number == normEpsilon {
		return v
	}
	v = slices.Clone(v)
	for i := range v {
		v[i] += s.number - normEpsilon
	}
	return v
}

// conv reads a convolution with a border that keeps the board's size. It has a bias, if
// only one of zeros, unless batch norm follows.
func (w *walk) conv(layer, x string, normed bool) (in string, err error) {
	n, err := w.made(layer, x, "Conv", 2)
	if err != nil {
		return "", err
	}
	weight, err := w.floats(layer+".weight", n.in[1], nil)
	if err != nil {
		return "", err
	}
	if len(weight.Shape) != 4 {
		return "", fmt.Errorf("tensor %s: shape %v, want 4 numbers", weight.Name, weight.Shape)
	}
	pad := weight.Shape[2] / 2
	for _, want := range []struct {
		name string
		is   setting
	}{
		{"pads", setting{list: []int{pad, pad, pad, pad}}}, {"strides", setting{list: []int{1, 1}}},
		{"dilations", setting{list: []int{1, 1}}}, {"group", setting{integer: 1}},
		{"auto_pad", setting{text: "NOTSET"}},
	} {
		if err := n.wants(want.is, want.name); err != nil {
			return "", fmt.Errorf("%s: %w", layer, err)
		}
	}
	w.tensors = append(w.tensors, weight)
	if normed && len(n.in) == 2 {
		return n.in[0], nil
	}
	return n.in[0], w.bias(layer, n.in[2:], weight.Shape[0])
}

// dense reads a matrix and a bias: one operator, or two.
func (w *walk) dense(layer, x string) (in string, err error) {
	n := w.nodes[x]
	turned := false
	var bias []string
	switch {
	case n == nil:
		return "", fmt.Errorf("%s: nothing makes %q, want Gemm", layer, x)
	case n.op == "Add" && len(n.in) == 2:
		var product *node
		for i, name := range n.in {
			if m := w.nodes[name]; m != nil && m.op == "MatMul" {
				product, bias = m, []string{n.in[1-i]}
			}
		}
		n = product
	case n.op == "Gemm":
		for _, want := range []struct {
			name string
			is   setting
		}{{"transA", setting{}}, {"alpha", setting{number: 1}}, {"beta", setting{number: 1}}} {
			if err := n.wants(want.is, want.name); err != nil {
				return "", fmt.Errorf("%s: %w", layer, err)
			}
		}
		turned = n.settings["transB"].integer != 0
		bias = n.in[min(2, len(n.in)):]
	case n.op != "MatMul":
		n = nil
	}
	if n == nil || len(n.in) < 2 {
		return "", fmt.Errorf("%s: %s is made by %s, want Gemm or MatMul and Add", layer, x, w.nodes[x].op)
	}
	weight, err := w.floats(layer+".weight", n.in[1], nil)
	if err != nil {
		return "", err
	}
	if len(weight.Shape) != 2 {
		return "", fmt.Errorf("tensor %s: shape %v, want 2 numbers", weight.Name, weight.Shape)
	}
	if turned {
		weight = weight.Transposed()
	}
	w.tensors = append(w.tensors, weight)
	return n.in[0], w.bias(layer, bias, weight.Shape[1])
}

// bias keeps a layer's bias: zeros where it has none.
func (w *walk) bias(layer string, name []string, out int) error {
	t := nn.NewTensor(layer+".bias", out)
	if len(name) > 0 && name[0] != "" {
		var err error
		if t, err = w.floats(t.Name, name[0], t.Shape); err != nil {
			return err
		}
	}
	w.tensors = append(w.tensors, t)
	return nil
}

// floats returns the numbers of that name in the file as a tensor of a layer.
func (w *walk) floats(as, name string, shape []int) (nn.Tensor, error) {
	t, ok := w.numbers[w.flat(name)]
	d := dtypes[t.kind]
	switch {
	case !ok:
		return nn.Tensor{}, fmt.Errorf("tensor %s: %q is none of the file's numbers", as, name)
	case t.external:
		return nn.Tensor{}, fmt.Errorf("tensor %s: its numbers are in another file: write all into one (external_data=False)", as)
	case !d.Known():
		return nn.Tensor{}, fmt.Errorf("tensor %s: data type %d, want 1 (float), 10 (float16) or 16 (bfloat16)", as, t.kind)
	}
	if w.taken += len(t.raw) + len(t.floats); w.taken > w.size {
		return nn.Tensor{}, fmt.Errorf("tensor %s: the file's numbers are used more often than a network can", as)
	}
	data := d.Append(slices.Clone(t.floats), t.raw)
	if n, ok := product(t.shape, len(data)); !ok || n != len(data) {
		return nn.Tensor{}, fmt.Errorf("tensor %s: %d numbers for shape %v", as, len(data), t.shape)
	}
	if shape != nil && !slices.Equal(shape, t.shape) {
		return nn.Tensor{}, fmt.Errorf("tensor %s: shape %v, want %v", as, t.shape, shape)
	}
	return nn.Tensor{Name: as, Shape: t.shape, Data: data}, nil
}

// product returns the product of a shape, unless it is more than most.
func product(shape []int, most int) (n int, ok bool) {
	n = 1
	for _, d := range shape {
		if d < 0 || d > 0 && n > most/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// wants returns an error unless a setting is as it must be, or left to its default,
// which is that but for pads.
func (n *node) wants(want setting, name string) error {
	is, ok := n.settings[name]
	if !ok {
		if name != "pads" || !slices.ContainsFunc(want.list, func(v int) bool { return v != 0 }) {
			return nil
		}
	}
	if is.number == want.number && is.integer == want.integer && is.text == want.text && slices.Equal(is.list, want.list) {
		return nil
	}
	return fmt.Errorf("%s has %s = %s, want %s", n.op, name, is, want)
}

// String writes the value that is there.
func (s setting) String() string {
	switch {
	case s.list != nil:
		return fmt.Sprint(s.list)
	case s.text != "":
		return s.text
	case s.number != 0:
		return fmt.Sprint(s.number)
	}
	return fmt.Sprint(s.integer)
}
