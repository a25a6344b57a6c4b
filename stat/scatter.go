package stat

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// What is expected of effects before there are games, as variances in units of that of
// a run: nothing is known of the mean and of main effects, interactions of two may be as
// large as the noise.
const (
	priorMain = 1e4
	priorPair = 1
)

// scatter returns runs whose results say most about the effects: the Bayesian
// D-optimal design of DuMouchel and Jones 1994 ("A simple Bayesian modification of
// D-optimal designs to reduce dependence on an assumed model"), in which interactions of
// two may be, but need not. It is found by coordinate exchange (Meyer and Nachtsheim
// 1995): each run in turn goes where, given the other runs, least is known. The best of
// several random beginnings is returned, by fixed generators.
func scatter(levels []int, runs int) [][]int {
	starts := 10
	if runs > 32 {
		starts = 2
	}
	var best [][]int
	most := math.Inf(-1)
	for start := range starts {
		s := newSpread(levels, runs, rand.New(rand.NewPCG(1, uint64(start))))
		for pass := 0; pass < 30 && s.improve(); pass++ {
		}
		if v := s.information(); v > most+1e-9 {
			best, most = s.runs, v
		}
	}
	slices.SortFunc(best, slices.Compare)
	return best
}

// spread is a design that gets better.
type spread struct {
	levels []int
	runs   [][]int
	known  *mat.SymDense // inverse of the covariance of the runs' results
}

func newSpread(levels []int, runs int, rng *rand.Rand) *spread {
	s := &spread{levels: levels}
	for len(s.runs) < runs {
		r := make([]int, len(levels))
		for i, n := range levels {
			r[i] = rng.IntN(n)
		}
		if !s.has(r) {
			s.runs = append(s.runs, r)
		}
	}
	return s
}

func (s *spread) has(run []int) bool {
	return slices.ContainsFunc(s.runs, func(r []int) bool { return slices.Equal(r, run) })
}

// like returns the prior covariance of the results of two runs: of each factor the
// inner product of its columns, which are orthonormal over its levels.
func (s *spread) like(a, b []int) float64 {
	sum, squares := 0.0, 0.0
	for i, n := range s.levels {
		k := -1.0
		if a[i] == b[i] {
			k += float64(n)
		}
		sum += k
		squares += k * k
	}
	return priorMain*(1+sum) + priorPair*(sum*sum-squares)/2
}

func (s *spread) covariance() *mat.Cholesky {
	n := len(s.runs)
	c := mat.NewSymDense(n, nil)
	for i, a := range s.runs {
		for j, b := range s.runs[:i+1] {
			c.SetSym(i, j, s.like(a, b))
		}
		c.SetSym(i, i, c.At(i, i)+1)
	}
	var factor mat.Cholesky
	factor.Factorize(c) // noise makes it positive definite
	return &factor
}

// information returns the logarithm of the determinant that is to be large.
func (s *spread) information() float64 { return s.covariance().LogDet() }

// improve moves each run to where it says more, and reports whether one was moved.
func (s *spread) improve() (better bool) {
	s.known = mat.NewSymDense(len(s.runs), nil)
	_ = s.covariance().InverseTo(s.known)
	for r := range s.runs {
		others := s.without(r)
		now, moved := s.doubt(s.runs[r], r, others), false
		for i, n := range s.levels {
			for level := range n {
				next := slices.Clone(s.runs[r])
				next[i] = level
				if s.has(next) {
					continue
				}
				if d := s.doubt(next, r, others); d > now*(1+1e-9) {
					s.runs[r], now, moved = next, d, true
				}
			}
		}
		if moved {
			s.insert(r, others)
			better = true
		}
	}
	return better
}

// without returns the inverse of the covariance of all runs but r, whose row and
// column are 0.
func (s *spread) without(r int) *mat.SymDense {
	n := len(s.runs)
	column := mat.NewVecDense(n, nil)
	for i := range n {
		column.SetVec(i, s.known.At(i, r))
	}
	others := mat.NewSymDense(n, nil)
	others.SymRankOne(s.known, -1/s.known.At(r, r), column)
	for i := range n {
		others.SetSym(i, r, 0)
	}
	return others
}

// doubt returns the variance of the result of a run in place of r, given the others.
func (s *spread) doubt(run []int, r int, others *mat.SymDense) float64 {
	a := s.alike(run, r)
	return s.like(run, run) + 1 - mat.Inner(a, others, a)
}

// alike returns the covariances of a run with all but r.
func (s *spread) alike(run []int, r int) *mat.VecDense {
	a := mat.NewVecDense(len(s.runs), nil)
	for i, other := range s.runs {
		if i != r {
			a.SetVec(i, s.like(run, other))
		}
	}
	return a
}

// insert puts run r, as it is now, back into the inverse.
func (s *spread) insert(r int, others *mat.SymDense) {
	weight := 1 / s.doubt(s.runs[r], r, others)
	column := mat.NewVecDense(len(s.runs), nil)
	column.MulVec(others, s.alike(s.runs[r], r))
	column.SetVec(r, -1)
	s.known.SymRankOne(others, weight, column)
}
