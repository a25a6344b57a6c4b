package nn

import (
	"math"
	"slices"
	"sync"
	"testing"

	"ludens/env/seed"
)

// trained returns a network of s whose every number has moved.
func trained(t testing.TB, s Spec) *Net {
	t.Helper()
	tr := newTrainer(t, newNet(t, s, 0), config("fast", 8))
	for i := range 6 {
		step(t, tr, randomBatch(s, 8, i), 0.1)
	}
	return tr.Net()
}

func TestEngineEqualsReference(t *testing.T) {
	for name, s := range tinySpecs {
		t.Run(name, func(t *testing.T) {
			const n = 11 // neither a multiple of the reference's rows nor of the engine's
			net := trained(t, s)
			obs := randomObs(s, n, seed.New(2).Rand())
			ref, err := NewReference(net, 4)
			if err != nil {
				t.Fatal(err)
			}
			want, got := s.NewOutputs(n), s.NewOutputs(n)
			if err := ref.Infer(obs, n, want); err != nil {
				t.Fatal(err)
			}
			if err := NewEngine(net).Infer(obs, n, got); err != nil {
				t.Fatal(err)
			}
			if d := difference(got.Logits, want.Logits); d > 1e-4 {
				t.Errorf("logits differ by %g", d)
			}
			if d := difference(got.WDL, want.WDL); d > 1e-4 {
				t.Errorf("probabilities differ by %g", d)
			}
			if d := difference(got.Score, want.Score); d > 1e-4 || s.Score != (difference(got.Score, make([]float32, n)) > 0) {
				t.Errorf("scores differ by %g: %v, want %v", d, got.Score, want.Score)
			}
		})
	}
}

// TestEngineOfManyChannels: what takes another algorithm gives the same answers
// on every path.
func TestEngineOfManyChannels(t *testing.T) {
	defer UsePath(Path())
	for _, side := range []int{7, 9} {
		s, n := benchSpec(side, 32, 2), 9
		net := trained(t, s)
		obs, want := randomObs(s, n, seed.New(2).Rand()), s.NewOutputs(n)
		ref, err := NewReference(net, n)
		if err != nil {
			t.Fatal(err)
		}
		if err := ref.Infer(obs, n, want); err != nil {
			t.Fatal(err)
		}
		for _, path := range Paths() {
			if err := UsePath(path); err != nil {
				t.Fatal(err)
			}
			got := s.NewOutputs(n)
			if err := NewEngine(net).Infer(obs, n, got); err != nil {
				t.Fatal(err)
			}
			d := max(difference(got.Logits, want.Logits), difference(got.WDL, want.WDL))
			if t.Logf("%s, %dx%d: answers differ by at most %.2g", path, side, side, d); d > 1e-4 {
				t.Errorf("%s, %dx%d: answers differ by %g", path, side, side, d)
			}
		}
	}
}

// TestEngineRows: the answer of a row is the same, to the last bit, in any batch
// and at any place of it.
func TestEngineRows(t *testing.T) {
	for name, s := range tinySpecs {
		t.Run(name, func(t *testing.T) {
			const n = 2*maxRows + 3
			e := NewEngine(trained(t, s))
			obs := randomObs(s, n, seed.New(3).Rand())
			all, one := s.NewOutputs(n), s.NewOutputs(1)
			if err := e.Infer(obs, n, all); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				if err := e.Infer(obs[i*s.Size():], 1, one); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(one.Logits, all.Logits[i*s.Actions():][:s.Actions()]) || !slices.Equal(one.WDL, all.WDL[3*i:][:3]) || one.Score[0] != all.Score[i] {
					t.Fatalf("row %d alone differs from row %d of %d", i, i, n)
				}
			}
		})
	}
}

// difference returns the largest absolute difference; of equal lengths.
func difference(a, b []float32) (d float64) {
	for i := range a {
		d = max(d, math.Abs(float64(a[i]-b[i])))
	}
	return d
}

// TestEngineConcurrently: callers do not disturb one another.
func TestEngineConcurrently(t *testing.T) {
	s := learner
	e := NewEngine(trained(t, s))
	var wait sync.WaitGroup
	for c := range 8 {
		wait.Go(func() {
			obs := randomObs(s, c+1, seed.New(5).At("caller", c).Rand())
			want, got := s.NewOutputs(c+1), s.NewOutputs(c+1)
			if err := e.Infer(obs, c+1, want); err != nil {
				t.Error(err)
			}
			for range 20 {
				if err := e.Infer(obs, c+1, got); err != nil {
					t.Error(err)
				}
				if !slices.Equal(got.Logits, want.Logits) || !slices.Equal(got.WDL, want.WDL) {
					t.Errorf("caller %d: other answers to the same question", c)
					return
				}
			}
		})
	}
	wait.Wait()
}

func TestEngineAllocatesNothing(t *testing.T) {
	s := learner
	e, obs, out := NewEngine(newNet(t, s, 0)), make([]float32, 20*s.Size()), s.NewOutputs(20)
	if n := testing.AllocsPerRun(10, func() {
		if err := e.Infer(obs, 20, out); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a call, want 0", n)
	}
}

func TestEngineProbabilities(t *testing.T) {
	s := learner
	out := s.NewOutputs(4)
	if err := NewEngine(trained(t, s)).Infer(randomObs(s, 4, seed.New(6).Rand()), 4, out); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if sum := out.WDL[3*i] + out.WDL[3*i+1] + out.WDL[3*i+2]; math.Abs(float64(sum-1)) > 1e-6 {
			t.Errorf("row %d: win, draw, loss %v sum to %v", i, out.WDL[3*i:][:3], sum)
		}
	}
}

func TestInferRefuses(t *testing.T) {
	s := learner
	net := newNet(t, s, 0)
	ref, err := NewReference(net, 2)
	if err != nil {
		t.Fatal(err)
	}
	for name, infer := range map[string]func([]float32, int, Outputs) error{"engine": NewEngine(net).Infer, "reference": ref.Infer} {
		for _, c := range []struct {
			obs, n int // floats, rows
			out    Outputs
			want   string
		}{
			{3*75 - 1, 3, s.NewOutputs(3), "nn: infer: 224 floats of observations for 3 rows of 75"},
			{3 * 75, 3, Outputs{make([]float32, 3*53-1), make([]float32, 9), make([]float32, 3)}, "nn: infer: 158 floats of logits for 3 rows of 53"},
			{3 * 75, 3, Outputs{make([]float32, 3*53), make([]float32, 8), make([]float32, 3)}, "nn: infer: 8 floats of WDL for 3 rows of 3"},
			{0, -1, Outputs{}, "nn: infer: 0 floats of observations for -1 rows of 75"},
			{75, math.MaxInt, s.NewOutputs(1), "nn: infer: 75 floats of observations for 9223372036854775807 rows of 75"},
		} {
			if err := infer(make([]float32, c.obs), c.n, c.out); err == nil || err.Error() != c.want {
				t.Errorf("%s: error %v, want %s", name, err, c.want)
			}
		}
		if err := infer(nil, 0, Outputs{}); err != nil {
			t.Errorf("%s: no rows: %v", name, err)
		}
	}
}
