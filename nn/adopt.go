package nn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/internal/prose"
)

// Adopt returns the network whose numbers another program wrote, for a game that has
// the planes and actions of game; how wide and deep it is the tensors say. Two ways to
// name them are known, and a file keeps to one of them:
//
//	ours              PyTorch's modules           where there is batch norm
//	stem.weight       stem.conv.weight            [out, in, 3, 3]
//	stem.gamma        stem.norm.weight            [out]
//	stem.beta         stem.norm.bias              [out]
//	stem.mean         stem.norm.running_mean      [out]
//	stem.variance     stem.norm.running_var       [out]
//	stem.bias         stem.conv.bias              [out], optional
//	block0.first...   blocks.0.first...           as the stem
//	policy.features   policy.features             as the stem, but 1 by 1
//	value.features    value.features              as the stem, but 1 by 1
//
//	policy.planes     policy.planes               weight [out, in, 1, 1], bias [out]
//	value.hidden      value.hidden                weight [in, out]; PyTorch's [out, in]
//	policy.globals, value.wdl, value.score        as value.hidden
//
// A layer without its batch norm has it folded into weight and bias. It answers the
// same; what it learns from there on starts from a batch norm that has seen nothing.
func Adopt(game Spec, ts []Tensor) (*Net, error) {
	f := &foreign{tensors: map[string]Tensor{}}
	for _, t := range ts {
		if _, twice := f.tensors[t.Name]; twice {
			return nil, fmt.Errorf("nn: tensor %s: stands there twice", t.Name)
		}
		f.tensors[t.Name] = t
	}
	_, f.modules = f.tensors["stem.conv.weight"]
	s, err := f.infer(game)
	if err != nil {
		return nil, fmt.Errorf("nn: %w", err)
	}
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("nn: network: %w", err)
	}
	var own []Tensor
	for _, l := range s.Layers() {
		parts, err := f.layer(l)
		if err != nil {
			return nil, fmt.Errorf("nn: %w", err)
		}
		own = append(own, parts...)
	}
	if err := f.left(); err != nil {
		return nil, fmt.Errorf("nn: %w", err)
	}
	return FromTensors(s, own)
}

// foreign is the tensors of another program that no layer has taken yet.
type foreign struct {
	tensors map[string]Tensor
	modules bool     // named as PyTorch's modules are
	known   []string // names of what the network is made of
}

// partNames are what PyTorch calls the parts of a convolution and its batch norm.
var partNames = map[string]string{
	weight: "conv.weight", bias: "conv.bias",
	gamma: "norm.weight", beta: "norm.bias", mean: "norm.running_mean", variance: "norm.running_var",
}

// name returns what the file calls a part of a layer.
func (f *foreign) name(l Layer, part string) string {
	layer := l.Name
	if f.modules {
		if number, ok := strings.CutPrefix(layer, "block"); ok {
			layer = "blocks." + number
		}
		if l.Norm {
			part = partNames[part]
		}
	}
	return layer + "." + part
}

// infer completes the Spec of a game by the names and the shapes of the tensors.
func (f *foreign) infer(s Spec) (Spec, error) {
	has := func(l Layer) bool { _, ok := f.tensors[f.name(l, weight)]; return ok }
	for s.Blocks = 0; has(Layer{Name: first(s.Blocks), Norm: true}); s.Blocks++ {
	}
	s.Score = has(Layer{Name: "value.score"})
	f.known = f.names(s)
	out, wide := 0, 1 // where the shapes of a convolution and a dense layer say how many come out
	if f.modules {
		wide = 0
	}
	for _, d := range []struct {
		layer Layer
		axis  int
		dst   *int
	}{
		{Layer{Name: "stem", Norm: true}, out, &s.Channels},
		{Layer{Name: "policy.features", Norm: true}, out, &s.PolicyChannels},
		{Layer{Name: "value.features", Norm: true}, out, &s.ValueChannels},
		{Layer{Name: "value.hidden"}, wide, &s.ValueHidden},
	} {
		name := f.name(d.layer, weight)
		t, err := f.need(name)
		if err != nil {
			return s, err
		}
		if len(t.Shape) <= d.axis {
			return s, fmt.Errorf("tensor %s: shape %v, want one of %d numbers or more", name, t.Shape, d.axis+1)
		}
		*d.dst = t.Shape[d.axis]
	}
	return s, nil
}

