package onnx

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"ludens/env/seed"
	"ludens/nn"
)

// networks are of every form: square and oblong boards, logits on cells, on no
// cell, and both, with a score and without.
var networks = map[string]nn.Spec{
	"planes, score":      {Planes: 3, Rows: 5, Cols: 5, Channels: 4, Blocks: 1, PolicyChannels: 2, PolicyPlanes: 3, ValueChannels: 1, ValueHidden: 5, Score: true},
	"globals, oblong":    {Planes: 2, Rows: 6, Cols: 7, Channels: 5, Blocks: 1, PolicyChannels: 2, Globals: 7, ValueChannels: 2, ValueHidden: 6},
	"planes and globals": {Planes: 4, Rows: 7, Cols: 7, Channels: 6, Blocks: 2, PolicyChannels: 3, PolicyPlanes: 2, Globals: 1, ValueChannels: 2, ValueHidden: 4},
	"no blocks, score":   {Planes: 1, Rows: 9, Cols: 9, Channels: 3, PolicyChannels: 1, PolicyPlanes: 1, Globals: 2, ValueChannels: 1, ValueHidden: 3, Score: true},
	"celta's preset":     {Planes: 6, Rows: 7, Cols: 7, Channels: 24, Blocks: 3, PolicyChannels: 16, PolicyPlanes: 24, ValueChannels: 4, ValueHidden: 32, Score: true},
	"one channel":        {Planes: 1, Rows: 3, Cols: 2, Channels: 1, Blocks: 1, PolicyChannels: 1, PolicyPlanes: 1, ValueChannels: 1, ValueHidden: 1},
}

// batches are how many rows a file is asked for at once.
var batches = []int{1, 3, 16}

// network returns one whose batch norm does something, as after training; its
// variances are small enough for the epsilon beside them to show.
func network(t testing.TB, s nn.Spec) *nn.Net {
	t.Helper()
	r := seed.New(5).Rand()
	fresh, err := nn.New(s, r)
	if err != nil {
		t.Fatal(err)
	}
	ts := fresh.Tensors()
	for _, x := range ts {
		for i := range x.Data {
			switch {
			case strings.HasSuffix(x.Name, ".weight"):
			case strings.HasSuffix(x.Name, ".variance"):
				x.Data[i] = 1e-4 * (0.5 + r.Float32())
			case strings.HasSuffix(x.Name, ".gamma"):
				x.Data[i] = 1e-2 * (0.5 + r.Float32())
			default:
				x.Data[i] = r.Float32() - 0.5
			}
		}
	}
	net, err := nn.FromTensors(s, ts)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// file returns what Write writes.
func file(t testing.TB, net *nn.Net, about ...Property) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, net, about); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// observe returns n random observations.
func observe(s nn.Spec, n int) []float32 {
	r, obs := seed.New(6).At("rows", n).Rand(), make([]float32, n*s.Size())
	for i := range obs {
		obs[i] = float32(r.IntN(3)) / 2
	}
	return obs
}

