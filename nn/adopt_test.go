package nn

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ludens/env/seed"
)

// ofGame is what a game says of a Spec.
func ofGame(s Spec) Spec {
	return Spec{Planes: s.Planes, Rows: s.Rows, Cols: s.Cols, PolicyPlanes: s.PolicyPlanes, Globals: s.Globals}
}

// asModules returns the tensors as PyTorch's modules name and turn them.
func asModules(n *Net) (ts []Tensor) {
	for _, l := range n.spec.Layers() {
		for _, t := range l.outlines() {
			t.Data = n.tensors[n.index[t.Name]].Data
			part := strings.TrimPrefix(t.Name, l.Name+".")
			if l.Kind == Dense && part == weight {
				t = t.Transposed()
			}
			if l.Norm {
				part = map[string]string{"weight": "conv.weight", "gamma": "norm.weight", "beta": "norm.bias",
					"mean": "norm.running_mean", "variance": "norm.running_var"}[part]
			}
			t.Name = strings.Replace(l.Name, "block", "blocks.", 1) + "." + part
			ts = append(ts, t)
		}
	}
	return ts
}

// Numbers of either naming are the network that they were, bit for bit; its shape is
// found by theirs.
func TestAdopt(t *testing.T) {
	for _, s := range []Spec{learner, wide} {
		want := trained(t, s)
		for name, ts := range map[string][]Tensor{"ours": want.Tensors(), "modules": asModules(want)} {
			slices.Reverse(ts)
			got, err := Adopt(ofGame(s), ts)
			if err != nil || got.Spec() != s || got.Hash() != want.Hash() {
				t.Errorf("%s of %+v: %v", name, s, err)
			}
		}
	}
}

// A network whose batch norm was folded answers as it did, and so does one whose
// convolutions have a bias before batch norm.
func TestAdoptFolded(t *testing.T) {
	want := trained(t, wide)
	biased := want.Tensors()
	for _, l := range wide.Layers() {
		if l.Norm {
			b := NewTensor(l.Name+"."+bias, l.Out)
			fill(b.Data, 0.25)
			for i := range want.part(l, mean) {
				biased[want.index[l.Name+"."+mean]].Data[i] += 0.25
			}
			biased = append(biased, b)
		}
	}
	obs := make([]float32, 3*wide.Size())
	for i := range obs {
		obs[i] = seed.New(1).At("obs", i).Rand().Float32()
	}
	infer := func(n *Net) []float32 {
		out := n.Spec().NewOutputs(3)
		if err := NewEngine(n).Infer(obs, 3, out); err != nil {
			t.Fatal(err)
		}
		return slices.Concat(out.Logits, out.WDL, out.Score)
	}
	for name, ts := range map[string][]Tensor{"folded": want.Folded(), "bias and norm": biased} {
		net, err := Adopt(ofGame(wide), ts)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := infer(net)
		for i, v := range infer(want) {
			if math.Abs(float64(got[i]-v)) > 1e-5 {
				t.Errorf("%s: answer %d is %v, want %v", name, i, got[i], v)
				break
			}
		}
	}
}

func TestAdoptRefuses(t *testing.T) {
	net := trained(t, wide)
	edit := func(ts []Tensor, name string, f func(t *Tensor)) []Tensor {
		for i := range ts {
			if ts[i].Name == name {
				f(&ts[i])
				return ts
			}
		}
		t.Fatalf("no tensor %s", name)
		return nil
	}
	without := func(ts []Tensor, name string) []Tensor {
		return slices.DeleteFunc(ts, func(t Tensor) bool { return t.Name == name })
	}
	rename := func(to string) func(*Tensor) { return func(t *Tensor) { t.Name = to } }
	for _, c := range []struct {
		name string
		ts   []Tensor
		want string
	}{
		{"nothing", nil, "tensor stem.weight: missing"},
		{"misspelt", edit(net.Tensors(), "stem.weight", rename("stem.weigth")), `tensor stem.weight: missing (did you mean "stem.weigth"?)`},
		{"a part", without(net.Tensors(), "block1.first.mean"), "tensor block1.first.mean: missing"},
		{"a module", without(asModules(net), "value.wdl.bias"), "tensor value.wdl.bias: missing"},
		{"a block left out", without(net.Tensors(), "block0.first.weight"), "tensor block0.first.beta [20]: not of this network"},
		{"one too many", append(net.Tensors(), NewTensor("policy.planes.bais", 3)), `tensor policy.planes.bais [3]: not of this network (did you mean "policy.planes.bias"?)`},
		{"mixed names", append(asModules(net), NewTensor("stem.gamma", 20)), "tensor stem.gamma [20]: not of this network"},
		{"twice", append(net.Tensors(), NewTensor("stem.gamma", 20)), "tensor stem.gamma: stands there twice"},
		{"planes", edit(net.Tensors(), "stem.weight", func(t *Tensor) { t.Shape = []int{20, 9, 3, 3} }), "tensor stem.weight: shape [20 9 3 3], want [20 5 3 3]"},
		{"dense as PyTorch's", edit(net.Tensors(), "value.wdl.weight", func(t *Tensor) { t.Shape = []int{3, 16} }), "tensor value.wdl.weight: shape [3 16], want [16 3]"},
		{"dense as ours", edit(asModules(net), "value.wdl.weight", func(t *Tensor) { t.Shape = []int{16, 3} }), "tensor value.wdl.weight: shape [16 3], want [3 16]"},
		{"no shape", edit(net.Tensors(), "value.hidden.weight", func(t *Tensor) { t.Shape = []int{3} }), "tensor value.hidden.weight: shape [3], want one of 2 numbers or more"},
		{"huge", edit(net.Tensors(), "stem.weight", func(t *Tensor) { t.Shape[0] = 1 << 40 }), "network: channels = 1099511627776, want 1 to 4096"},
		{"fewer numbers", edit(net.Tensors(), "stem.gamma", func(t *Tensor) { t.Data = t.Data[1:] }), "tensor stem.gamma: 19 numbers for shape [20]"},
		{"negative variance", edit(net.Tensors(), "stem.variance", func(t *Tensor) { t.Data[2] = -1 }), "tensor stem.variance: element 2 is -1, want 0 to 1e+12"},
	} {
		if _, err := Adopt(ofGame(wide), c.ts); err == nil || err.Error() != "nn: "+c.want {
			t.Errorf("%s: error %v, want nn: %s", c.name, err, c.want)
		}
	}
}
