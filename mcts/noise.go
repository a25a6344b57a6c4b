package mcts

import (
	"math"
	"math/rand/v2"
)

// dirichlet fills dst with n shares that sum to 1, drawn from the symmetric
// Dirichlet distribution whose n concentrations sum to total:
//
//	x_i = g_i / sum of g,  g_i ~ Gamma(total/n, 1)
//
// Drawing in proportion to 1/n is AlphaZero's "scaled in inverse proportion
// to the approximate number of legal moves"; the total is KataGo's.
func dirichlet(dst []float64, n int, total float64, rng *rand.Rand) []float64 {
	dst, sum := dst[:0], 0.0
	for range n {
		g := gamma(total/float64(n), rng)
		dst = append(dst, g)
		sum += g
	}
	for i := range dst {
		if sum > 0 {
			dst[i] /= sum
		} else {
			dst[i] = 1 / float64(n)
		}
	}
	return dst
}

// gamma draws from the Gamma distribution of the given shape > 0 and scale 1
// (Marsaglia and Tsang 2000, "A simple method for generating gamma
// variables"). A shape a below 1 is drawn as Gamma(a+1) U^(1/a).
func gamma(shape float64, rng *rand.Rand) float64 {
	if shape < 1 {
		u := 1 - rng.Float64()
		return gamma(shape+1, rng) * math.Pow(u, 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := 1 - rng.Float64()
		if math.Log(u) < float64(0.5*x*x)+d-float64(d*v)+float64(d*math.Log(v)) {
			return d * v
		}
	}
}
