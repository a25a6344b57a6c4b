package stat

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential test of two strengths on the outcomes of a match, E21 of
// docs/method.md: the generalised sequential probability ratio test (Wald
// 1945; Liu, Li and Ying, "A generalized sequential probability ratio test for
// separate families of hypotheses"), with the likeliest distributions of
// either mean in place of known ones, as Fishtest has it (Van den Bergh,
// "The generalized maximum likelihood ratio for the expectation value of a
// distribution").
type SPRT struct {
	Elo0, Elo1  float64 // H0: the difference is Elo0; H1: it is Elo1
	Alpha, Beta float64 // chance of accepting H1 under H0, and H0 under H1
}

// maxElo bounds what a test can distinguish from a won match.
const maxElo = 1000

// Validate says what is wrong with a test, or nil.
func (t SPRT) Validate() error {
	switch {
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("elo0 = %v, elo1 = %v: want elo0 below elo1", t.Elo0, t.Elo1)
	case t.Elo0 < -maxElo || t.Elo1 > maxElo:
		return fmt.Errorf("elo0 = %v, elo1 = %v: want both within %d of 0", t.Elo0, t.Elo1, maxElo)
	case !(t.Alpha > 0 && t.Alpha < 0.5):
		return fmt.Errorf("alpha = %v, want more than 0 and less than 0.5", t.Alpha)
	case !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("beta = %v, want more than 0 and less than 0.5", t.Beta)
	}
	return nil
}

// Verdict is what a test has found.
type Verdict int8

const (
	Undecided Verdict = iota
	AcceptsH0
	AcceptsH1
)

// String returns "undecided", "H0" or "H1".
func (v Verdict) String() string { return [...]string{"undecided", "H0", "H1"}[v] }

// Bounds returns where the test accepts H0 and where H1 (Wald 1945).
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the log-likelihood ratio of H1 against H0.
func (t SPRT) LLR(c Counts) float64 {
	if c.N() == 0 {
		return 0
	}
	return c.logLikelihood(ScoreOf(t.Elo1)) - c.logLikelihood(ScoreOf(t.Elo0))
}

// Verdict decides on the outcomes so far. It is to be asked after each.
func (t SPRT) Verdict(c Counts) Verdict {
	lower, upper := t.Bounds()
	switch llr := t.LLR(c); {
	case llr <= lower:
		return AcceptsH0
	case llr >= upper:
		return AcceptsH1
	}
	return Undecided
}

// ParseSPRT reads a test from the two Elo differences that it is between, "0,20".
func ParseSPRT(text string, alpha, beta float64) (*SPRT, error) {
	low, high, ok := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !ok || err0 != nil || err1 != nil {
		return nil, errors.New("want two Elo differences, as in 0,20")
	}
	t := &SPRT{Elo0: elo0, Elo1: elo1, Alpha: alpha, Beta: beta}
	return t, t.Validate()
}

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
	// Far from m, where the images of one cancel badly, the sum passes 1.
	return min(1, w.reachesLow()+w.staysBelow(w.time*(c.Mean()-middle)/sigma))
}

// Looks is a rule by which a study of scores may stop before its last game, E58 of
// docs/method.md (Haybittle 1971; Peto et al. 1976): scores are looked at a few times on
// the way, and a look ends the study of a score only where the evidence is far stronger
// than what is asked of all games. So looking costs little of the error: a fair game is
// called unfair with a chance of at most 5 % by the last look and Early by each of those
// before.
type Looks struct {
	First  int     // games before the first look; each further one is at twice as many
	Early  float64 // chance of an error at a look before the last, for all questions together
	Within float64 // a score that is so near to one half is fair
}

// UsualLooks are at 50, 100, 200, ... games.
var UsualLooks = Looks{First: 50, Early: 0.001, Within: 0.05}

// Before returns the looks before the last game, of most.
func (l Looks) Before(most int) (looks []int) {
	for n := l.First; n < most; n *= 2 {
		looks = append(looks, n)
	}
	return looks
}

// Decided reports whether a look at the outcomes of one of some questions ends it: they
// show that the mean is not one half, or that it is within Within of it.
func (l Looks) Decided(c Counts, questions int) bool {
	if c.N() == 0 {
		return false
	}
	z := solve(func(z float64) float64 { return Phi(z) - 1 + l.Early/float64(2*questions) }, 0, 10)
	return math.Abs(c.surprise(0.5)) >= z || c.surprise(0.5+l.Within) >= z && c.surprise(0.5-l.Within) <= -z
}

// walk is a Brownian motion from 0 with variance 1 a unit of time that ends at
// low < 0 or high > 0. Its laws follow from the method of images (Siegmund
// 1985, III.2; Cox and Miller 1965, 5.7): sources beyond both bounds, at a
// distance of whole periods 2 (high - low), of alternating sign.
type walk struct {
	low, high float64
	drift     float64
	time      float64
}

// reachesHigh returns the probability that the walk ends at high within its time:
//
//	sum over k of sign(x_k) exp(drift (high - |x_k|)) passage(|x_k|),  x_k = high + 2 k (high - low)
//
// where passage is the probability of a walk with one bound only.
func (w walk) reachesHigh() float64 {
	sum := 0.0
	for k := -w.images(); k <= w.images(); k++ {
		x := w.high + 2*float64(k)*(w.high-w.low)
		sum += math.Copysign(w.passage(math.Abs(x)), x)
	}
	return min(1, max(0, sum))
}

// reachesLow returns the probability that the walk ends at low within its time.
func (w walk) reachesLow() float64 {
	return walk{-w.high, -w.low, -w.drift, w.time}.reachesHigh()
}

// passage returns exp(drift (high - x)) times the probability that a free walk
// comes to x > 0 within the time (the inverse Gaussian distribution):
//
//	Phi((drift T - x)/sqrt T) + exp(2 drift x) Phi((-drift T - x)/sqrt T)
func (w walk) passage(x float64) float64 {
	root := math.Sqrt(w.time)
	return math.Exp(w.drift*(w.high-x)+logPhi(w.drift*root-x/root)) +
		math.Exp(w.drift*(w.high+x)+logPhi(-w.drift*root-x/root))
}

// staysBelow returns the probability that the walk has not ended within its
// time and stands at y or below.
func (w walk) staysBelow(y float64) float64 {
	y = min(max(y, w.low), w.high)
	sum := 0.0
	for k := -w.images(); k <= w.images(); k++ {
		shift := 2 * float64(k) * (w.high - w.low)
		sum += w.within(shift, y) - w.within(2*w.high+shift, y)
	}
	return min(1, max(0, sum))
}

// within returns what the image that starts at x adds between low and y.
func (w walk) within(x, y float64) float64 {
	root := math.Sqrt(w.time)
	mean, weight := x+w.drift*w.time, w.drift*x
	return math.Exp(weight+logPhi((y-mean)/root)) - math.Exp(weight+logPhi((w.low-mean)/root))
}

// images returns how many sources on either side matter: those within ten
// standard deviations.
func (w walk) images() int {
	return 1 + int(10*math.Sqrt(w.time)/(2*(w.high-w.low)))
}
