package stat

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Cell is games that all have the same chances.
type Cell struct {
	Games      float64 // 0: nothing is known of it
	Mean       float64 // points of a game, in [0, 1]
	Dispersion float64 // variance of a game's points in units of m(1-m), which it is where no game is drawn
}

// CellOf returns the cell of outcomes. Its dispersion counts one win and one loss more
// than there were, so that games that were all drawn do not show that all games are.
func CellOf(c Counts) Cell {
	padded := append(Counts{}, c...)
	padded[0]++
	padded[len(c)-1]++
	m, square := padded.Mean(), 0.0
	for i, k := range padded {
		square += float64(k) * (padded.worth(i) - m) * (padded.worth(i) - m)
	}
	return Cell{float64(c.N()), c.Mean(), square / float64(padded.N()) / (m * (1 - m))}
}

// Logit explains the mean points of cells by columns on the logit scale, E61 of
// docs/method.md: a quasi-binomial generalised linear model (Wedderburn 1974,
// "Quasi-likelihood functions") with Firth's correction (1993, "Bias reduction of maximum
// likelihood estimates"):
//
//	m_i = 1 / (1 + exp(-sum of b_k x_ik))
//	variance of a cell's mean = phi_i m_i (1 - m_i) / N_i
//
// The correction keeps coefficients finite where all games of a cell were won: with a
// column for each cell it is half a win and half a loss more in each.
type Logit struct {
	Coefficients []float64
	Noise        []float64 // variance of each cell's log-odds by its games; infinite without any
	Rest         float64   // variance of the log-odds that the columns leave out, beyond the noise
	Squares      float64   // Pearson's X² of the fit without a rest
	Freedom      int       // degrees of freedom of Squares
	x            *mat.Dense
	cells        []Cell
	weights      []float64 // of the cells: 1 / (Noise + Rest)
	factor       mat.Cholesky
}

// leastInformation is added to that of each coefficient: one of which the games say
// nothing then has a variance of 1e9 instead of none.
const leastInformation = 1e-9

// FitLogit fits the columns, each with a number by cell. With rest what the columns leave
// out beyond the noise is an error, too: its variance is such that Pearson's X² is its
// degrees of freedom (Williams 1982, "Extra-binomial variation in logistic linear models").
func FitLogit(columns [][]float64, cells []Cell, rest bool) *Logit {
	l := &Logit{
		Coefficients: make([]float64, len(columns)), Noise: make([]float64, len(cells)),
		x: mat.NewDense(len(cells), len(columns), nil), cells: cells, weights: make([]float64, len(cells)),
	}
	for j, c := range columns {
		l.x.SetCol(j, c)
	}
	for _, c := range cells {
		if c.Games > 0 {
			l.Freedom++
		}
	}
	l.Freedom = max(0, l.Freedom-len(columns))
	l.maximise()
	l.Squares = l.pearson()
	if rest && l.Freedom > 0 && l.Squares > float64(l.Freedom) {
		const most = 100.0
		l.Rest = solve(func(rest float64) float64 {
			l.Rest = rest
			l.maximise()
			return float64(l.Freedom) - l.pearson()
		}, 0, most)
		l.maximise()
	}
	return l
}

// LackOfFit returns the probability of residuals as large as these if the columns
// explain everything but the noise; 1 without a degree of freedom.
func (l *Logit) LackOfFit() float64 {
	if l.Freedom == 0 {
		return 1
	}
	return distuv.ChiSquared{K: float64(l.Freedom)}.Survival(l.Squares)
}

// maximise finds the coefficients by Fisher scoring, from those that there are.
func (l *Logit) maximise() {
	n, p := l.x.Dims()
	score, step := mat.NewVecDense(p, nil), mat.NewVecDense(p, nil)
	for range 200 {
		means := l.means()
		l.inform(means)
		leverages := l.leverages()
		residuals := mat.NewVecDense(n, nil)
		for i, c := range l.cells {
			if m := means[i]; c.Games > 0 {
				residuals.SetVec(i, l.weights[i]*((c.Mean-m)/(m*(1-m))+l.Noise[i]*leverages[i]*(0.5-m)))
			}
		}
		score.MulVec(l.x.T(), residuals)
		// inform has made it positive definite.
		_ = l.factor.SolveVecTo(step, score)
		var moves mat.VecDense
		moves.MulVec(l.x, step)
		most := mat.Norm(&moves, math.Inf(1))
		scale := math.Min(1, 2/math.Max(most, 1e-300)) // no cell moves by more than 2 at once
		for k := range l.Coefficients {
			l.Coefficients[k] += scale * step.AtVec(k)
		}
		if most < 1e-10 {
			break
		}
	}
	l.inform(l.means())
}

// means returns what the coefficients expect of each cell.
func (l *Logit) means() []float64 {
	var odds mat.VecDense
	odds.MulVec(l.x, mat.NewVecDense(len(l.Coefficients), l.Coefficients))
	means := make([]float64, len(l.cells))
	for i := range means {
		means[i] = Sigmoid(math.Max(-30, math.Min(30, odds.AtVec(i))))
	}
	return means
}

