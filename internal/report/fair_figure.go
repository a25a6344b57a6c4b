package report

import (
	"fmt"

	"ludens/internal/chart"
)

// mostDrawn is how many settings a figure shows: those that stayed longest.
const mostDrawn = 40

// figure shows the score of who moves first in the settings that stayed longest, and in
// new games of the finalists.
func (f Fair) figure(of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{
		Title: "Score of who moves first", Note: "by the games of the search, with 95 % intervals; orange: new games of the finalists, grey: dropped",
		X: chart.Axis{Percent: true}, Rules: []chart.Rule{{At: 0.5, Name: "fair", Upright: true}},
	}}
	for place, i := range f.order() {
		if place >= mostDrawn {
			break
		}
		setting := f.Settings[i]
		for a, s := range setting.Samples {
			if len(s) == 0 {
				continue
			}
			hue := chart.Hue(1)
			if setting.Out > 0 {
				hue = chart.Grey
			}
			name := fmt.Sprint(place+1) + f.by(a)
			c.Rows = append(c.Rows, dot(name, scoreOf(s.Score()), hue))
			if place < len(f.Fresh) && len(f.Fresh[place].Samples[a]) > 0 {
				c.Rows = append(c.Rows, dot(name+", new", scoreOf(f.Fresh[place].Samples[a].Score()), 2))
			}
		}
	}
	return of.figure("Settings by their numbers, those that stayed longest first.", f.Game+": settings", 760, c)
}

// by names an agent where there are several.
func (f Fair) by(agent int) string {
	if len(f.Agents) == 1 {
		return ""
	}
	return ", " + f.Agents[agent]
}
