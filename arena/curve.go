package arena

import (
	"math"

	"ludens/stat"
)

// Curve is how a score depends on strength: a line on the logit scale (E51 of
// docs/method.md).
type Curve struct {
	Slope    Measure // log-odds for each unit of strength, such as a doubling
	P        float64 // probability of such a slope if there is none
	Lack     float64 // probability of scores so far from a line if they are on one
	Freedom  int     // of the test of fit; 0: two strengths are always on a line
	fit      *stat.Logit
	strength []float64
}

// CurveOf fits a line through scores at strengths, such as log2 of the simulations. It is
// false without two strengths that have games.
func CurveOf(strengths []float64, scores []Score) (c Curve, ok bool) {
	var cells []stat.Cell
	for i, s := range scores {
		if s.Games() > 0 {
			cells, c.strength = append(cells, s.cell()), append(c.strength, strengths[i])
		}
	}
	if len(cells) < 2 || c.spread() == 0 {
		return c, false
	}
	ones := make([]float64, len(cells))
	for i := range ones {
		ones[i] = 1
	}
	columns := [][]float64{ones, c.strength}
	c.fit = stat.FitLogit(columns, cells, false)
	c.Lack, c.Freedom = c.fit.LackOfFit(), c.fit.Freedom
	if c.Bent() {
		c.fit = stat.FitLogit(columns, cells, true)
	}
	slope, se := c.fit.At([]float64{0, 1})
	c.Slope, c.P = normal(slope, se), 2*stat.Phi(-math.Abs(slope)/se)
	return c, true
}

// spread returns how far apart the strengths are.
func (c Curve) spread() float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range c.strength {
		low, high = min(low, x), max(high, x)
	}
	return high - low
}

// Bent reports whether the scores are not on a line, beyond chance.
func (c Curve) Bent() bool { return c.Lack < 0.05 }

// At returns the score on the line at a strength, played or not.
func (c Curve) At(strength float64) Measure {
	odds, se := c.fit.At([]float64{1, strength})
	return shareOf(normal(odds, se))
}

// cell returns what a score says, for a fit.
func (s Score) cell() stat.Cell { return stat.CellOf(stat.Counts{s.Losses, s.Draws, s.Wins}) }

// shareOf returns log-odds as a share of the points.
func shareOf(odds Measure) Measure {
	return Measure{stat.Sigmoid(odds.Value), stat.Sigmoid(odds.Low), stat.Sigmoid(odds.High)}
}

// Shift returns what a change of log-odds does to a score of one half.
func Shift(odds Measure) Measure {
	m := shareOf(odds)
	return Measure{m.Value - 0.5, m.Low - 0.5, m.High - 0.5}
}
