package nn

import (
	"fmt"
	"slices"
	"testing"

	"ludens/env/seed"
	"ludens/nn/internal/kernel"
)

// uniformSpecs are networks whose last planes, that many, are uniform: boards from the
// smallest, on which no cell sees all taps, to such as have every zone, and channels
// above and below whole vectors.
var uniformSpecs = []struct {
	uniform int
	Spec
}{
	{1, Spec{Planes: 2, Rows: 2, Cols: 2, Channels: 3, Blocks: 1, PolicyChannels: 2, PolicyPlanes: 2, ValueChannels: 1, ValueHidden: 4}},
	{3, Spec{Planes: 4, Rows: 3, Cols: 2, Channels: 2, Blocks: 1, PolicyChannels: 1, PolicyPlanes: 1, ValueChannels: 1, ValueHidden: 1}},
	{5, Spec{Planes: 7, Rows: 2, Cols: 9, Channels: 8, Blocks: 0, PolicyChannels: 2, Globals: 3, ValueChannels: 1, ValueHidden: 4, Score: true}},
	{2, Spec{Planes: 5, Rows: 5, Cols: 5, Channels: 17, Blocks: 1, PolicyChannels: 2, PolicyPlanes: 3, ValueChannels: 2, ValueHidden: 5}},
	{9, Spec{Planes: 12, Rows: 6, Cols: 7, Channels: 33, Blocks: 1, PolicyChannels: 3, PolicyPlanes: 2, Globals: 1, ValueChannels: 1, ValueHidden: 5, Score: true}},
	{4, Spec{Planes: 20, Rows: 9, Cols: 9, Channels: 32, Blocks: 1, PolicyChannels: 2, PolicyPlanes: 2, ValueChannels: 1, ValueHidden: 5}}, // 16 are convolved by Winograd's algorithm
	{23, Spec{Planes: 29, Rows: 7, Cols: 7, Channels: 48, Blocks: 1, PolicyChannels: 4, PolicyPlanes: 3, ValueChannels: 2, ValueHidden: 8, Score: true}},
}

// uniformObs returns n observations whose last planes have one number in eighths each.
func uniformObs(s Spec, n, uniform int) []float32 {
	r := seed.New(7).Rand()
	obs := randomObs(s, n, r)
	for p := range n * s.Planes {
		if p%s.Planes >= s.Planes-uniform {
			fill(obs[p*s.Cells():][:s.Cells()], float32(r.IntN(9))/8)
		}
	}
	return obs
}

// eachUniform runs f on every path for a network of every shape and n observations.
func eachUniform(t *testing.T, n int, f func(t *testing.T, net *Net, uniform int, obs []float32)) {
	t.Helper()
	defer kernel.Use(kernel.Chosen())
	for _, s := range uniformSpecs {
		net, obs := trained(t, s.Spec), uniformObs(s.Spec, n, s.uniform)
		for _, path := range kernel.Paths() {
			t.Run(fmt.Sprintf("%d planes on %dx%d/%s", s.Planes, s.Rows, s.Cols, path), func(t *testing.T) {
				if err := kernel.Use(path); err != nil {
					t.Fatal(err)
				}
				f(t, net, s.uniform, obs)
			})
		}
	}
}

// TestUniformEqualsReference: what is not convolved for comes to what convolving for
// it does, by Gorgonia and by the same engine.
func TestUniformEqualsReference(t *testing.T) {
	const n = maxRows + 3
	eachUniform(t, n, func(t *testing.T, net *Net, uniform int, obs []float32) {
		ref, err := NewReference(net, n)
		if err != nil {
			t.Fatal(err)
		}
		want := net.spec.NewOutputs(n)
		if err := ref.Infer(obs, n, want); err != nil {
			t.Fatal(err)
		}
		got := infer(t, NewEngine(net.Uniform(uniform)), obs, n)
		for what, want := range map[string]Outputs{"the reference's": want, "those of all planes": infer(t, NewEngine(net), obs, n)} {
			d := max(difference(got.Logits, want.Logits), difference(got.WDL, want.WDL), difference(got.Score, want.Score))
			if d > 1e-4 {
				t.Errorf("answers and %s differ by %g", what, d)
			}
		}
	})
}

// TestUniformZones: the stem's activations in int8 are those in FP32 but for rounding,
// cell by cell.
func TestUniformZones(t *testing.T) {
	const n = maxRows
	eachUniform(t, n, func(t *testing.T, net *Net, uniform int, obs []float32) {
		s := net.spec
		c, err := Calibrate(net, obs, n)
		if err != nil {
			t.Fatal(err)
		}
		var floats, bytes workspace
		whole, stem := newTrunk32(net), newTrunk8(Quantise(net.Uniform(uniform), c))
		whole.furnish(&floats)
		stem.furnish(&bytes)
		whole.stem.run(&floats, obs, n)
		stem.stem.run(&bytes, obs, n)
		for i, want := range floats.x[:n*s.board().Padded()*s.Channels] {
			top := c.layers[0][i%s.Channels]
			if got := float32(bytes.x8[i]) / 255 * top; max(got-want, want-got) > 0.03*top {
				t.Fatalf("cell %d, channel %d of at most %v: %v, want %v", i/s.Channels, i%s.Channels, top, got, want)
			}
		}
	})
}

