package nn

import (
	"math"
	"slices"
	"testing"

	"ludens/internal/seed"
)

// trained returns a network of s whose every number has moved.
func trained(t testing.TB, s Spec) *Net {
	t.Helper()
	tr := newTrainer(t, newNet(t, s, 0), tinyConfig(8))
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
		})
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
				if !slices.Equal(one.Logits, all.Logits[i*s.Actions():][:s.Actions()]) || !slices.Equal(one.WDL, all.WDL[3*i:][:3]) {
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