// inform sets the noise, the weights and the information of the coefficients.
func (l *Logit) inform(means []float64) {
	n, p := l.x.Dims()
	root := mat.NewDense(n, p, nil)
	for i, c := range l.cells {
		l.Noise[i], l.weights[i] = math.Inf(1), 0
		if c.Games > 0 {
			l.Noise[i] = c.Dispersion / (c.Games * means[i] * (1 - means[i]))
			l.weights[i] = 1 / (l.Noise[i] + l.Rest)
		}
		for k := range p {
			root.Set(i, k, math.Sqrt(l.weights[i])*l.x.At(i, k))
		}
	}
	information := mat.NewSymDense(p, nil)
	information.SymOuterK(1, root.T())
	for k := range p {
		add(information, k, k, leastInformation)
	}
	l.factor.Factorize(information)
}

// leverages returns how much each cell's fitted value follows its own games, in [0, 1].
func (l *Logit) leverages() []float64 {
	n, p := l.x.Dims()
	var solved mat.Dense // p by n
	_ = l.factor.SolveTo(&solved, l.x.T())
	leverages := make([]float64, n)
	for i := range leverages {
		for k := range p {
			leverages[i] += l.weights[i] * l.x.At(i, k) * solved.At(k, i)
		}
	}
	return leverages
}

// pearson returns X², residuals in units of noise and rest.
func (l *Logit) pearson() (sum float64) {
	means := l.means()
	for i, c := range l.cells {
		r := (c.Mean - means[i]) / (means[i] * (1 - means[i]))
		sum += l.weights[i] * r * r
	}
	return sum
}

// At returns the log-odds of a row of the columns' values, with its standard error.
func (l *Logit) At(row []float64) (odds, se float64) {
	for k, v := range row {
		odds += v * l.Coefficients[k]
	}
	at := mat.NewVecDense(len(row), row)
	var solved mat.VecDense
	_ = l.factor.SolveVecTo(&solved, at)
	return odds, math.Sqrt(math.Max(0, mat.Dot(at, &solved)))
}

// Weights returns by how much the log-odds of each cell enter into a row's.
func (l *Logit) Weights(row []float64) []float64 {
	var solved, weights mat.VecDense
	_ = l.factor.SolveVecTo(&solved, mat.NewVecDense(len(row), row))
	weights.MulVec(l.x, &solved)
	for i, w := range l.weights {
		weights.SetVec(i, w*weights.AtVec(i))
	}
	return weights.RawVector().Data
}

// Sigmoid returns the mean points of these log-odds.
func Sigmoid(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// concave is a log-likelihood to be maximised. at returns its value and fills
// its gradient and its information, the negative of the second derivatives,
// which must be positive definite.
type concave interface {
	at(x []float64, gradient []float64, information *mat.SymDense) float64
}

// maximise returns where f is largest and the inverse of the information there.
// Newton's method with halved steps: a concave function has no other traps.
func maximise(f concave, n int) (x []float64, covariance *mat.SymDense) {
	x = make([]float64, n)
	gradient, next := make([]float64, n), make([]float64, n)
	information := mat.NewSymDense(n, nil)
	step := mat.NewVecDense(n, nil)
	var factor mat.Cholesky
	value := f.at(x, gradient, information)
	for range 200 {
		if !factor.Factorize(information) {
			break
		}
		if err := factor.SolveVecTo(step, mat.NewVecDense(n, gradient)); err != nil && math.IsInf(mat.Norm(step, 2), 0) {
			break
		}
		gain := mat.Dot(step, mat.NewVecDense(n, gradient))
		better := math.Inf(-1)
		for scale := 1.0; better < value && scale > 1e-6; scale /= 2 {
			for i := range next {
				next[i] = x[i] + scale*step.AtVec(i)
			}
			better = f.at(next, gradient, information)
		}
		if better < value || gain < 1e-16 {
			break
		}
		copy(x, next)
		value = better
	}
	f.at(x, gradient, information)
	covariance = mat.NewSymDense(n, nil)
	if factor.Factorize(information) {
		// A badly conditioned inverse still says that the errors are huge.
		_ = factor.InverseTo(covariance)
	}
	return x, covariance
}

// Linear is least squares: it explains results by columns, all results alike. What it
// estimates are sums over results, so that the error of an estimate needs no other
// assumption than the errors of the results (White 1980; weights that are estimated from
// the same results would be wrong together with them).
type Linear struct {
	x      *mat.Dense // results by columns
	factor mat.Cholesky
}

// NewLinear returns the model of some columns, each with a number by result. It is
// false if the columns are linearly dependent.
func NewLinear(columns [][]float64) (*Linear, bool) {
	results := len(columns[0])
	if len(columns) > results {
		return nil, false
	}
	l := &Linear{x: mat.NewDense(results, len(columns), nil)}
	for j, c := range columns {
		l.x.SetCol(j, c)
	}
	square := mat.NewSymDense(len(columns), nil)
	square.SymOuterK(1, l.x.T())
	ok := l.factor.Factorize(square) && l.factor.Cond() < 1e10
	return l, ok
}

// Weights returns by how much each result enters into the estimate of a contrast: a
// sum of the columns' coefficients.
func (l *Linear) Weights(contrast []float64) []float64 {
	var coefficients, weights mat.VecDense
	// A condition that NewLinear let pass is no error.
	_ = l.factor.SolveVecTo(&coefficients, mat.NewVecDense(len(contrast), contrast))
	weights.MulVec(l.x, &coefficients)
	return weights.RawVector().Data
}
