package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// considered returns how many visits a move must have had to be eligible for
// simulation i of n, when sequential halving starts with m moves (Karnin,
// Koren and Somekh 2013, "Almost optimal exploration in multi-armed bandits").
// Each phase gives every move that is left the same number of visits,
//
//	max(1, n / (ceil(log2 m) * moves left)),
//
// and the better half goes on to the next, down to two. This is the schedule
// of Danihelka et al. 2022 in the form of mctx: the best move among those with
// the eligible number of visits is the one whose turn it is.
func considered(m, n, i int) int {
	if m < 2 {
		return i
	}
	phases := bits.Len(uint(m - 1))
	visits := 0
	for left := m; ; left = max(2, left/2) {
		each := max(1, n/(phases*left))
		if i < each*left {
			return visits + i/left
		}
		i -= each * left
		visits += each
	}
}

// gumbels fills dst with n draws from the standard Gumbel distribution,
// -ln of an exponential variable. The m moves with the highest gumbel + logit
// are a sample of the prior without replacement.
func gumbels(dst []float64, n int, rng *rand.Rand) []float64 {
	dst = dst[:0]
	for range n {
		dst = append(dst, -math.Log(rng.ExpFloat64()))
	}
	return dst
}
