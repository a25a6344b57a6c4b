package watch

import (
	"fmt"
	"math"

	"ludens/internal/chart"
	"ludens/train"
)

// reliability shows what came of what the search said, in the last iterations.
func (p panels) reliability() chart.Chart {
	const recent = 5
	from := max(0, len(p.Points)-recent)
	sums := map[int]train.Bin{}
	for _, m := range p.Points[from:] {
		for _, b := range m.Diagnosis.Value.Bins {
			k, n := min(9, int(10*b.Said)), float64(b.Positions)
			s := sums[k]
			sums[k] = train.Bin{Positions: s.Positions + b.Positions, Said: s.Said + n*b.Said, Came: s.Came + n*b.Came}
		}
	}
	came := chart.Series{Name: "search", Points: true}
	for k := range 10 {
		if s := sums[k]; s.Positions > 0 {
			came.X, came.Y = append(came.X, s.Said/float64(s.Positions)), append(came.Y, s.Came/float64(s.Positions))
		}
	}
	whole := chart.Axis{Percent: true, From: 0, To: 1}
	f := chart.Frame{
		Title: "Do values come true?", X: whole, Y: whole, Empty: "no game with a result yet",
		Note: fmt.Sprintf("what the mover scored, by what the search said; iterations %d to %d", p.Points[from].At.Iteration, p.Points[len(p.Points)-1].At.Iteration),
	}
	f.X.Label = "said"
	series := []chart.Series{came}
	if len(came.X) > 0 {
		series = append(series, chart.Series{Name: "as said", X: []float64{0, 1}, Y: []float64{0, 1}, Dashed: true, Hue: chart.Grey})
	}
	return chart.Line{Frame: f, Series: series}
}

func (p panels) forecasts() chart.Chart {
	judged := func(value func(c train.Calibration) float64) []float64 {
		return p.diagnosed(func(d train.Diagnosis) float64 {
			if d.Value.Positions == 0 {
				return math.NaN()
			}
			return value(d.Value)
		})
	}
	constant := p.series("constant guess", judged(func(c train.Calibration) float64 { return c.Constant }))
	constant.Dashed, constant.Hue = true, chart.Grey
	return chart.Line{Frame: p.frame("Errors of the values", "points a game; Brier: the mean square, calibration: the mean of tenths"), Series: []chart.Series{
		p.series("Brier", judged(func(c train.Calibration) float64 { return c.Brier })),
		p.series("calibration", judged(func(c train.Calibration) float64 { return c.Error })),
		constant,
	}}
}
