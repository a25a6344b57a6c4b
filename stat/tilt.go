package stat

import "math"

// tilt returns the multiplier of the likeliest distribution with mean m, E20 of
// docs/method.md (Owen 1988, "Empirical likelihood ratio confidence intervals
// for a single functional"):
//
//	p_i = (n_i/N) / (1 + t (a_i - m)),  with  sum of n_i (a_i - m) / (1 + t (a_i - m)) = 0
//
// Here the outcomes a_i are known beforehand. If no t solves the equation, t is
// at the end of its range and what is missing from sum p_i = 1 belongs to the
// outcome there, 1 or 0, although it never occurred.
//
// m lies between 0 and 1, and is neither.
func (c Counts) tilt(m float64) float64 {
	low, high := -1/(1-m), 1/m
	slope := func(t float64) float64 { // decreasing
		sum := 0.0
		for i, k := range c {
			if k > 0 {
				d := c.worth(i) - m
				sum += float64(k) * d / (1 + t*d)
			}
		}
		return sum
	}
	// The ends are poles where the outcomes 1 and 0 have occurred.
	if c[len(c)-1] == 0 && slope(low) <= 0 {
		return low
	}
	if c[0] == 0 && slope(high) >= 0 {
		return high
	}
	return c.newton(m, low, high)
}

// newton finds the root of the slope inside (low, high): Newton's steps, and a
// bisection where one would leave the bracket.
func (c Counts) newton(m, low, high float64) float64 {
	t := c.guess(m, low, high)
	for range 100 {
		slope, curve := 0.0, 0.0
		for i, k := range c {
			if k == 0 {
				continue
			}
			d := c.worth(i) - m
			x := d / (1 + t*d)
			slope += float64(k) * x
			curve += float64(k) * x * x
		}
		if slope > 0 {
			low = t
		} else {
			high = t
		}
		next := t + slope/curve
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-t) <= 1e-12*(1+math.Abs(t)) {
			return next
		}
		t = next
	}
	return t
}

// guess returns the first-order solution, well inside (low, high).
func (c Counts) guess(m, low, high float64) float64 {
	slope, curve := 0.0, 0.0
	for i, k := range c {
		d := c.worth(i) - m
		slope += float64(k) * d
		curve += float64(k) * d * d
	}
	return min(max(slope/curve, low*0.9), high*0.9)
}

// variance returns the variance of the likeliest distribution with mean m. It
// is positive for m between 0 and 1.
func (c Counts) variance(m float64) float64 {
	if c.N() == 0 {
		return m * (1 - m)
	}
	t, n := c.tilt(m), float64(c.N())
	sum, rest := 0.0, 1.0
	for i, k := range c {
		if k > 0 {
			d := c.worth(i) - m
			p := float64(k) / n / (1 + t*d)
			sum += p * d * d
			rest -= p
		}
	}
	end := 1 - m
	if t > 0 {
		end = m
	}
	return sum + max(0, rest)*end*end
}

// logLikelihood returns the log-likelihood of the likeliest distribution with
// mean m, less that of the likeliest of all.
func (c Counts) logLikelihood(m float64) float64 {
	t, sum := c.tilt(m), 0.0
	for i, k := range c {
		if k > 0 {
			sum -= float64(k) * math.Log1p(t*(c.worth(i)-m))
		}
	}
	return sum
}
