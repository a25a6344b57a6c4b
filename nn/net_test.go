package nn

import (
	"math"
	"slices"
	"testing"

	"ludens/env/seed"
)

// TestNewIsFrozen: the numbers of a seed never change, or old runs could not be
// repeated.
func TestNewIsFrozen(t *testing.T) {
	if got, want := newNet(t, learner, 0).Hash(), "5f8904b139318ec711ee4e68f4f3b3fc8bb00811e4b31db3ec0b106b483bbc51"; got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	if newNet(t, learner, 0).Hash() == newNet(t, learner, 1).Hash() {
		t.Error("two seeds, one network")
	}
}

// TestInitialisation: weights as wide as He et al. ask, batch norm neutral but
// for the end of a block, outputs nearly uniform.
func TestInitialisation(t *testing.T) {
	s := benchSpec(7, 32, 2)
	n := newNet(t, s, 0)
	for _, l := range s.Layers() {
		want := math.Sqrt(2 / float64(l.fanIn()))
		if l.output() {
			want /= 10
		}
		w := n.part(l, weight)
		if sd := math.Sqrt(squares(w) / float64(len(w))); math.Abs(sd/want-1) > 0.15 {
			t.Errorf("%s: deviation %v, want %v", l.Name, sd, want)
		}
	}
	for _, c := range []struct {
		tensor string
		want   float32
	}{
		{"stem.gamma", 1}, {"stem.beta", 0}, {"stem.mean", 0}, {"stem.variance", 1},
		{"block1.first.gamma", 1}, {"block1.second.gamma", 0.1}, {"value.wdl.bias", 0},
	} {
		if got := n.tensors[n.index[c.tensor]].Data[0]; got != c.want {
			t.Errorf("%s is %v, want %v", c.tensor, got, c.want)
		}
	}
	out := s.NewOutputs(1)
	if err := NewEngine(n).Infer(randomObs(s, 1, seed.New(1).Rand()), 1, out); err != nil {
		t.Fatal(err)
	}
	for _, p := range out.WDL {
		if math.Abs(float64(p)-1./3) > 0.15 {
			t.Errorf("win, draw, loss start at %v, want them near 1/3", out.WDL)
			break
		}
	}
}

func TestNetIsImmutable(t *testing.T) {
	n := newNet(t, learner, 0)
	was := n.Hash()
	n.Tensors()[0].Data[0]++
	if n.Hash() != was {
		t.Error("a change of Tensors changed the network")
	}
	ts := n.Tensors()
	m, err := FromTensors(learner, ts)
	if err != nil {
		t.Fatal(err)
	}
	ts[0].Data[0]++
	if m.Hash() != was {
		t.Error("a change of the tensors it was made of changed the network")
	}
}

// TestHashSeesEverything: a name, a shape, a number.
func TestHashSeesEverything(t *testing.T) {
	base := func() []Tensor { return []Tensor{NewTensor("a", 2, 3), NewTensor("b", 1)} }
	hash := func(change func(ts []Tensor)) string {
		ts := base()
		change(ts)
		return build(Spec{}, ts).Hash()
	}
	was := hash(func([]Tensor) {})
	for what, change := range map[string]func([]Tensor){
		"name":   func(ts []Tensor) { ts[1].Name = "c" },
		"shape":  func(ts []Tensor) { ts[0].Shape = []int{3, 2} },
		"number": func(ts []Tensor) { ts[0].Data[5] = math.SmallestNonzeroFloat32 },
	} {
		if hash(change) == was {
			t.Errorf("the hash does not see a change of %s", what)
		}
	}
}

func TestFromTensorsRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(ts []Tensor) []Tensor
		want   string
	}{
		{"missing", func(ts []Tensor) []Tensor { return ts[1:] }, "nn: tensor stem.weight [8 3 3 3]: missing"},
		{"twice", func(ts []Tensor) []Tensor { return append(ts, ts[0]) }, "nn: tensor stem.weight: stands there twice"},
		{"unknown", func(ts []Tensor) []Tensor { return append(ts, NewTensor("x", 2)) }, "nn: tensor x [2]: not of this network"},
		{"shape", func(ts []Tensor) []Tensor { ts[0].Shape = []int{3, 8, 3, 3}; return ts },
			"nn: tensor stem.weight: shape [3 8 3 3], want [8 3 3 3]"},
		{"length", func(ts []Tensor) []Tensor { ts[0].Data = ts[0].Data[1:]; return ts },
			"nn: tensor stem.weight: 215 numbers for shape [8 3 3 3]"},
		{"not a number", func(ts []Tensor) []Tensor { ts[1].Data[3] = float32(math.NaN()); return ts },
			"nn: tensor stem.gamma: element 3 is NaN"},
		{"infinite", func(ts []Tensor) []Tensor { ts[2].Data[0] = float32(math.Inf(-1)); return ts },
			"nn: tensor stem.beta: element 0 is -Inf"},
		{"variance", func(ts []Tensor) []Tensor { ts[4].Data[7] = -1; return ts },
			"nn: tensor stem.variance: element 7 is -1, want 0 to 1e+12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := FromTensors(learner, c.damage(newNet(t, learner, 0).Tensors()))
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

// TestFileKeepsAnswers: a network from a file answers with the same bits.
func TestFileKeepsAnswers(t *testing.T) {
	for name, s := range tinySpecs {
		n := trained(t, s)
		m, err := FromTensors(s, throughFile(t, n.Tensors()))
		if err != nil {
			t.Fatal(err)
		}
		obs, a, b := randomObs(s, 3, seed.New(4).Rand()), s.NewOutputs(3), s.NewOutputs(3)
		if err := NewEngine(n).Infer(obs, 3, a); err != nil {
			t.Fatal(err)
		}
		if err := NewEngine(m).Infer(obs, 3, b); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.Logits, b.Logits) || !slices.Equal(a.WDL, b.WDL) {
			t.Errorf("%s: other answers after writing and reading", name)
		}
		if m.Hash() != n.Hash() {
			t.Errorf("%s: another hash after writing and reading", name)
		}
	}
}
