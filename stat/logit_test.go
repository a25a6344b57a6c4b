package stat

import (
	"gonum.org/v1/gonum/mat"
	"math"
	"math/rand/v2"
	"testing"
)

// tossedCell plays n games with mean points m, a share of them drawn.
func tossedCell(rng *rand.Rand, m, drawn float64, n int) Cell {
	c := Counts{0, 0, 0}
	drawn = math.Min(drawn, 2*math.Min(m, 1-m)*0.9)
	for range n {
		switch x := rng.Float64(); {
		case x < drawn:
			c[1]++
		case x < drawn+m-drawn/2:
			c[2]++
		default:
			c[0]++
		}
	}
	return CellOf(c)
}

// With a column for each cell Firth's correction is half a win and half a loss more, so
// that games that were all won have finite log-odds.
func TestLogitOfEachCellIsHalfAWinMore(t *testing.T) {
	cells := []Cell{CellOf(Counts{30, 0, 70}), CellOf(Counts{0, 0, 50}), CellOf(Counts{9, 0, 0})}
	l := FitLogit([][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, cells, false)
	for i, want := range []float64{math.Log(70.5 / 30.5), math.Log(50.5 / 0.5), math.Log(0.5 / 9.5)} {
		if got := l.Coefficients[i]; math.Abs(got-want) > 1e-8 {
			t.Errorf("cell %d: %v, want %v", i, got, want)
		}
	}
	if l.Freedom != 0 || l.LackOfFit() != 1 {
		t.Errorf("%d degrees of freedom, p %v", l.Freedom, l.LackOfFit())
	}
}

// Many games of no draws: the correction vanishes, and the logistic regression of single
// results (E25) is the same.
func TestLogitIsTheLogisticRegression(t *testing.T) {
	counts := []Counts{{4000, 0, 1000}, {3000, 0, 2000}, {2600, 0, 2400}, {1500, 0, 3500}}
	var x, results []float64
	var games []int
	ones, steps, cells := []float64{}, []float64{}, []Cell{}
	for i, c := range counts {
		for k, times := range c {
			for range times {
				x = append(x, 1, float64(i))
				results, games = append(results, float64(k)/2), append(games, len(games))
			}
		}
		ones, steps, cells = append(ones, 1), append(steps, float64(i)), append(cells, CellOf(c))
	}
	want, err := Logistic(x, results, games, 2)
	if err != nil {
		t.Fatal(err)
	}
	l := FitLogit([][]float64{ones, steps}, cells, false)
	for k, row := range [][]float64{{1, 0}, {0, 1}} {
		got, se := l.At(row)
		if math.Abs(got-want.Coefficients[k]) > 2e-4 || math.Abs(se-want.Errors[k]) > 2e-4 {
			t.Errorf("coefficient %d: %v ± %v, want %v ± %v", k, got, se, want.Coefficients[k], want.Errors[k])
		}
	}
}

// Draws make a score surer, games that were all drawn do not make it certain, and games
// that were not played say nothing.
func TestCellOf(t *testing.T) {
	for _, test := range []struct {
		counts Counts
		want   Cell
	}{
		{Counts{10, 0, 30}, Cell{40, 0.75, 1}},
		{Counts{0, 0, 0}, Cell{0, 0.5, 1}},
		{Counts{0, 98, 0}, Cell{98, 0.5, 0.02}},
		{Counts{1, 2, 3}, Cell{6, 2.0 / 3, (1.375 / 8) / (0.625 * 0.375)}}, // of 2, 2 and 4: mean 5/8
	} {
		got := CellOf(test.counts)
		if got.Games != test.want.Games || math.Abs(got.Mean-test.want.Mean) > 1e-12 || math.Abs(got.Dispersion-test.want.Dispersion) > 1e-12 {
			t.Errorf("%v: %+v, want %+v", test.counts, got, test.want)
		}
	}
	l := FitLogit([][]float64{{1, 1}, {0, 1}}, []Cell{CellOf(Counts{10, 0, 10}), {}}, true)
	if _, se := l.At([]float64{1, 1}); se < 1e4 {
		t.Errorf("a cell without games is known within %v", se)
	}
}

// The weights of cells in a row's log-odds, applied to the columns, are the row again: if the
// cells are as the columns say, so is what is said of the row.
func TestWeightsGiveTheRow(t *testing.T) {
	columns := [][]float64{{1, 1, 1, 1}, {0, 1, 2, 5}}
	cells := []Cell{CellOf(Counts{9, 2, 5}), CellOf(Counts{3, 3, 3}), CellOf(Counts{1, 0, 30}), CellOf(Counts{4, 7, 1})}
	l := FitLogit(columns, cells, false)
	for _, row := range [][]float64{{1, 0}, {0, 1}, {1, 3}} {
		weights := l.Weights(row)
		for k, c := range columns {
			sum := 0.0
			for i, w := range weights {
				sum += w * c[i]
			}
			if math.Abs(sum-row[k]) > 1e-6 {
				t.Errorf("row %v: the weights %v give %v in column %d", row, weights, sum, k)
			}
		}
	}
}

// What the columns leave out is found beyond the noise of the games, and nothing is where
// there is nothing.
func TestLogitRest(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	for _, sigma := range []float64{0, 0.3} {
		sum, covered := 0.0, 0
		const studies, n = 300, 40
		for range studies {
			ones, cells := make([]float64, n), make([]Cell, n)
			for i := range cells {
				ones[i] = 1
				cells[i] = tossedCell(rng, Sigmoid(0.4+sigma*rng.NormFloat64()), 0.2, 200)
			}
			l := FitLogit([][]float64{ones}, cells, true)
			sum += l.Rest
			if odds, se := l.At([]float64{1}); math.Abs(odds-0.4) < z95*se {
				covered++
			}
		}
		if got := sum / studies; math.Abs(got-sigma*sigma) > 0.005 {
			t.Errorf("scatter %v: a rest of %v, want %v", sigma, got, sigma*sigma)
		}
		if rate := float64(covered) / studies; rate < 0.91 {
			t.Errorf("scatter %v: the mean is covered in %v", sigma, rate)
		}
	}
}

// The test of fit refuses a true model at 5 %, and finds a curve that is bent.
func TestLackOfFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	const studies = 2000
	ones, steps := []float64{1, 1, 1, 1, 1}, []float64{0, 1, 2, 3, 4}
	rate := func(bend float64) float64 {
		refused := 0
		for range studies {
			cells := make([]Cell, 5)
			for i, x := range steps {
				cells[i] = tossedCell(rng, Sigmoid(-0.4+0.2*x+bend*(x-2)*(x-2)), 0.3, 400)
			}
			if FitLogit([][]float64{ones, steps}, cells, false).LackOfFit() < 0.05 {
				refused++
			}
		}
		return float64(refused) / studies
	}
	if got := rate(0); math.Abs(got-0.05) > 0.016 {
		t.Errorf("a line is refused in %v of the studies, want about 0.05", got)
	}
	if got := rate(0.15); got < 0.9 {
		t.Errorf("a bent curve is found in %v of the studies", got)
	}
}

// flat is a log-likelihood that is almost level along its second axis.
type flat struct{}

func (flat) at(x, gradient []float64, information *mat.SymDense) float64 {
	const steep, level = 1, 1e-18
	gradient[0], gradient[1] = steep*(3-x[0]), level*(5-x[1])
	information.SetSym(0, 0, steep)
	information.SetSym(1, 1, level)
	information.SetSym(0, 1, 0)
	return -steep*(x[0]-3)*(x[0]-3)/2 - level*(x[1]-5)*(x[1]-5)/2
}

// An ill-conditioned step is taken where it is finite.
func TestMaximiseIllConditioned(t *testing.T) {
	x, _ := maximise(flat{}, 2)
	if math.Abs(x[0]-3) > 1e-9 || math.Abs(x[1]-5) > 1e-6 {
		t.Errorf("largest at %v, want (3, 5)", x)
	}
}
