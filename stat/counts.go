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
