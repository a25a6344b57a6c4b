package stat

import "math"

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
