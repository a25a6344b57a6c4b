package arena

import (
	"math"

	"ludens/env"
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

// Outcome is what of a game decides whether its rules meet a goal.
type Outcome struct {
	Winner    env.Result
	Truncated bool
	Plies     int
}

// Sample is the outcomes of games of one setting by one agent.
type Sample []Outcome

// SampleOf returns the outcomes of games.
func SampleOf(games []Game) (s Sample) {
	for _, g := range games {
		s = append(s, Outcome{g.Result, g.Truncated, len(g.Actions)})
	}
	return s
}

// tally is a sample without its spread: First's score and the plies of all games.
type tally struct {
	Score
	plies int
}

func (t *tally) add(o Outcome) {
	t.plies += o.Plies
	switch {
	case o.Truncated:
		t.Truncated++
		t.Draws++
	case o.Winner == env.Drawn:
		t.Draws++
	case o.Winner == env.FirstWins:
		t.Wins++
	default:
		t.Losses++
	}
}

func (s Sample) tally() (t tally) {
	for _, o := range s {
		t.add(o)
	}
	return t
}

// Score returns First's.
func (s Sample) Score() Score { return s.tally().Score }

// Plies returns the mean length.
func (s Sample) Plies() Measure {
	var plies []float64
	for _, o := range s {
		plies = append(plies, float64(o.Plies))
	}
	return meanOf(plies)
}

// padded returns the sample with one win and one loss of mean length more: games that
// were all alike do not show that all games are (as in Score.variance).
func (s Sample) padded() Sample {
	plies := s.tally().plies / max(1, len(s))
	return append(s[:len(s):len(s)], Outcome{env.FirstWins, false, plies}, Outcome{env.SecondWins, false, plies})
}
