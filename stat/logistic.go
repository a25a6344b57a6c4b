package stat

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Regression is how results depend on what preceded them.
type Regression struct {
	Coefficients []float64 // natural log-odds of a point, for one unit of each predictor
	Errors       []float64 // standard errors
	covariance   *mat.SymDense
}

// Logistic explains results by predictors (E25 of docs/method.md):
//
//	expected result = 1 / (1 + exp(-sum of b_k x_k))
//
//	x:       [n, k], row by row; a column of ones makes a constant
//	results: [n], in [0, 1], a draw being 1/2
//	games:   [n], which game a row is from: rows of one game are not independent
//
// Coefficients are the likeliest ones with a normal prior of 1,500 Elo, so that
// they are finite where a predictor explains everything. Errors are robust
// against the dependence within games (Liang and Zeger 1986, "Longitudinal data
// analysis using generalized linear models"), and never smaller than those of
// independent rows with the model's variance.
func Logistic(x []float64, results []float64, games []int, k int) (Regression, error) {
	n := len(results)
	if k < 1 || len(x) != n*k || len(games) != n {
		return Regression{}, fmt.Errorf("stat: logistic: %d results and %d games with %d numbers of %d predictors", n, len(games), len(x), k)
	}
	l := logistic{x: x, results: results, k: k}
	b, model := maximise(l, k)
	robust := l.sandwich(b, model, games)
	r := Regression{Coefficients: b, Errors: make([]float64, k), covariance: model}
	for i := range k {
		r.Errors[i] = math.Sqrt(max(robust.At(i, i), model.At(i, i)))
	}
	if mat.Trace(robust) > mat.Trace(model) {
		r.covariance = robust
	}
	return r, nil
}

// Ratio returns coefficient i in units of coefficient j, such as the worth of a
// rook in pawns, with its standard error (Fieller's problem by the delta method).
// Without a coefficient j it is infinite.
func (r Regression) Ratio(i, j int) (ratio, se float64) {
	bi, bj := r.Coefficients[i], r.Coefficients[j]
	if bj == 0 {
		return math.Inf(1), math.Inf(1)
	}
	ratio = bi / bj
	c := r.covariance
	variance := (c.At(i, i) - 2*ratio*c.At(i, j) + ratio*ratio*c.At(j, j)) / (bj * bj)
	return ratio, math.Sqrt(max(0, variance))
}

type logistic struct {
	x, results []float64
	k          int
}

func (l logistic) row(i int) []float64 { return l.x[i*l.k : (i+1)*l.k] }

// odds returns the log-odds of row i.
func (l logistic) odds(b []float64, i int) float64 {
	sum := 0.0
	for k, v := range l.row(i) {
		sum += b[k] * v
	}
	return sum
}

func (l logistic) at(b, gradient []float64, information *mat.SymDense) float64 {
	value := prior(b, gradient, information)
	square := make([]float64, l.k*l.k)
	for i, y := range l.results {
		odds := l.odds(b, i)
		p := 1 / (1 + math.Exp(-odds))
		value += y*odds - max(odds, 0) - math.Log1p(math.Exp(-math.Abs(odds)))
		for k, v := range l.row(i) {
			gradient[k] += (y - p) * v
			for m, w := range l.row(i)[k:] {
				square[k*l.k+k+m] += p * (1 - p) * v * w
			}
		}
	}
	for k := range l.k {
		for m := k; m < l.k; m++ {
			add(information, k, m, square[k*l.k+m])
		}
	}
	return value
}

// sandwich returns V (sum over games of g g') V, g the gradient of a game.
func (l logistic) sandwich(b []float64, v *mat.SymDense, games []int) *mat.SymDense {
	of := map[int]int{}
	var gradients [][]float64
	for i, y := range l.results {
		at, ok := of[games[i]]
		if !ok {
			at = len(gradients)
			of[games[i]] = at
			gradients = append(gradients, make([]float64, l.k))
		}
		p := 1 / (1 + math.Exp(-l.odds(b, i)))
		for k, x := range l.row(i) {
			gradients[at][k] += (y - p) * x
		}
	}
	sum := mat.NewSymDense(l.k, nil)
	for _, g := range gradients {
		var u mat.VecDense
		u.MulVec(v, mat.NewVecDense(l.k, g))
		sum.SymRankOne(sum, 1, &u)
	}
	return sum
}

func add(m *mat.SymDense, i, j int, v float64) { m.SetSym(i, j, m.At(i, j)+v) }
