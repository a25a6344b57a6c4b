package arena

import (
	"cmp"
	"math"
	"slices"

	"ludens/stat"
)

// Fairness is what games say about the question whether both players have equal
// chances.
type Fairness struct {
	Score Measure // of one player, a share of the points
	P     float64 // probability of a score so far from one half if they have
	Holm  float64 // the same with all questions of the study in mind (Holm 1979)
	Games int
	Cut   int     // of Games: cut off by the length limit
	Won   int     // of Games: by either player
	sigma float64 // standard deviation of a game's points
}

// Judge returns what the scores of a player say, each about its own question.
func Judge(scores []Score) []Fairness {
	verdicts, ps := make([]Fairness, len(scores)), make([]float64, len(scores))
	for i, s := range scores {
		low, high := s.Interval()
		above := stat.Counts{s.Losses, s.Draws, s.Wins}.Superiority()
		ps[i] = min(1, 2*min(above, 1-above))
		verdicts[i] = Fairness{
			Score: Measure{s.Mean(), low, high}, P: ps[i], Games: s.Games(), Cut: s.Truncated, Won: s.Wins + s.Losses, sigma: math.Sqrt(s.variance()),
		}
	}
	for i, p := range Holm(ps) {
		verdicts[i].Holm = p
	}
	return verdicts
}

// Unfair reports whether the player scores more or less than one half, with all
// questions of the study in mind.
func (f Fairness) Unfair() bool { return f.Holm < 0.05 }

// Change returns by how much a score is another than one before it, each from games of
// its own, and the probability of such a change by chance.
func Change(before, after Score) (change Measure, p float64) {
	if before.Games() == 0 || after.Games() == 0 {
		return unbounded, 1
	}
	se := math.Sqrt(before.variance()/float64(before.Games()) + after.variance()/float64(after.Games()))
	gap := after.Mean() - before.Mean()
	return normal(gap, se), 2 * stat.Phi(-math.Abs(gap)/se)
}

// Within returns how far from one half the score may be at most: the farther end
// of the interval.
func (f Fairness) Within() float64 { return max(0.5-f.Score.Low, f.Score.High-0.5) }

// More returns how many more games would make the interval as narrow as the score
// plus and minus half (E50):
//
//	(1.96 sigma / half)² - N
//
// It is 0 where it is so narrow already.
func (f Fairness) More(half float64) int {
	if f.Games > 0 && f.Score.High-f.Score.Low <= 2*half {
		return 0
	}
	needed := math.Pow(z95*f.sigma/half, 2)
	return max(1, int(math.Ceil(needed))-f.Games)
}

// variance returns that of a game's points, with one win and one loss more than
// there were: games that were all alike do not show that all games are (Agresti
// and Coull 1998, "Approximate is better than exact").
func (s Score) variance() float64 {
	w, d, l := float64(s.Wins+1), float64(s.Draws), float64(s.Losses+1)
	n := w + d + l
	mean := (w + d/2) / n
	return (w+d/4)/n - mean*mean
}

// Holm returns p-values adjusted for their number: the chance of
// one false answer or more among those below 5 % is at most 5 % (Holm 1979, "A
// simple sequentially rejective multiple test procedure").
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ps[i], ps[j]) })
	adjusted, least := make([]float64, len(ps)), 0.0
	for rank, i := range order {
		least = max(least, min(1, float64(len(ps)-rank)*ps[i]))
		adjusted[i] = least
	}
	return adjusted
}

// Bar is what a player must score against an opponent before it judges rules (E62 of
// docs/method.md).
type Bar struct {
	Opponent string  // as Enter takes it
	Least    float64 // share of the points, both roles together; 0: the score is shown only
}

// Bars are those of all judges.
var Bars = []Bar{{"random", 0.75}, {"greedy", 0.5}, {"alphabeta:4", 0}}

// slack is how far below the bar the lower end of the interval may be: a score of few games
// does not pass.
const slack = 0.25

// Passed reports whether a score is as the bar wants it.
func (b Bar) Passed(s Score) bool {
	low, _ := s.Interval()
	return b.Least == 0 || s.Mean() >= b.Least && low >= b.Least-slack
}

// Clear reports whether more games will hardly change what Passed says: the whole interval
// is on one side of the bar.
func (b Bar) Clear(s Score) bool {
	low, high := s.Interval()
	return b.Least == 0 || low >= b.Least || high < b.Least
}

// Weak reports whether a score in one role is clearly below one half. That the other role
// is favoured may then be a weakness of the player in this one.
func (b Bar) Weak(role Score) bool {
	_, high := role.Interval()
	return b.Least > 0 && high < 0.5
}
