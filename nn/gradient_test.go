package nn

import (
	"math"
	"testing"

	"ludens/env/seed"
)

// TestGradientsAreSlopes holds the gradient of every tensor of every kind of
// network against central differences of the loss, for both kinds of
// operations, with illegal moves and with rows that weigh nothing.
func TestGradientsAreSlopes(t *testing.T) {
	for name, s := range tinySpecs {
		for _, ops := range []string{"stock", "fast"} {
			t.Run(name+" "+ops, func(t *testing.T) {
				b := randomBatch(s, 6, 1)
				p := newTestProgram[float64](t, ops, shaken(t, s), 6)
				checkSlopes(t, p, b)
			})
		}
	}
}

// checkSlopes compares some numbers of each tensor.
func checkSlopes(t *testing.T, p *program[float64], b Batch) {
	if _, err := p.run(b); err != nil {
		t.Fatal(err)
	}
	grads := make([][]float64, len(p.params))
	for i := range grads {
		grads[i] = append(grads[i], p.gradient(i)...)
	}
	r := seed.New(1).At("slopes", 0).Rand()
	for i, n := range p.params {
		w := p.values[n.Name()]
		if len(w) != len(grads[i]) {
			t.Fatalf("%s has %d numbers and %d gradients", n.Name(), len(w), len(grads[i]))
		}
		for range min(4, len(w)) {
			k := r.IntN(len(w))
			want := slope(t, p, b, &w[k])
			if got := grads[i][k]; math.Abs(got-want) > 1e-3*math.Abs(want)+1e-7 {
				t.Errorf("gradient of %s[%d] is %v, slope %v", n.Name(), k, got, want)
			}
		}
	}
}

// slope is the central difference of the loss by *w.
func slope(t *testing.T, p *program[float64], b Batch, w *float64) float64 {
	const h = 1e-7 // short, because every ReLU is a corner
	loss := func(v float64) float64 {
		*w = v
		l, err := p.run(b)
		if err != nil {
			t.Fatal(err)
		}
		return l.Total
	}
	at := *w
	up, down := loss(at+h), loss(at-h)
	*w = at
	return (up - down) / (2 * h)
}

// shaken returns a network of s with noise on every number, so that no gradient
// is small for lack of a signal.
func shaken(t *testing.T, s Spec) *Net {
	t.Helper()
	r := seed.New(1).At("shake", 0).Rand()
	ts := newNet(t, s, 0).Tensors()
	for _, x := range ts {
		for i := range x.Data {
			x.Data[i] += float32(0.2 * math.Abs(r.NormFloat64()))
		}
	}
	n, err := FromTensors(s, ts)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
