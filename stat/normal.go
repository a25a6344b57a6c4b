package stat

import "math"

// z95 is the 97.5 % quantile of the normal distribution: of all intervals here.
const z95 = 1.959963984540054

// Phi returns the probability that a standard normal variable is at most x.
func Phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// logPhi returns ln Phi(x), also where Phi(x) is too small for a float64.
func logPhi(x float64) float64 {
	if x > -30 {
		return math.Log(Phi(x))
	}
	// Phi(x) = phi(x)/|x| (1 - 1/x² + ...), Abramowitz and Stegun 26.2.12.
	return -x*x/2 - math.Log(-x*math.Sqrt(2*math.Pi)) + math.Log1p(-1/(x*x))
}

// Superiority returns the probability that a quantity with this estimate and
// standard error is greater than 0: of an Elo difference, the likelihood that
// the one is better than the other.
func Superiority(estimate, se float64) float64 {
	switch {
	case estimate == 0:
		return 0.5
	case se <= 0 && estimate > 0:
		return 1
	case se <= 0:
		return 0
	}
	return Phi(estimate / se)
}

// solve returns where the increasing function f passes 0 between low and high,
// or the end that is nearest to that.
func solve(f func(float64) float64, low, high float64) float64 {
	for range 60 {
		middle := low + (high-low)/2
		if f(middle) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return low + (high-low)/2
}

// eloPerNat turns natural log-odds into Elo: odds of 10 are 400 Elo.
const eloPerNat = 400 / math.Ln10

// Elo returns the difference of strength with this expected score (Elo 1978):
//
//	400 log10(s / (1 - s))
//
// It is infinite at 0 and 1.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return eloPerNat * math.Log(score/(1-score))
}

// ScoreOf returns the expected score at an Elo difference.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Exp(-elo/eloPerNat)) }
