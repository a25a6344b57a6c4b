package watch

import (
	"ludens/internal/chart"
	runs "ludens/internal/run"
)

// panels draws curves over iterations, positions or time.
type panels struct {
	*Curves
	over string
}

// x is where the iterations stand.
func (p panels) x() []float64 {
	x, _ := p.axis()
	return x
}

// axis returns where the iterations stand, and what that is called.
func (p panels) axis() (x []float64, label string) {
	switch p.over {
	case "positions":
		return p.each(func(m runs.Metric) float64 { return float64(m.At.Positions) }), "positions"
	case "time":
		hours := p.hours()
		if hours[len(hours)-1] > 2 {
			return hours, "hours"
		}
		for i := range hours {
			hours[i] *= 60
		}
		return hours, "minutes"
	}
	return p.each(func(m runs.Metric) float64 { return float64(m.At.Iteration) }), "iteration"
}

// frame is what the panels over time have in common.
func (p panels) frame(title, note string) chart.Frame {
	x, label := p.axis()
	return chart.Frame{
		Title: title, Note: note, Empty: "not known of this run",
		X: chart.Axis{Label: label, Whole: p.over == "iterations", From: x[0], To: x[len(x)-1]},
	}
}

func (p panels) shares(title, note string) chart.Frame {
	f := p.frame(title, note)
	f.Y = chart.Axis{Percent: true, From: 0, To: 1}
	return f
}

func (p panels) series(name string, y []float64) chart.Series {
	return chart.Series{Name: name, X: p.x(), Y: y}
}
