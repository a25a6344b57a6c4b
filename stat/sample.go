package stat

import (
	"math"
	"slices"
)

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
