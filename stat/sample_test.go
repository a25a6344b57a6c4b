package stat

import (
	"math"
	"slices"
	"testing"
)

func TestQuartiles(t *testing.T) {
	for _, row := range []struct {
		values []int
		want   [3]int
	}{
		{nil, [3]int{}},
		{[]int{7}, [3]int{7, 7, 7}},
		{[]int{2, 1}, [3]int{1, 2, 2}},
		{[]int{5, 1, 4, 2, 3}, [3]int{2, 3, 4}},
		{[]int{9, 2, 5, 4, 6, 5}, [3]int{4, 5, 6}},
	} {
		given := slices.Clone(row.values)
		if got := Quartiles(row.values); got != row.want {
			t.Errorf("quartiles of %v are %v, want %v", given, got, row.want)
		}
		if !slices.Equal(given, row.values) {
			t.Errorf("%v was changed to %v", given, row.values)
		}
	}
}

// Whatever the sample: each quartile is one of the values, and cuts off the share
// that it says, within one value.
func TestQuartilesCutSharesOff(t *testing.T) {
	for n := 1; n < 40; n++ {
		var values []int
		for i := range n {
			values = append(values, i*i%41)
		}
		for i, q := range Quartiles(values) {
			below, upTo := 0, 0
			for _, v := range values {
				if v < q {
					below++
				}
				if v <= q {
					upTo++
				}
			}
			share := float64(i+1) / 4 * float64(n)
			if upTo == below || float64(below) > share+1 || float64(upTo) < share-1 {
				t.Errorf("%d values: %d below quartile %d, %d up to it", n, below, i+1, upTo)
			}
		}
	}
}

func TestEntropy(t *testing.T) {
	for _, row := range []struct {
		counts []int
		want   float64
	}{
		{nil, 0}, {[]int{0}, 0}, {[]int{5}, 0}, {[]int{3, 3}, math.Ln2}, {[]int{1, 0, 1, 2}, 1.5 * math.Ln2},
		{[]int{1, 1, 1, 1, 1}, math.Log(5)},
	} {
		got := Entropy(row.counts)
		if math.Abs(got-row.want) > 1e-15 || math.Signbit(got) {
			t.Errorf("entropy of %v is %v, want %v", row.counts, got, row.want)
		}
		slices.Reverse(row.counts)
		if again := Entropy(row.counts); again != got {
			t.Errorf("entropy of %v depends on the order: %v and %v", row.counts, got, again)
		}
	}
}
