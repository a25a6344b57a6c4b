package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// positions draws rows of three predictors, ten rows of one game with the same
// result, as positions of a game have.
func positions(rng *rand.Rand, truth []float64, games, each int) (x, results []float64, of []int) {
	for g := range games {
		row := []float64{1, float64(rng.IntN(7) - 3), float64(rng.IntN(5) - 2)}
		odds := 0.0
		for k := range truth {
			odds += truth[k] * row[k]
		}
		result := 0.0
		if rng.Float64() < 1/(1+math.Exp(-odds)) {
			result = 1
		}
		for range each {
			x = append(x, row...)
			results, of = append(results, result), append(of, g)
		}
	}
	return x, results, of
}

func TestLogisticRecoversCoefficients(t *testing.T) {
	truth := []float64{0.2, 0.5, -1.5}
	x, results, of := positions(rand.New(rand.NewPCG(10, 1)), truth, 20_000, 1)
	r, err := Logistic(x, results, of, 3)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range truth {
		if !near(r.Coefficients[k], want, 0.06) || !near(r.Coefficients[k], want, 4*r.Errors[k]) {
			t.Errorf("coefficient %d: %.3f ± %.3f, want %v", k, r.Coefficients[k], r.Errors[k], want)
		}
	}
	if ratio, se := r.Ratio(2, 1); !near(ratio, -3, 4*se) || se > 0.15 {
		t.Errorf("ratio %.3f ± %.3f, want -3", ratio, se)
	}
}

// Ten rows of a game are not ten results: the errors stay honest.
func TestLogisticErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	truth := []float64{0, 0.5, -0.3}
	const studies = 500
	covered, ratios := 0, 0
	for range studies {
		x, results, of := positions(rng, truth, 200, 10)
		r, err := Logistic(x, results, of, 3)
		if err != nil {
			t.Fatal(err)
		}
		if near(r.Coefficients[1], truth[1], z95*r.Errors[1]) {
			covered++
		}
		if ratio, se := r.Ratio(2, 1); near(ratio, -0.6, z95*se) {
			ratios++
		}
	}
	for name, n := range map[string]int{"a coefficient": covered, "a ratio": ratios} {
		if rate := float64(n) / studies; rate < 0.94-slack(0.95, studies) || rate > 0.95+slack(0.95, studies) {
			t.Errorf("%s is within its error in %.3f, want about 0.95", name, rate)
		}
	}
}

func TestLogisticOfLittle(t *testing.T) {
	for _, tt := range []struct {
		name       string
		x, results []float64
	}{
		{"nothing", nil, nil},
		{"all won", []float64{1, 1, 1}, []float64{1, 1, 1}},
		{"all drawn", []float64{1, 1, 1}, []float64{0.5, 0.5, 0.5}},
		{"explained altogether", []float64{-1, 2, 3}, []float64{0, 1, 1}},
		{"a predictor that never varies from 0", []float64{0, 0, 0}, []float64{0, 1, 1}},
	} {
		r, err := Logistic(tt.x, tt.results, make([]int, len(tt.results)), 1)
		if err != nil {
			t.Fatal(err)
		}
		ratio, se := r.Ratio(0, 0)
		for _, v := range []float64{r.Coefficients[0], r.Errors[0]} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s: %v ± %v", tt.name, r.Coefficients[0], r.Errors[0])
			}
		}
		if math.IsNaN(ratio) || math.IsNaN(se) {
			t.Errorf("%s: ratio %v ± %v", tt.name, ratio, se)
		}
	}
	if _, err := Logistic([]float64{1, 2, 3}, []float64{1}, []int{0}, 2); err == nil {
		t.Error("three numbers for one row of two: no error")
	}
}
