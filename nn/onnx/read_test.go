package onnx

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/nn"
)

// ofGame is what a game says of a Spec.
func ofGame(s nn.Spec) nn.Spec {
	return nn.Spec{Planes: s.Planes, Rows: s.Rows, Cols: s.Cols, PolicyPlanes: s.PolicyPlanes, Globals: s.Globals}
}

// What Write writes comes back as the network that it was, with what is said about it.
func TestReadWhatWasWritten(t *testing.T) {
	for name, s := range networks {
		want, about := network(t, s), []Property{{"game", "celta"}}
		ts, said, err := Read(file(t, want, about...))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := nn.Adopt(ofGame(s), ts)
		if err != nil || got.Spec() != s || got.Hash() != want.Hash() {
			t.Errorf("%s: another network, %v", name, err)
		}
		if !slices.Equal(said, about) {
			t.Errorf("%s: properties %v, want %v", name, said, about)
		}
	}
}

// torchSpec is the network of testdata/torch.py, which wrote the files beside it.
var torchSpec = nn.Spec{Planes: 2, Rows: 3, Cols: 4, Channels: 5, Blocks: 2, PolicyChannels: 3, PolicyPlanes: 2, Globals: 3,
	ValueChannels: 2, ValueHidden: 6, Score: true}

// PyTorch's state_dict as safetensors, and both of its ONNX exporters, which rename and
// fold, give a network that answers as PyTorch did.
func TestReadWhatPyTorchWrote(t *testing.T) {
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	tensors := func(name string) []nn.Tensor {
		b := read(name)
		ts, err := nn.ReadTensors(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		return ts
	}
	answers := tensors("answers.safetensors")
	at := func(name string) []float32 {
		i := slices.IndexFunc(answers, func(t nn.Tensor) bool { return t.Name == name })
		return answers[i].Data
	}
	wide := func(v []float32) (w []float64) {
		for _, x := range v {
			w = append(w, float64(x))
		}
		return w
	}
	for _, name := range []string{"state_dict.safetensors", "dynamo.onnx", "legacy.onnx", "unfolded.onnx"} {
		var ts []nn.Tensor
		if strings.HasSuffix(name, ".onnx") {
			var err error
			if ts, _, err = Read(read(name)); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
		} else {
			ts = tensors(name)
		}
		net, err := nn.Adopt(ofGame(torchSpec), ts)
		if err != nil || net.Spec() != torchSpec {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := infer(t, net, at("obs"), 3)
		near(t, name+": policy", wide(got.Logits), at("policy_logits"))
		near(t, name+": wdl", wide(got.WDL), at("wdl"))
		near(t, name+": score", wide(got.Score), at("score"))
	}
}

// What computes something else than our networks is distinguished from them, whatever its
// numbers are called. Each row replaces bytes of a file by as many others.
func TestReadRefuses(t *testing.T) {
	whole := file(t, network(t, networks["planes and globals"]))
	scored := file(t, network(t, networks["planes, score"]))
	for _, c := range []struct {
		file      []byte
		was, is   string
		wantError string
	}{
		{whole[:len(whole)/2], "", "", "no ONNX file: unexpected EOF"},
		{[]byte("celta"), "", "", "no ONNX file: "},
		{nil, "", "", "0 graphs, want 1"},
		{whole, "\x0dpolicy_logits", "\x0dpolicy_logitz", `output policy_logitz (did you mean "policy_logits"?): want policy_logits, wdl, `},
		{whole, "\x22\x06Concat", "\x22\x06Concut", "policy.globals: policy_logits is made by Concut, want Gemm or MatMul and Add"},
		{whole, "\x22\x04Relu", "\x22\x04Selu", "policy.features: policy.features.relu is made by Selu, want Relu"},
		{whole, "\x22\x03Add", "\x22\x03Mul", "stem: block1.second.sum is made by Mul, want Conv"},
		{whole, "\x22\x07Flatten", "\x22\x07Flutten", "policy_logits: want the logits of planes, then those of globals"},
		{whole, "\x22\x07Softmax", "\x22\x07Hardmax", "value.wdl: wdl is made by Hardmax, want Gemm or MatMul and Add"},
		{whole, "pads\x40\x01\x40\x01", "pads\x40\x00\x40\x01", "block1.second: Conv has pads = [0 1 1 1], want [1 1 1 1]"},
		{whole, "\x42\x0bstem.weight", "\x42\x0bstem.waight", `tensor stem.weight: "stem.weight" is none of the file's numbers`},
		{scored, "value.score.leadJ\x08\x00\x00\x80\x3f", "value.score.leadJ\x08\x00\x00\x80\xbf", "score: parts weigh [-1 -1], want 1 and -1"},
	} {
		b := bytes.ReplaceAll(c.file, []byte(c.was), []byte(c.is))
		if c.was != "" && bytes.Equal(b, c.file) {
			t.Errorf("the file does not hold %q", c.was)
			continue
		}
		if _, _, err := Read(b); err == nil || !strings.HasPrefix(err.Error(), "onnx: "+c.wantError) {
			t.Errorf("%q for %q: error %v, want onnx: %s", c.is, c.was, err, c.wantError)
		}
	}
}

// No bytes make Read panic, or return what no network is made of without Adopt saying so.
func FuzzRead(f *testing.F) {
	s := networks["planes, score"]
	f.Add(file(f, network(f, s)))
	f.Add(file(f, network(f, networks["one channel"])))
	for _, name := range []string{"dynamo.onnx", "legacy.onnx", "unfolded.onnx"} {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		ts, _, err := Read(b)
		if err != nil {
			return
		}
		n := 0
		for _, x := range ts {
			n += len(x.Data)
		}
		if n > 2*len(b) {
			t.Errorf("%d numbers of a file of %d bytes", n, len(b))
		}
		for _, s := range []nn.Spec{s, torchSpec, networks["one channel"]} {
			if net, err := nn.Adopt(ofGame(s), ts); err == nil {
				var again bytes.Buffer
				if err := Write(&again, net, nil); err != nil {
					t.Fatal(err)
				}
				if ts, _, err := Read(again.Bytes()); err != nil || len(ts) != len(net.Tensors()) {
					t.Errorf("a network that was read cannot be written and read again: %v", err)
				}
			}
		}
	})
}
