package arena

import (
	"fmt"
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

// Score counts games from one side's point of view.
type Score struct {
	Wins      int `json:"wins"`
	Draws     int `json:"draws"`
	Losses    int `json:"losses"`
	Truncated int `json:"truncated"` // of Draws: cut at the ply cap, without a result by the rules
}

// Add counts one more game of the side that plays role.
func (s *Score) Add(g Game) {
	switch {
	case g.Truncated:
		s.Truncated++
		s.Draws++
	case g.Result == env.Drawn:
		s.Draws++
	case g.Result == env.WinFor(g.Role):
		s.Wins++
	default:
		s.Losses++
	}
}

// Plus returns the counts of s and t together.
func (s Score) Plus(t Score) Score {
	return Score{s.Wins + t.Wins, s.Draws + t.Draws, s.Losses + t.Losses, s.Truncated + t.Truncated}
}

// Reversed returns the counts as the other side has them.
func (s Score) Reversed() Score { return Score{s.Losses, s.Draws, s.Wins, s.Truncated} }

// Games returns how many games were counted.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Mean returns the points per game, a draw counting half; 0.5 without games.
func (s Score) Mean() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// Interval returns the 95 % interval of Mean (E3 of docs/method.md). Without
// games it is [0, 1].
func (s Score) Interval() (low, high float64) {
	return stat.Counts{s.Losses, s.Draws, s.Wins}.Interval()
}

// String returns "97.5 % [94.3, 98.9] +193 =4 -3".
func (s Score) String() string {
	low, high := s.Interval()
	return fmt.Sprintf("%5.1f %% [%.1f, %.1f] +%d =%d -%d", 100*s.Mean(), 100*low, 100*high, s.Wins, s.Draws, s.Losses)
}

// Standing is how an agent did against one opponent, by the role it played.
type Standing struct {
	Opponent string   `json:"opponent"`
	Roles    [2]Score `json:"roles"` // as First, as Second

	// Alone is the score of the agent's network without a search, against the same
	// opponent; nil if that was not asked.
	Alone *[2]Score `json:"alone,omitempty"`
}

// Count returns the standing after the given games.
func Count(opponent string, games []Game) Standing {
	st := Standing{Opponent: opponent}
	for _, g := range games {
		st.Roles[g.Role].Add(g)
	}
	return st
}
