package arena

import (
	"math"

	"ludens/stat"
)

// Measure is an estimate with its 95 % interval. Without data the interval is as
// wide as can be.
type Measure struct{ Value, Low, High float64 }

// unbounded is what is known of a number of which nothing is.
var unbounded = Measure{0, math.Inf(-1), math.Inf(1)}

// z95 is the 97.5 % quantile of the normal distribution.
const z95 = 1.959963984540054

// normal returns an estimate with the interval of its standard error.
func normal(value, se float64) Measure { return Measure{value, value - z95*se, value + z95*se} }

// Share returns k of n, with Wilson's interval.
func Share(k, n int) Measure {
	if n == 0 {
		return Measure{0, 0, 1}
	}
	low, high := stat.Wilson(k, n)
	return Measure{float64(k) / float64(n), low, high}
}

// meanOf returns the mean of values, with the interval of its standard error.
func meanOf(values []float64) Measure { return ratioOf(values, nil) }

// ratioOf returns the sum of values over the sum of weights, such as moves per
// position where the positions of a game are alike: the interval is that of a
// ratio estimate over games (Cochran 1977, Sampling Techniques, 6.3). nil
// weights are ones.
func ratioOf(values, weights []float64) Measure {
	sum, weight := 0.0, 0.0
	at := func(i int) float64 {
		if weights == nil {
			return 1
		}
		return weights[i]
	}
	for i, v := range values {
		sum += v
		weight += at(i)
	}
	if weight == 0 {
		return Measure{0, 0, math.Inf(1)}
	}
	r, square, n := sum/weight, 0.0, float64(len(values))
	for i, v := range values {
		square += (v - r*at(i)) * (v - r*at(i))
	}
	if n == 1 {
		return Measure{r, 0, math.Inf(1)}
	}
	return normal(r, math.Sqrt(square*n/(n-1))/weight)
}
