package stat

import "gonum.org/v1/gonum/mat"

// Schedule chooses who should meet next, so that ratings become sharp soon: E24
// of docs/method.md, the greedy D-optimal design (Fedorov 1972, Theory of
// Optimal Experiments): of all meetings that which takes most from the volume
// of the ratings' joint error,
//
//	ln(1 + I V),  I the information of a game about x, V the variance of x
//
// Chosen meetings count as played, so that a round spreads over the players. Games
// count as if none were drawn: who draws much is not thought to be known well.
type Schedule struct {
	r          Ratings
	covariance *mat.SymDense
	meetings   [][]int // chosen so far
}

// NewSchedule returns a schedule that begins with what r knows.
func NewSchedule(r Ratings) *Schedule {
	s := &Schedule{r: r, covariance: mat.NewSymDense(r.curvature.SymmetricDim(), nil)}
	s.covariance.CopySym(r.curvature)
	for range r.model.players {
		s.meetings = append(s.meetings, make([]int, r.model.players))
	}
	return s
}

// Next returns the two players of the most informative meeting, i < j. A
// meeting is two games, one with each of them first. Among equals it is the one
// that was chosen least, then the first.
func (s *Schedule) Next() (i, j int) {
	best := -1.0
	for a := range s.meetings {
		for b := a + 1; b < len(s.meetings); b++ {
			const tie = 1e-9
			gain := s.information(a, b) * s.variance(a, b)
			if gain > best*(1+tie) || gain > best*(1-tie) && s.meetings[a][b] < s.meetings[i][j] {
				best, i, j = gain, a, b
			}
		}
	}
	s.meetings[i][j]++
	s.learn(i, j)
	return i, j
}

// information is that of both games about theta_i - theta_j.
func (s *Schedule) information(i, j int) float64 {
	m := s.r.model
	gap, gamma := m.theta(s.r.x, i)-m.theta(s.r.x, j), s.r.x[m.gamma()]
	return expect(gap+gamma).curve() + expect(gap-gamma).curve()
}

func (s *Schedule) variance(i, j int) float64 {
	return s.r.spread(s.covariance, i, j)
}

// learn makes the covariance what it will be after the meeting (Sherman and
// Morrison 1950): V - I V u u' V / (1 + I u' V u), u the difference of i and j.
func (s *Schedule) learn(i, j int) {
	d, n := s.r.model, s.covariance.SymmetricDim()
	u := mat.NewVecDense(n, nil)
	if i != d.anchor {
		u.SetVec(d.index(i), 1)
	}
	if j != d.anchor {
		u.SetVec(d.index(j), -1)
	}
	var v mat.VecDense
	v.MulVec(s.covariance, u)
	info := s.information(i, j)
	s.covariance.SymRankOne(s.covariance, -info/(1+info*mat.Dot(u, &v)), &v)
}
