package stat

import "math"

// Estimate is the mean of a match, in [0, 1], with its 95 % interval.
type Estimate struct {
	Mean, Low, High float64
	Superiority     float64 // likelihood that the true mean is above one half
}

// Estimate returns the estimate of outcomes that were not stopped because of
// what they showed.
func (c Counts) Estimate() Estimate {
	low, high := c.Interval()
	return Estimate{c.Mean(), low, high, c.Superiority()}
}

// Estimate returns the estimate of outcomes that the test may have stopped, E22
// of docs/method.md (Siegmund 1985, Sequential Analysis, III.4): a test stops
// when the score happens to be far out, so that the plain mean exaggerates.
// Of all that could have been seen, accepting H1 early says most for a high
// mean, then accepting it late, then no verdict, then accepting H0 late. Low, Mean and
// High are those true means under which something that says at most as much as
// what was seen has a probability of 97.5, 50 and 2.5 %.
func (t SPRT) Estimate(c Counts) Estimate {
	n := c.N()
	if n == 0 {
		return c.Estimate()
	}
	at := func(p float64) float64 {
		const edge = 1e-9
		return solve(func(m float64) float64 { return p - t.atMost(c, m) }, edge, 1-edge)
	}
	return Estimate{at(0.5), at(0.975), at(0.025), t.atMost(c, 0.5)}
}

// atMost returns the probability of outcomes that say at most as much for a
// high mean as c does, if the true mean is m. The sum of the outcomes less what
// they would be halfway between H0 and H1 is taken for a Brownian motion
// between two bounds, those of the LLR to first order, moved outwards by what a
// step overshoots them (Siegmund 1985, 10.55: 0.583 standard deviations).
func (t SPRT) atMost(c Counts, m float64) float64 {
	const overshoot = 0.5826
	s0, s1 := ScoreOf(t.Elo0), ScoreOf(t.Elo1)
	middle := (s0 + s1) / 2
	// The floor is for outcomes that were all alike: the next may be at an end.
	sigma := math.Sqrt(max(c.variance(m), 0.25/float64(c.N()+1)))
	unit := c.variance(middle) / (s1 - s0) // outcomes for one unit of LLR
	lower, upper := t.Bounds()
	w := walk{
		low: lower*unit/sigma - overshoot, high: upper*unit/sigma + overshoot,
		drift: (m - middle) / sigma, time: float64(c.N()),
	}
	switch t.Verdict(c) {
	case AcceptsH0:
		return w.reachesLow()
	case AcceptsH1:
		return 1 - w.reachesHigh()
	}
	return w.reachesLow() + w.staysBelow(w.time*(c.Mean()-middle)/sigma)
}
