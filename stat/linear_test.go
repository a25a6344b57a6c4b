package stat

import (
	"math"
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
	if _, ok := NewLinear([][]float64{{1, 1}, {1, -1}}); !ok {
		t.Error("as many columns as results can be told apart")
	}
}

// With one column of ones the estimate is the mean, in which all results weigh alike.
func TestLinearOfOneColumnIsTheMean(t *testing.T) {
	l, ok := NewLinear([][]float64{{1, 1, 1, 1}})
	if !ok {
		t.Fatal("one column is refused")
	}
	for i, w := range l.Weights([]float64{1}) {
		if math.Abs(w-0.25) > 1e-12 {
			t.Errorf("result %d weighs %v, want 1/4", i, w)
		}
	}
}
