package arena

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Pool is many like things, each measured with error: start arrays of a game, by
// the score of First.
type Pool struct {
	Mean   Measure   // of all there are
	Spread Measure   // standard deviation of the true scores, measuring errors left out
	P      float64   // probability of such differences if all were truly alike
	Each   []Measure // what is thought of each, drawn towards the mean
}

// Shrink returns what scores say of things that are like one another (E53), the
// hierarchical normal model of Gelman et al. 2013, Bayesian Data Analysis, 5.4:
//
//	y_i = theta_i + noise of variance v_i,  theta_i ~ N(mu, tau²)
//	given tau, theta_i is thought to be  mu + (1 - B_i)(y_i - mu),  B_i = v_i / (v_i + tau²)
//
// mu and tau are not known either: nothing is thought of them beforehand (flat
// priors, tau below 1/2), and what they may be is averaged over. With the one
// likeliest tau, as in Efron and Morris 1975, "Data analysis using Stein's
// estimator and its generalizations", intervals are too narrow where it comes
// out as 0. The noise of a game is taken to be the same everywhere: where each
// thing has few games their own scatter says little. P is that of Cochran's Q.
//
// Scores without a game are thought to be like the others.
func Shrink(scores []Score) Pool {
	p := newPool(scores)
	out := Pool{P: 1, Each: make([]Measure, len(scores))}
	taus := p.taus()
	var mean moments
	each := make([]moments, len(scores))
	for _, t := range taus {
		mean.add(t.weight, t.mu, t.variance)
		for i := range scores {
			m, v := p.think(i, t)
			each[i].add(t.weight, m, v)
		}
	}
	out.Mean, out.Spread = mean.measure(), spreadOf(taus)
	for i, m := range each {
		out.Each[i] = m.measure()
	}
	if k := p.known(); k > 1 {
		_, _, squares := p.centre(0)
		out.P = distuv.ChiSquared{K: float64(k - 1)}.Survival(squares)
	}
	return out
}

// pool is estimates y with error variances v; v is infinite where nothing is
// known.
type pool struct{ y, v []float64 }

func newPool(scores []Score) (p pool) {
	within, games, things := 0.0, 0, 0
	for _, s := range scores {
		if n := s.Games(); n > 0 {
			m := s.Mean()
			within += float64(s.Wins) + float64(s.Draws)/4 - float64(n)*m*m
			games, things = games+n, things+1
		}
	}
	// One game won and one lost beside those that were: see Score.variance.
	sigma2 := (within + 0.5) / float64(games-things+2)
	for _, s := range scores {
		p.y, p.v = append(p.y, s.Mean()), append(p.v, sigma2/float64(s.Games()))
	}
	return p
}

// known returns how many things have been measured.
func (p pool) known() (k int) {
	for _, v := range p.v {
		if !math.IsInf(v, 1) {
			k++
		}
	}
	return k
}

// centre returns the mean of the true values if they vary by tau2, the weight of
// all that is known of it, and the weighted squares about it.
func (p pool) centre(tau2 float64) (mu, weight, squares float64) {
	for i, y := range p.y {
		w := 1 / (p.v[i] + tau2)
		mu, weight = mu+w*y, weight+w
	}
	if weight == 0 {
		return 0.5, 0, 0
	}
	mu /= weight
	for i, y := range p.y {
		squares += (y - mu) * (y - mu) / (p.v[i] + tau2)
	}
	return mu, weight, squares
}

// tau is a spread that the true values may have, with its probability and what
// their mean is then thought to be.
type tau struct{ at, weight, mu, variance float64 }

// taus returns a grid of spreads with their probabilities (op. cit., 5.21):
//
//	p(tau) ~ W^(-1/2) exp(-Q/2) product of (v_i + tau²)^(-1/2)
//
// W and Q the weight and the squares of centre.
func (p pool) taus() []tau {
	const steps, widest = 250, 0.5
	grid, most, sum := make([]tau, steps), math.Inf(-1), 0.0
	for i := range grid {
		t := widest * (float64(i) + 0.5) / steps
		mu, weight, squares := p.centre(t * t)
		grid[i] = tau{at: t, mu: mu, variance: 0.25}
		log := -squares / 2
		if weight > 0 {
			log -= math.Log(weight) / 2
			grid[i].variance = min(0.25, 1/weight)
		}
		for _, v := range p.v {
			if !math.IsInf(v, 1) {
				log -= math.Log(v+t*t) / 2
			}
		}
		grid[i].weight = log
		most = max(most, log)
	}
	for i := range grid {
		grid[i].weight = math.Exp(grid[i].weight - most)
		sum += grid[i].weight
	}
	for i := range grid {
		grid[i].weight /= sum
	}
	return grid
}

// think returns what is thought of thing i if the spread is t.
func (p pool) think(i int, t tau) (mean, variance float64) {
	if math.IsInf(p.v[i], 1) {
		return t.mu, t.variance + t.at*t.at
	}
	b := p.v[i] / (p.v[i] + t.at*t.at)
	return t.mu + (1-b)*(p.y[i]-t.mu), p.v[i]*(1-b) + b*b*t.variance
}

// spreadOf returns the median of the spreads and where 95 % of them lie.
func spreadOf(taus []tau) Measure {
	at := func(q float64) float64 {
		sum := 0.0
		for _, t := range taus {
			if sum += t.weight; sum >= q {
				return t.at
			}
		}
		return taus[len(taus)-1].at
	}
	return Measure{at(0.5), at(0.025), at(0.975)}
}

// moments are those of a mixture.
type moments struct{ mean, square float64 }

func (m *moments) add(weight, mean, variance float64) {
	m.mean += weight * mean
	m.square += weight * (variance + mean*mean)
}

// measure returns the mixture's mean and interval, of a share.
func (m moments) measure() Measure {
	n := normal(m.mean, math.Sqrt(max(0, m.square-m.mean*m.mean)))
	return Measure{min(1, max(0, n.Value)), max(0, n.Low), min(1, n.High)}
}
