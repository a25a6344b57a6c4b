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
