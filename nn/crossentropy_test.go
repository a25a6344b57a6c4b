package nn

import (
	"math"
	"testing"

	"ludens/env/seed"
)

func TestCrossEntropyByHand(t *testing.T) {
	no, yes := false, true
	inf := math.Inf(-1)
	for _, c := range []struct {
		name           string
		logits, target []float64
		legal          []bool
		loss           float64
		logs, gradient []float64
	}{
		{
			"all legal", []float64{0, 0}, []float64{0.25, 0.75}, nil,
			math.Ln2, []float64{-math.Ln2, -math.Ln2}, []float64{0.25, -0.25},
		},
		{
			"a strong logit that is not legal", []float64{1e9, math.Log(1), math.Log(3)}, []float64{0, 1, 0}, []bool{no, yes, yes},
			math.Log(4), []float64{inf, -math.Log(4), math.Log(0.75)}, []float64{0, -0.75, 0.75},
		},
		{
			"one legal move", []float64{5, -1e9, 7}, []float64{0, 1, 0}, []bool{no, yes, no},
			0, []float64{inf, 0, inf}, []float64{0, 0, 0},
		},
		{
			"half a weight", []float64{0, 0}, []float64{0, 0.5}, nil,
			math.Ln2 / 2, []float64{-math.Ln2, -math.Ln2}, []float64{0.25, -0.25},
		},
		{
			"nothing legal, no weight", []float64{1, 2}, []float64{0, 0}, []bool{no, no},
			0, []float64{inf, inf}, []float64{0, 0},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := len(c.logits)
			e := newCrossEntropy[float64](2, n) // the second row; the first is far above it
			if c.legal != nil {
				e.legal = append(make([]bool, n), c.legal...)
			}
			if got := e.forward(1, c.logits, c.target); math.Abs(got-c.loss) > 1e-12 {
				t.Errorf("loss %v, want %v", got, c.loss)
			}
			dx := make([]float64, n)
			e.backward(c.target, e.row(e.probs, 1), 1, dx)
			checkNear(t, "gradient", dx, c.gradient, 1e-12)
			for a, want := range c.logs {
				if got := e.logs[n+a]; got != want && math.Abs(got-want) > 1e-12 {
					t.Errorf("logarithm %d is %v, want %v", a, got, want)
				}
			}
		})
	}
}

func TestCrossEntropyGradientIsTheSlope(t *testing.T) {
	const n, h = 6, 1e-6
	r := seed.New(1).At("cross entropy", 0).Rand()
	e, x, dx := newCrossEntropy[float64](1, n), make([]float64, n), make([]float64, n)
	e.legal = []bool{true, false, true, true, true, false}
	for a := range x {
		x[a] = r.NormFloat64()
		if e.legal[a] {
			e.target[a] = r.Float64()
		}
	}
	e.forward(0, x, e.target)
	e.backward(e.target, e.probs, 2, dx)
	for a := range x {
		at := x[a]
		x[a] = at + h
		up := e.forward(0, x, e.target)
		x[a] = at - h
		down := e.forward(0, x, e.target)
		x[a] = at
		if slope := 2 * (up - down) / (2 * h); math.Abs(slope-dx[a]) > 1e-8 {
			t.Errorf("logit %d: gradient %v, slope %v", a, dx[a], slope)
		}
	}
}
