// Package stat says how sure one can be: intervals of scores, sequential
// tests, ratings, regressions. It knows numbers and no games.
//
// [Counts] is the result of a match, by games or by pairs of games, with the
// interval of its mean; [SPRT] decides between two strengths while games are
// played and estimates without the bias of having stopped; [Rate] places many
// players on one scale; [Logistic] explains results by what preceded them, [FitLogit] mean
// points of cells by what is varied.
// The equations are those of docs/method.md.
//
// Nothing here returns a NaN: without data an interval is as wide as can be.
package stat

import (
	"math"
	"slices"
)

// Counts says how often each outcome occurred, the outcomes being worth equal
// steps from 0 to 1: {losses, draws, wins} of games (trinomial), or pairs of
// games by {0, 1/2, 1, 3/2, 2} points (pentanomial). The games of a pair share
// an opening and are not independent; pairs are.
type Counts []int

// N returns how many outcomes there are.
func (c Counts) N() int {
	n := 0
	for _, k := range c {
		n += k
	}
	return n
}

// worth returns the value of outcome i, in [0, 1].
func (c Counts) worth(i int) float64 { return float64(i) / float64(len(c)-1) }

// Mean returns the mean outcome, in [0, 1]; 0.5 without any.
func (c Counts) Mean() float64 {
	n, points := c.N(), 0
	if n == 0 {
		return 0.5
	}
	for i, k := range c {
		points += i * k
	}
	return float64(points) / float64(n*(len(c)-1))
}

// Interval returns the 95 % interval of the mean (E3 of docs/method.md): every
// m that a score test does not reject,
//
//	|mean - m| <= z sigma(m) / sqrt(N)
//
// where sigma(m)² is the variance of the distribution over these outcomes that
// has mean m and makes the counts likeliest. With two outcomes it is Wilson's
// interval (Wilson 1927). Without counts it is [0, 1].
func (c Counts) Interval() (low, high float64) {
	if c.N() == 0 {
		return 0, 1
	}
	return c.lower(), 1 - c.reversed().lower()
}

// lower returns the lower end of the interval.
func (c Counts) lower() float64 {
	mean := c.Mean()
	return solve(func(m float64) float64 { return c.surprise(m) + z95 }, 0, mean)
}

// surprise returns (m - mean) sqrt(N) / sigma(m): it increases with m.
func (c Counts) surprise(m float64) float64 {
	gap := m - c.Mean()
	if gap == 0 {
		return 0
	}
	return gap * math.Sqrt(float64(c.N())/c.variance(m))
}

// Superiority returns the likelihood that the true mean is above one half: one
// minus the p-value of the test that Interval inverts.
func (c Counts) Superiority() float64 {
	if c.N() == 0 {
		return 0.5
	}
	return Phi(-c.surprise(0.5))
}

// reversed returns the counts as the other side sees them.
func (c Counts) reversed() Counts {
	r := make(Counts, len(c))
	for i, k := range c {
		r[len(c)-1-i] = k
	}
	return r
}

// Wilson returns the 95 % interval of a proportion, k of n.
func Wilson(k, n int) (low, high float64) { return Counts{n - k, k}.Interval() }

// Quartiles returns the values below which a quarter, half and three quarters of
// them lie, each one of the values; zeros of nothing.
func Quartiles(values []int) (q [3]int) {
	if len(values) == 0 {
		return q
	}
	sorted := slices.Sorted(slices.Values(values))
	for i := range q {
		q[i] = sorted[((len(sorted)-1)*(i+1)+2)/4] // the nearest
	}
	return q
}

// Entropy returns the entropy, in nats, of things given by how many are of each
// kind: - sum p ln p. It does not depend on the order of the counts.
func Entropy(counts []int) float64 {
	n := 0
	for _, count := range counts {
		n += count
	}
	h := 0.0
	for _, count := range slices.Sorted(slices.Values(counts)) {
		if count > 0 {
			p := float64(count) / float64(n)
			h -= p * math.Log(p)
		}
	}
	return h + 0 // not -0
}

// tilt returns the multiplier of the likeliest distribution with mean m, E20 of
// docs/method.md (Owen 1988, "Empirical likelihood ratio confidence intervals
// for a single functional"):
//
//	p_i = (n_i/N) / (1 + t (a_i - m)),  with  sum of n_i (a_i - m) / (1 + t (a_i - m)) = 0
//
// Here the outcomes a_i are known beforehand. If no t solves the equation, t is
// at the end of its range and what is missing from sum p_i = 1 belongs to the
// outcome there, 1 or 0, although it never occurred.
//
// m lies between 0 and 1, and is neither.
func (c Counts) tilt(m float64) float64 {
	low, high := -1/(1-m), 1/m
	slope := func(t float64) float64 { // decreasing
		sum := 0.0
		for i, k := range c {
			if k > 0 {
				d := c.worth(i) - m
				sum += float64(k) * d / (1 + t*d)
			}
		}
		return sum
	}
	// The ends are poles where the outcomes 1 and 0 have occurred.
	if c[len(c)-1] == 0 && slope(low) <= 0 {
		return low
	}
	if c[0] == 0 && slope(high) >= 0 {
		return high
	}
	return c.newton(m, low, high)
}

// newton finds the root of the slope inside (low, high): Newton's steps, and a
// bisection where one would leave the bracket.
func (c Counts) newton(m, low, high float64) float64 {
	t := c.guess(m, low, high)
	for range 100 {
		slope, curve := 0.0, 0.0
		for i, k := range c {
			if k == 0 {
				continue
			}
			d := c.worth(i) - m
			x := d / (1 + t*d)
			slope += float64(k) * x
			curve += float64(k) * x * x
		}
		if slope > 0 {
			low = t
		} else {
			high = t
		}
		next := t + slope/curve
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-t) <= 1e-12*(1+math.Abs(t)) {
			return next
		}
		t = next
	}
	return t
}

// guess returns the first-order solution, well inside (low, high).
func (c Counts) guess(m, low, high float64) float64 {
	slope, curve := 0.0, 0.0
	for i, k := range c {
		d := c.worth(i) - m
		slope += float64(k) * d
		curve += float64(k) * d * d
	}
	return min(max(slope/curve, low*0.9), high*0.9)
}

// variance returns the variance of the likeliest distribution with mean m. It
// is positive for m between 0 and 1.
func (c Counts) variance(m float64) float64 {
	if c.N() == 0 {
		return m * (1 - m)
	}
	t, n := c.tilt(m), float64(c.N())
	sum, rest := 0.0, 1.0
	for i, k := range c {
		if k > 0 {
			d := c.worth(i) - m
			p := float64(k) / n / (1 + t*d)
			sum += p * d * d
			rest -= p
		}
	}
	end := 1 - m
	if t > 0 {
		end = m
	}
	return sum + max(0, rest)*end*end
}

// logLikelihood returns the log-likelihood of the likeliest distribution with
// mean m, less that of the likeliest of all.
func (c Counts) logLikelihood(m float64) float64 {
	t, sum := c.tilt(m), 0.0
	for i, k := range c {
		if k > 0 {
			sum -= float64(k) * math.Log1p(t*(c.worth(i)-m))
		}
	}
	return sum
}
