package solve

import (
	"math"
	"slices"
	"testing"
)

// Levels that halve every ten reach one position after ten times the logarithm.
func TestLevelsLeft(t *testing.T) {
	halving := make([]uint64, 41)
	for i := range halving {
		halving[i] = uint64(1e9 * math.Pow(2, -float64(i)/10))
	}
	growing := slices.Clone(halving)
	slices.Reverse(growing)
	for _, test := range []struct {
		name   string
		levels []uint64
		want   float64
	}{
		{"too few", halving[:20], math.Inf(1)},
		{"getting larger", growing, math.Inf(1)},
		{"hardly smaller", slices.Repeat([]uint64{1000}, 30), math.Inf(1)},
		{"halving", halving, 10 * math.Log2(float64(halving[35]))},
		{"at the end", make([]uint64, 30), math.Inf(1)},
	} {
		c := counts{ByLevel: test.levels}
		if got := c.levelsLeft(); got != test.want && !(math.Abs(got-test.want) < 1) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
