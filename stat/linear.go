package stat

import "gonum.org/v1/gonum/mat"

// Linear is least squares: it explains results by columns, all results alike. What it
// estimates are sums over results, so that the error of an estimate needs no other
// assumption than the errors of the results (White 1980; weights that are estimated from
// the same results would be wrong together with them).
type Linear struct {
	x      *mat.Dense // results by columns
	factor mat.Cholesky
}

// NewLinear returns the model of some columns, each with a number by result. It is
// false if the columns cannot be told apart.
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

// Rest returns the variance of what the columns leave unexplained beyond the errors of
// the results, whose variances are given, and by how many degrees of freedom. Without any it
// is 0.
func (l *Linear) Rest(results, variances []float64) (rest float64, freedom int) {
	n, p := l.x.Dims()
	if n == p {
		return 0, 0
	}
	for i := range n {
		row := l.Weights(l.x.RawRowView(i)) // of the hat matrix
		fitted := 0.0
		for j, w := range row {
			fitted += w * results[j]
		}
		rest += (results[i]-fitted)*(results[i]-fitted) - (1-row[i])*variances[i]
	}
	return max(0, rest/float64(n-p)), n - p
}
