package stat

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// signs returns the columns of a design of two levels, as -1 and 1.
func signs(runs [][]int) (columns [][]float64) {
	for i := range runs[0] {
		var c []float64
		for _, r := range runs {
			c = append(c, float64(2*r[i]-1))
		}
		columns = append(columns, c)
	}
	return columns
}

// words counts the products of three and of four columns that are always alike.
func words(columns [][]float64) (three, four int) {
	alike := func(is ...int) int {
		sum := 0.0
		for run := range columns[0] {
			p := 1.0
			for _, i := range is {
				p *= columns[i][run]
			}
			sum += p
		}
		if int(math.Abs(sum)) == len(columns[0]) {
			return 1
		}
		return 0
	}
	for a := range columns {
		for b := range a {
			for c := range b {
				three += alike(a, b, c)
				for d := range c {
					four += alike(a, b, c, d)
				}
			}
		}
	}
	return three, four
}

// Words of three and four letters of the designs with minimum aberration: table of
// Chen, Sun and Wu 1993, "A catalogue of two-level and three-level fractional factorial
// designs with small runs".
func TestRegularFractionsHaveMinimumAberration(t *testing.T) {
	for _, test := range []struct{ k, runs, three, four int }{
		{3, 4, 1, 0}, {5, 8, 2, 1}, {6, 8, 4, 3}, {7, 8, 7, 7},
		{5, 16, 0, 0}, {6, 16, 0, 3}, {7, 16, 0, 7}, {8, 16, 0, 14}, {9, 16, 4, 14}, {10, 16, 8, 18},
		{6, 32, 0, 0}, {7, 32, 0, 1}, {8, 32, 0, 3}, {9, 32, 0, 6}, {10, 32, 0, 10},
		{7, 64, 0, 0}, {8, 64, 0, 0}, {9, 64, 0, 1},
	} {
		runs := Fraction(slices.Repeat([]int{2}, test.k), test.runs)
		columns := signs(runs)
		three, four := words(columns)
		if len(runs) != test.runs || three != test.three || four != test.four {
			t.Errorf("2^%d in %d runs: %d words of three and %d of four, want %d and %d", test.k, len(runs), three, four, test.three, test.four)
		}
		for i, c := range columns {
			for _, d := range columns[:i] {
				if !orthogonal(c, d) {
					t.Fatalf("2^%d in %d runs: main effects are mixed", test.k, test.runs)
				}
			}
		}
		if slices.Max(runs[0]) != 0 {
			t.Errorf("the first levels of all are not among the runs")
		}
	}
}

// Where there are too many choices to compare them all, a design is near the best: of ten
// factors in 64 runs that has 2 words of four letters, of twelve 6 (the same table), and none has
// words of three.
func TestLargeFractionsAreNearTheBest(t *testing.T) {
	for k, most := range map[int]int{10: 2, 11: 4, 12: 6} {
		columns := signs(Fraction(slices.Repeat([]int{2}, k), 64))
		three, four := words(columns)
		if len(columns) != k || three != 0 || four > most+3 || four < most {
			t.Errorf("2^%d in 64 runs: %d words of three and %d of four, want none and %d, or a few more", k, three, four, most)
		}
		for i, c := range columns {
			for _, d := range columns[:i] {
				if !orthogonal(c, d) {
					t.Fatalf("2^%d in 64 runs: main effects are mixed", k)
				}
			}
		}
	}
}

func orthogonal(a, b []float64) bool {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return math.Abs(sum) < 1e-9
}

// efficiency returns the D-efficiency of a design for main effects: 1 is an orthogonal
// array.
func efficiency(levels []int, runs [][]int) float64 {
	var columns [][]float64
	ones := make([]float64, len(runs))
	for r := range ones {
		ones[r] = 1
	}
	columns = append(columns, ones)
	for i, n := range levels {
		for l := 1; l < n; l++ { // Helmert: orthonormal over the levels
			c := make([]float64, len(runs))
			for r, run := range runs {
				switch {
				case run[i] < l:
					c[r] = -1
				case run[i] == l:
					c[r] = float64(l)
				}
				c[r] *= math.Sqrt(float64(n) / float64(l*(l+1)))
			}
			columns = append(columns, c)
		}
	}
	x := mat.NewDense(len(runs), len(columns), nil)
	for j, c := range columns {
		x.SetCol(j, c)
	}
	var square mat.Dense
	square.Mul(x.T(), x)
	log, _ := mat.LogDet(&square)
	return math.Exp(log/float64(len(columns))) / float64(len(runs))
}

