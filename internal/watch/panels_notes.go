package watch

import (
	"slices"

	"ludens/internal/chart"
)

// notes are the warnings of the last iteration, and what was wrong before.
func (p panels) notes() chart.Chart {
	var w Warnings
	var past, now []string
	for _, m := range p.Points {
		before := slices.Clone(w.open)
		w.After(m.At.Iteration, m.Diagnosis.Advice)
		for _, x := range before {
			if !slices.ContainsFunc(w.open, func(y warning) bool { return y.about == x.about && y.first == x.first }) {
				past = append(past, "It was so before and is no more: "+x.String()+".")
			}
		}
	}
	last := p.Points[len(p.Points)-1]
	for _, a := range last.Diagnosis.Advice {
		now = append(now, a.Text+".")
	}
	if len(now) == 0 {
		now = []string{"Nothing looks wrong in the last iteration."}
	}
	if last.Diagnosis.Endings == nil {
		now = []string{"The run was not diagnosed: it is of an older version."}
	}
	return chart.Notes{Title: "Advice", Text: append(now, past...)}
}
