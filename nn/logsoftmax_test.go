package nn

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A row whose only legal move is its first one has a logarithm of 0 there,
// whatever the rows before it hold.
func TestLogSoftmaxOfOneLegalMove(t *testing.T) {
	x, dst := []float32{0.3, illegal, illegal}, make([]float32, 3)
	logSoftmaxRow(dst, x)
	if dst[0] != 0 || dst[1] > -1e8 || math.IsInf(float64(dst[1]), 0) {
		t.Errorf("got %v, want 0 and two numbers near %v", dst, float32(illegal))
	}
}

func TestLogSoftmaxGradientIsTheSlope(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, h = 5, 1e-5
	x, dy := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], dy[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	f := func() (sum float64) {
		y := make([]float64, n)
		logSoftmaxRow(y, x)
		for i := range y {
			sum += y[i] * dy[i]
		}
		return sum
	}
	y, dx := make([]float64, n), make([]float64, n)
	logSoftmaxRow(y, x)
	logSoftmaxGradient(dx, y, dy)
	for i := range x {
		at := x[i]
		x[i] = at + h
		up := f()
		x[i] = at - h
		down := f()
		x[i] = at
		if slope := (up - down) / (2 * h); math.Abs(slope-dx[i]) > 1e-6 {
			t.Errorf("logit %d: gradient %v, slope %v", i, dx[i], slope)
		}
	}
}
