package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A line through points, by the textbook: the slope is Sxy/Sxx.
func TestLinearIsTheTextbooksLine(t *testing.T) {
	x, y := []float64{1, 2, 3, 5, 9}, []float64{2, 1, 4, 4, 8}
	l, ok := NewLinear([][]float64{{1, 1, 1, 1, 1}, x})
	if !ok {
		t.Fatal("two columns cannot be told apart")
	}
	// Means 4 and 3.8; Sxy = 32, Sxx = 40.
	slope, at0 := 0.0, 0.0
	for i, w := range l.Weights([]float64{0, 1}) {
		slope += w * y[i]
	}
	for i, w := range l.Weights([]float64{1, 0}) {
		at0 += w * y[i]
	}
	if math.Abs(slope-0.8) > 1e-12 || math.Abs(at0-0.6) > 1e-12 {
		t.Errorf("%v + %v x, want 0.6 + 0.8 x", at0, slope)
	}
	// Residuals 0.6, -1.2, 1, -0.6, 0.2: squares 3.2, 3 degrees of freedom.
	rest, freedom := l.Rest(y, make([]float64, 5))
	if math.Abs(rest-3.2/3) > 1e-12 || freedom != 3 {
		t.Errorf("rest %v with %d, want %v with 3", rest, freedom, 3.2/3)
	}
}

func TestLinearCannotTellEqualColumnsApart(t *testing.T) {
	for _, columns := range [][][]float64{
		{{1, 1, 1}, {2, 2, 2}},
		{{1, 1}, {1, -1}, {0, 1}},
		{{1, 1, 1, 1}, {1, -1, 1, -1}, {0, 1, 0, 1}},
	} {
		if _, ok := NewLinear(columns); ok {
			t.Errorf("%v", columns)
		}
	}
	l, ok := NewLinear([][]float64{{1, 1}, {1, -1}})
	if rest, freedom := l.Rest([]float64{3, 4}, []float64{1, 1}); !ok || rest != 0 || freedom != 0 {
		t.Errorf("nothing is left over: %v with %d", rest, freedom)
	}
}

// The rest is what was put in, whatever the errors of the results are.
func TestRestIsRecovered(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, trials = 40, 2000
	ones, x, y, variances := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range x {
		ones[i], x[i], variances[i] = 1, float64(i*i%7), 0.5+float64(i%3)
	}
	l, _ := NewLinear([][]float64{ones, x})
	sum := 0.0
	for range trials {
		for i := range y {
			y[i] = 3 + 2*x[i] + math.Sqrt(variances[i])*rng.NormFloat64() + 1.5*rng.NormFloat64()
		}
		rest, _ := l.Rest(y, variances)
		sum += rest
	}
	if got := sum / trials; math.Abs(got-2.25) > 0.08 {
		t.Errorf("rest %.3f, want 2.25", got)
	}
}