// The exchange comes to orthogonal arrays where there are some, or nearly: Plackett and
// Burman's 12 runs, Taguchi's L9 and L18; elsewhere it stays near.
func TestFractionsByExchange(t *testing.T) {
	for _, test := range []struct {
		levels []int
		runs   int
		least  float64
	}{
		{slices.Repeat([]int{2}, 8), 12, 0.93},
		{slices.Repeat([]int{2}, 11), 12, 0.93},
		{[]int{3, 3, 3}, 9, 0.999}, {[]int{3, 3, 3, 3}, 9, 0.999},
		{[]int{2, 3, 3, 3}, 18, 0.999}, {[]int{2, 3, 3, 3, 3, 3}, 18, 0.93},
		{[]int{2, 3, 4, 5}, 30, 0.93}, {[]int{2, 2, 3}, 11, 0.97},
		{[]int{2, 3, 2, 2, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2}, 48, 0.93},
	} {
		runs := Fraction(test.levels, test.runs)
		if got := efficiency(test.levels, runs); len(runs) != test.runs || got < test.least {
			t.Errorf("%v in %d runs: efficiency %.3f, want %.3f", test.levels, len(runs), got, test.least)
		}
		for i := range runs {
			if i > 0 && slices.Compare(runs[i-1], runs[i]) >= 0 {
				t.Fatalf("%v: runs are not distinct and in order", test.levels)
			}
		}
		if again := Fraction(test.levels, test.runs); fmt.Sprint(again) != fmt.Sprint(runs) {
			t.Errorf("%v: another design the second time", test.levels)
		}
	}
}

// On a small grid no choice of runs says more: all are tried.
func TestExchangeFindsTheBest(t *testing.T) {
	levels := []int{3, 2, 2}
	grid := whole(levels)
	for runs := 5; runs < 12; runs++ {
		found := spread{levels: levels, runs: Fraction(levels, runs)}
		most := math.Inf(-1)
		for set := range 1 << len(grid) {
			var s spread
			s.levels = levels
			for i, r := range grid {
				if set>>i&1 == 1 {
					s.runs = append(s.runs, r)
				}
			}
			if len(s.runs) == runs {
				most = max(most, s.information())
			}
		}
		if got := found.information(); got < most-1e-6 {
			t.Errorf("%d runs: information %.6f, the best has %.6f", runs, got, most)
		}
	}
}

func whole(levels []int) (runs [][]int) {
	runs = [][]int{{}}
	for _, n := range levels {
		var more [][]int
		for _, r := range runs {
			for l := range n {
				more = append(more, append(slices.Clone(r), l))
			}
		}
		runs = more
	}
	return runs
}

// What is kept of the inverse through deletions and insertions is the inverse.
func TestExchangeUpdates(t *testing.T) {
	s := spread{levels: []int{2, 3, 2}, runs: [][]int{{0, 0, 0}, {1, 1, 0}, {0, 2, 1}, {1, 0, 1}, {1, 2, 0}}}
	s.known = mat.NewSymDense(5, nil)
	_ = s.covariance().InverseTo(s.known)
	others := s.without(2)
	s.runs[2] = []int{0, 1, 1}
	s.insert(2, others)
	want := mat.NewSymDense(5, nil)
	_ = s.covariance().InverseTo(want)
	if !mat.EqualApprox(s.known, want, 1e-6) {
		t.Errorf("got %v, want %v", mat.Formatted(s.known), mat.Formatted(want))
	}
}

// The number of choices is Pascal's, as far as they are tried, and beyond that only known to be
// more.
func TestChoices(t *testing.T) {
	row := []int{1}
	for n := range 30 {
		for k, want := range row {
			if got := choices(n, k); got != want && !(want > mostTried && got > mostTried) {
				t.Errorf("%d over %d: %d, want %d", n, k, got, want)
			}
		}
		next := append([]int{1}, row...)
		for k := 1; k < len(row); k++ {
			next[k] = row[k-1] + row[k]
		}
		row = next
	}
	if got := choices(1000, 500); got <= mostTried {
		t.Errorf("1000 over 500: %d, want more than %d", got, mostTried)
	}
}
