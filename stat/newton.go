package stat

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

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
