package stat

import (
	"math"
	"math/rand/v2"
)

// outcomes is the true distribution over the outcomes of Counts.
type outcomes []float64

func (p outcomes) draw(rng *rand.Rand) int {
	x := rng.Float64()
	for i, q := range p {
		if x < q {
			return i
		}
		x -= q
	}
	return len(p) - 1
}

func (p outcomes) mean() float64 {
	m := 0.0
	for i, q := range p {
		m += q * float64(i) / float64(len(p)-1)
	}
	return m
}

// sample returns the counts of n draws.
func (p outcomes) sample(rng *rand.Rand, n int) Counts {
	c := make(Counts, len(p))
	for range n {
		c[p.draw(rng)]++
	}
	return c
}

// shifted returns p as if one side had become stronger: p_i times exp(t i),
// with the t that gives the mean.
func (p outcomes) shifted(mean float64) outcomes {
	tilted := func(t float64) outcomes {
		q, sum := make(outcomes, len(p)), 0.0
		for i := range p {
			q[i] = p[i] * math.Exp(t*float64(i))
			sum += q[i]
		}
		for i := range q {
			q[i] /= sum
		}
		return q
	}
	return tilted(solve(func(t float64) float64 { return tilted(t).mean() - mean }, -20, 20))
}

// Pairs of games as they come: of sharp games, of quiet ones, of drawish ones.
var (
	sharp   = outcomes{0.25, 0, 0.5, 0, 0.25}
	quiet   = outcomes{0.05, 0.2, 0.5, 0.2, 0.05}
	drawish = outcomes{0.02, 0.08, 0.8, 0.08, 0.02}
)
