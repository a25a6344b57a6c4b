package mcts

import (
	"math"
	"testing"
)

// TestGammaMoments compares mean and variance, both equal to the shape, within
// five standard errors.
func TestGammaMoments(t *testing.T) {
	const n = 200_000
	for _, shape := range []float64{0.03, 0.3, 1, 1.5, 10} {
		r := rng(7)
		sum, squares := 0.0, 0.0
		for range n {
			g := gamma(shape, r)
			sum += g
			squares += g * g
		}
		mean := sum / n
		variance := squares/n - mean*mean
		if d := math.Abs(mean - shape); d > 5*math.Sqrt(shape/n) {
			t.Errorf("shape %v: mean %v", shape, mean)
		}
		// The fourth central moment of Gamma(a) is 3a^2 + 6a.
		if d := math.Abs(variance - shape); d > 5*math.Sqrt((2*shape*shape+6*shape)/n) {
			t.Errorf("shape %v: variance %v", shape, variance)
		}
	}
}

// TestDirichletMoments: a share of n has mean 1/n and variance
// (1/n)(1-1/n)/(total+1).
func TestDirichletMoments(t *testing.T) {
	const draws, n, total = 50_000, 5, 3.0
	r := rng(3)
	var noise []float64
	sum, squares := 0.0, 0.0
	for range draws {
		noise = dirichlet(noise, n, total, r)
		all := 0.0
		for _, x := range noise {
			all += x
		}
		if math.Abs(all-1) > 1e-12 {
			t.Fatalf("noise sums to %v", all)
		}
		sum += noise[0]
		squares += noise[0] * noise[0]
	}
	mean := sum / draws
	if math.Abs(mean-0.2) > 0.005 {
		t.Errorf("mean %v, want 0.2", mean)
	}
	if got, want := squares/draws-mean*mean, 0.16/(total+1); math.Abs(got-want) > 0.002 {
		t.Errorf("variance %v, want %v", got, want)
	}
}