// infer returns what the engine answers.
func infer(t testing.TB, net *nn.Net, obs []float32, n int) nn.Outputs {
	t.Helper()
	out := net.Spec().NewOutputs(n)
	if err := nn.NewEngine(net).Infer(obs, n, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// near complains unless got is want to 1e-4.
func near(t *testing.T, what string, got []float64, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
		return
	}
	for i, v := range got {
		if !(math.Abs(v-float64(want[i])) <= 1e-4) {
			t.Errorf("%s: number %d is %v, want %v", what, i, v, want[i])
			return
		}
	}
}

// The file, read back and run by a slow second hand, says what the engine says.
func TestFileSaysWhatTheEngineSays(t *testing.T) {
	for name, s := range networks {
		t.Run(name, func(t *testing.T) {
			net := network(t, s)
			m, err := decode(file(t, net))
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range batches {
				obs := observe(s, n)
				input := zeros(n, s.Planes, s.Rows, s.Cols)
				for i, v := range obs {
					input.data[i] = float64(v)
				}
				got, err := m.evaluate(input)
				if err != nil {
					t.Fatal(err)
				}
				want := infer(t, net, obs, n)
				near(t, policyLogits, got[policyLogits].data, want.Logits)
				near(t, wdl, got[wdl].data, want.WDL)
				if s.Score {
					near(t, score, got[score].data, want.Score)
				}
				for _, p := range m.outs {
					if shape := got[p.name].shape; shape[0] != n || !slices.Equal(shape[1:], p.shape[1:]) {
						t.Errorf("%s has shape %v, announced as %v", p.name, shape, p.shape)
					}
				}
			}
		})
	}
}

func TestWhatGoesInAndOut(t *testing.T) {
	for _, tt := range []struct {
		network string
		in      port
		out     []port
	}{
		{"planes, score", port{"obs", []int{-1, 3, 5, 5}}, []port{{"policy_logits", []int{-1, 75}}, {"wdl", []int{-1, 3}}, {"score", []int{-1}}}},
		{"globals, oblong", port{"obs", []int{-1, 2, 6, 7}}, []port{{"policy_logits", []int{-1, 7}}, {"wdl", []int{-1, 3}}}},
	} {
		m, err := decode(file(t, network(t, networks[tt.network])))
		if err != nil {
			t.Fatal(err)
		}
		same := func(a, b port) bool { return a.name == b.name && slices.Equal(a.shape, b.shape) }
		if len(m.inputs) != 1 || !same(m.inputs[0], tt.in) || !slices.EqualFunc(m.outs, tt.out, same) {
			t.Errorf("%s: in %v, out %v; want %v, %v", tt.network, m.inputs, m.outs, tt.in, tt.out)
		}
	}
}

// Every value has one maker and a reader.
func TestNothingIsIdle(t *testing.T) {
	for name, s := range networks {
		m, err := decode(file(t, network(t, s)))
		if err != nil {
			t.Fatal(err)
		}
		read := map[string]bool{}
		for _, o := range m.nodes {
			for _, in := range o.in {
				read[in] = true
			}
		}
		for _, p := range m.outs {
			read[p.name] = true
		}
		for _, o := range m.nodes {
			if !read[o.out[0]] {
				t.Errorf("%s: nobody reads %s", name, o.out[0])
			}
		}
		for weight := range m.weights {
			if !read[weight] {
				t.Errorf("%s: nobody reads tensor %s", name, weight)
			}
		}
	}
}

// A file keeps the weights as they are in nn, and the properties it was given.
func TestWeightsAndProperties(t *testing.T) {
	net := network(t, networks["planes and globals"])
	about := []Property{{"game", "celta"}, {"sha256", "0b8c"}}
	m, err := decode(file(t, net, about...))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range net.Tensors() {
		got := m.weights[want.Name]
		if !slices.Equal(got.Shape, want.Shape) || !slices.Equal(got.Data, want.Data) {
			t.Errorf("tensor %s is not what it was", want.Name)
		}
	}
	if m.ir != irVersion || m.opset != Opset || !slices.Equal(m.about, about) {
		t.Errorf("version %d, opset %d, properties %v; want %d, %d, %v", m.ir, m.opset, m.about, irVersion, Opset, about)
	}
}

func TestEqualNetworksEqualBytes(t *testing.T) {
	s := networks["planes, score"]
	if !bytes.Equal(file(t, network(t, s)), file(t, network(t, s))) {
		t.Error("two files of one network differ")
	}
}

type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestErrorsOfTheDisk(t *testing.T) {
	err := Write(fullDisk{}, network(t, networks["planes, score"]), nil)
	if !errors.Is(err, errFull) || err.Error() != "onnx: disk full" {
		t.Errorf("got %v, want onnx: disk full", err)
	}
}
