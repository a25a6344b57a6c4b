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