// TestUniformInt8IsNear: answers in int8 are those in FP32 but for rounding.
func TestUniformInt8IsNear(t *testing.T) {
	const n = 40
	eachUniform(t, n, func(t *testing.T, net *Net, uniform int, obs []float32) {
		c, err := Calibrate(net, obs, n)
		if err != nil {
			t.Fatal(err)
		}
		want, got := infer(t, NewEngine(net), obs, n), infer(t, NewInt8Engine(net.Uniform(uniform), c), obs, n)
		spread := slices.Max(want.Logits) - slices.Min(want.Logits)
		if d := difference(got.Logits, want.Logits); d > 0.02*float64(spread) {
			t.Errorf("logits from %v to %v differ by %g", slices.Min(want.Logits), slices.Max(want.Logits), d)
		}
		if d := max(difference(got.WDL, want.WDL), difference(got.Score, want.Score)); d > 0.02 {
			t.Errorf("probabilities or scores differ by %g", d)
		}
	})
}

// TestUniformTrunk8OfAnyPath: the trunk gives the same bits on every path.
func TestUniformTrunk8OfAnyPath(t *testing.T) {
	const n = maxRows
	ranges, first := map[*Net]Calibration{}, map[*Net][]float32{}
	eachUniform(t, n, func(t *testing.T, net *Net, uniform int, obs []float32) {
		c, known := ranges[net]
		if !known {
			var err error
			if c, err = Calibrate(net, obs, n); err != nil {
				t.Fatal(err)
			}
			ranges[net] = c
		}
		got := trunkFeatures(newTrunk8(Quantise(net.Uniform(uniform), c)), obs, n)
		if !known {
			first[net] = got
		}
		if !slices.Equal(got, first[net]) {
			t.Errorf("%s differs from %s", kernel.Chosen(), kernel.Paths()[0])
		}
	})
}

// TestUniformRows: the answer of a row is the same, to the last bit, alone and in any
// batch, whatever rules the other rows have; and nothing is allocated for it.
func TestUniformRows(t *testing.T) {
	const n = 2*maxRows + 3
	eachUniform(t, n, func(t *testing.T, net *Net, uniform int, obs []float32) {
		s := net.spec
		c, err := Calibrate(net, obs, n)
		if err != nil {
			t.Fatal(err)
		}
		for name, e := range map[string]*Engine{"FP32": NewEngine(net.Uniform(uniform)), "int8": NewInt8Engine(net.Uniform(uniform), c)} {
			all, one := infer(t, e, obs, n), s.NewOutputs(1)
			for i := range n {
				if err := e.Infer(obs[i*s.Size():], 1, one); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(one.Logits, all.Logits[i*s.Actions():][:s.Actions()]) || !slices.Equal(one.WDL, all.WDL[3*i:][:3]) || one.Score[0] != all.Score[i] {
					t.Fatalf("%s: row %d alone differs from row %d of %d", name, i, i, n)
				}
			}
			if k := testing.AllocsPerRun(5, func() {
				if err := e.Infer(obs, n, all); err != nil {
					t.Error(err)
				}
			}); k != 0 {
				t.Errorf("%s: %v allocations a call, want 0", name, k)
			}
		}
	})
}

// TestUniformOfAllPlanes: one plane is convolved for, however many are uniform; and
// fewer than none are none.
func TestUniformOfAllPlanes(t *testing.T) {
	s := learner
	net, n := trained(t, s), 3
	obs := uniformObs(s, n, s.Planes)
	want := infer(t, NewEngine(net), obs, n)
	for uniform, convolved := range map[int]int{-1: s.Planes, 0: s.Planes, s.Planes - 1: 1, s.Planes: 1, s.Planes + 5: 1} {
		told := net.Uniform(uniform)
		if got := newInput(told.spec, told.uniform).planes; got != convolved {
			t.Errorf("%d uniform planes of %d: %d are convolved for, want %d", uniform, s.Planes, got, convolved)
		}
		got := infer(t, NewEngine(told), obs, n)
		if d := max(difference(got.Logits, want.Logits), difference(got.WDL, want.WDL)); d > 1e-4 {
			t.Errorf("%d uniform planes: answers differ by %g", uniform, d)
		}
	}
}
