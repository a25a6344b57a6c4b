package arena

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"ludens/internal/prose"
)

// Goal is what is wanted of a setting of rules: all bounds hold.
type Goal []Bound

// Bound is how small and how large something may be.
type Bound struct {
	Of        string  // one of Wanted
	Low, High float64 // -Inf, Inf: no bound. Shares are points of a hundred
}

// Wanted names what a goal may bound:
//
//	favoured   how far the score of who moves first is from 50, either way
//	decided    games that a player wins, of a hundred
//	drawn      games drawn by the rules, of a hundred
//	truncated  games cut off by the length limit, of a hundred
//	plies      mean length
func Wanted() []string { return []string{"favoured", "decided", "drawn", "truncated", "plies"} }

// ParseGoal reads bounds, as in "favoured<=2,decided>=80,plies=20-120".
func ParseGoal(text string) (g Goal, err error) {
	for _, part := range strings.Split(text, ",") {
		b, err := parseBound(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(g, func(other Bound) bool { return other.Of == b.Of }) {
			return nil, fmt.Errorf("%s is bounded twice; a range is written %s=LOW-HIGH", b.Of, b.Of)
		}
		g = append(g, b)
	}
	return g, nil
}

func parseBound(text string) (b Bound, err error) {
	at := strings.IndexAny(text, "<>=")
	if at < 0 {
		return b, fmt.Errorf("%q: want a bound, as in favoured<=2, decided>=80 or plies=20-120", text)
	}
	b = Bound{text[:at], math.Inf(-1), math.Inf(1)}
	if !slices.Contains(Wanted(), b.Of) {
		return b, fmt.Errorf("nothing is called %q%s; want some of %s", b.Of, prose.Hint(b.Of, Wanted()), strings.Join(Wanted(), ", "))
	}
	switch rest := text[at:]; {
	case strings.HasPrefix(rest, "<="):
		b.High, err = b.number(rest[2:])
	case strings.HasPrefix(rest, ">="):
		b.Low, err = b.number(rest[2:])
	case strings.HasPrefix(rest, "="):
		low, high, ok := strings.Cut(rest[1:], "-")
		if !ok {
			return b, fmt.Errorf("%q: want a range, as in %s=20-120, or <= or >=", text, b.Of)
		}
		var errs [2]error
		b.Low, errs[0] = b.number(low)
		b.High, errs[1] = b.number(high)
		err = errors.Join(errs[:]...)
	default:
		return b, fmt.Errorf("%q: want <= or >=", text)
	}
	switch {
	case err != nil:
		return b, fmt.Errorf("%q: want a number from 0 to %v", text, b.most())
	case b.Low > b.High:
		return b, fmt.Errorf("%q: %v is more than %v", text, b.Low, b.High)
	}
	return b, nil
}

// most is how large what is bounded can be.
func (b Bound) most() float64 {
	switch b.Of {
	case "favoured":
		return 50
	case "plies":
		return 1e6
	}
	return 100
}

func (b Bound) number(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && !(v >= 0 && v <= b.most()) {
		err = strconv.ErrRange
	}
	return v, err
}

// String writes the bound as ParseGoal reads it.
func (b Bound) String() string {
	switch {
	case math.IsInf(b.Low, -1):
		return fmt.Sprintf("%s<=%v", b.Of, b.High)
	case math.IsInf(b.High, 1):
		return fmt.Sprintf("%s>=%v", b.Of, b.Low)
	}
	return fmt.Sprintf("%s=%v-%v", b.Of, b.Low, b.High)
}

// String writes the goal as ParseGoal reads it.
func (g Goal) String() string {
	var parts []string
	for _, b := range g {
		parts = append(parts, b.String())
	}
	return strings.Join(parts, ",")
}

// Measure returns what games show of what is bounded, in its unit.
func (b Bound) Measure(s Sample) Measure {
	score := s.Score()
	n, m := score.Games(), Measure{}
	switch b.Of {
	case "plies":
		return s.Plies()
	case "favoured":
		low, high := score.Interval()
		m = Measure{math.Abs(score.Mean() - 0.5), 0, max(0.5-low, high-0.5)}
		if low > 0.5 || high < 0.5 {
			m.Low = min(math.Abs(low-0.5), math.Abs(high-0.5))
		}
	case "decided":
		m = Share(score.Wins+score.Losses, n)
	case "drawn":
		m = Share(score.Draws-score.Truncated, n)
	case "truncated":
		m = Share(score.Truncated, n)
	}
	return Measure{100 * m.Value, 100 * m.Low, 100 * m.High}
}

// beyond returns by how much a value misses the bound: negative inside. The unit is a
// point of a hundred games; of a length it is one per cent of the bound.
func (b Bound) beyond(v float64) float64 {
	low, high := 1.0, 1.0
	if b.Of == "plies" {
		low, high = max(1, b.Low)/100, max(1, b.High)/100
	}
	far := math.Inf(-1)
	if !math.IsInf(b.Low, -1) {
		far = max(far, (b.Low-v)/low)
	}
	if !math.IsInf(b.High, 1) {
		far = max(far, (v-b.High)/high)
	}
	return far
}

// Short returns by how much games miss the bound.
func (b Bound) Short(s Sample) Measure {
	m := b.Measure(s)
	best := min(max(b.middle(), m.Low), m.High) // of the interval's values, since beyond has one valley
	return Measure{b.beyond(m.Value), b.beyond(best), max(b.beyond(m.Low), b.beyond(m.High))}
}

// middle returns the value that misses the bound least.
func (b Bound) middle() float64 {
	switch {
	case math.IsInf(b.Low, -1):
		return b.Low
	case math.IsInf(b.High, 1):
		return b.High
	case b.Of == "plies": // where (low-v)/low and (v-high)/high are alike
		low, high := max(1, b.Low), max(1, b.High)
		return (b.Low/low + b.High/high) / (1/low + 1/high)
	}
	return (b.Low + b.High) / 2
}

// Short returns by how much a setting misses the goal, with samples of several agents:
// its worst bound with its worst agent decides. The interval is at least as wide as one
// of 95 %.
func (g Goal) Short(samples []Sample) Measure {
	worst := Measure{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, s := range samples {
		for _, b := range g {
			m := b.Short(s)
			worst = Measure{max(worst.Value, m.Value), max(worst.Low, m.Low), max(worst.High, m.High)}
		}
	}
	return worst
}

// resamples is how many samples a bootstrap draws.
const resamples = 2000

// Chance returns the probability that a setting meets the goal, with samples of several
// agents, each from games of its own: the share of bootstrap samples that do (Efron
// 1979), with one win and one loss more than there were.
func (g Goal) Chance(samples []Sample, rng *rand.Rand) float64 {
	chance := 1.0
	for _, s := range samples {
		from, met := s.padded(), 0
		for range resamples {
			var drawn tally
			for range max(len(s), 2) {
				drawn.add(from[rng.IntN(len(from))])
			}
			if g.met(drawn) {
				met++
			}
		}
		chance *= float64(met) / resamples
	}
	return chance
}

// met reports whether games themselves keep all bounds.
func (g Goal) met(t tally) bool {
	return !slices.ContainsFunc(g, func(b Bound) bool { return b.beyond(b.value(t)) > 0 })
}

// value returns what Measure estimates, without its interval.
func (b Bound) value(t tally) float64 {
	n := float64(max(1, t.Games()))
	switch b.Of {
	case "plies":
		return float64(t.plies) / n
	case "favoured":
		return 100 * math.Abs(t.Mean()-0.5)
	case "decided":
		return 100 * float64(t.Wins+t.Losses) / n
	case "drawn":
		return 100 * float64(t.Draws-t.Truncated) / n
	}
	return 100 * float64(t.Truncated) / n
}