// names lists what the file calls all parts of a network.
func (f *foreign) names(s Spec) (names []string) {
	for _, l := range s.Layers() {
		for _, part := range append(l.parts(), weight) {
			names = append(names, f.name(l, part))
		}
	}
	return names
}

// need returns a tensor that must be there.
func (f *foreign) need(name string) (Tensor, error) {
	t, ok := f.tensors[name]
	if !ok {
		others := slices.DeleteFunc(slices.Sorted(maps.Keys(f.tensors)), func(n string) bool { return slices.Contains(f.known, n) })
		return t, fmt.Errorf("tensor %s: missing%s", name, prose.Hint(name, others))
	}
	return t, nil
}

// take takes a part of a layer out of the file, of a shape that must be its.
func (f *foreign) take(l Layer, part string, shape ...int) (Tensor, error) {
	name := f.name(l, part)
	t, err := f.need(name)
	if err != nil {
		return t, err
	}
	if !slices.Equal(t.Shape, shape) {
		return t, fmt.Errorf("tensor %s: shape %v, want %v", name, t.Shape, shape)
	}
	if len(t.Data) != size(shape) {
		return t, fmt.Errorf("tensor %s: %d numbers for shape %v", name, len(t.Data), shape)
	}
	delete(f.tensors, name)
	t.Name = l.Name + "." + part
	return t, nil
}

// layer takes a layer out of the file.
func (f *foreign) layer(l Layer) ([]Tensor, error) {
	w, err := f.weight(l)
	if err != nil {
		return nil, err
	}
	if !l.Norm {
		b, err := f.take(l, bias, l.Out)
		return []Tensor{w, b}, err
	}
	_, normed := f.tensors[f.name(l, gamma)]
	_, biased := f.tensors[f.name(l, bias)]
	if !normed && biased {
		b, err := f.take(l, bias, l.Out)
		return append([]Tensor{w}, identity(l, b.Data)...), err
	}
	ts := []Tensor{w}
	for _, part := range l.parts() {
		t, err := f.take(l, part, l.Out)
		if err != nil {
			return nil, err
		}
		ts = append(ts, t)
	}
	if !biased {
		return ts, nil
	}
	b, err := f.take(l, bias, l.Out)
	if err != nil {
		return nil, err
	}
	ts[3] = less(ts[3], b) // batch norm of x + b is that of x with a mean that is less by b
	return ts, nil
}

// weight takes the weight of a layer.
func (f *foreign) weight(l Layer) (Tensor, error) {
	if !f.modules || l.Kind != Dense {
		return f.take(l, weight, l.Shape()...)
	}
	t, err := f.take(l, weight, l.Out, l.In)
	if err != nil {
		return t, err
	}
	return t.Transposed(), nil
}

// left returns an error that names the first tensor that no layer has taken, in order of
// their names.
func (f *foreign) left() error {
	if len(f.tensors) == 0 {
		return nil
	}
	name := slices.Min(slices.Collect(maps.Keys(f.tensors)))
	return fmt.Errorf("tensor %s %v: not of this network%s", name, f.tensors[name].Shape, prose.Hint(name, f.known))
}

// identity is a batch norm that adds b and does nothing else.
func identity(l Layer, b []float32) []Tensor {
	g, v := NewTensor(l.Name+"."+gamma, l.Out), NewTensor(l.Name+"."+variance, l.Out)
	fill(g.Data, 1)
	fill(v.Data, 1-normEpsilon)
	return []Tensor{g, {l.Name + "." + beta, []int{l.Out}, b}, NewTensor(l.Name+"."+mean, l.Out), v}
}

// less returns a - b.
func less(a, b Tensor) Tensor {
	a = a.Clone()
	for i, v := range b.Data {
		a.Data[i] -= v
	}
	return a
}
