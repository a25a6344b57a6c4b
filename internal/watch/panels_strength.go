package watch

import (
	"fmt"
	"math"

	"ludens/env"
	"ludens/internal/chart"
)

// strengths are two panels for each opponent, or two that say there is none.
func (p panels) strengths() (rows [][]chart.Chart) {
	for _, opponent := range p.opponents() {
		score := p.shares("Score against "+opponent, "as each role, with 95 % intervals")
		score.Rules = []chart.Rule{{At: 0.5, Name: "even"}}
		elo := p.frame("Elo above "+opponent, "where neither side won every game")
		elo.Rules = []chart.Rule{{At: 0}}
		elo.Empty = "one side won every game of every meeting"
		a, b := chart.Line{Frame: score}, chart.Line{Frame: elo}
		for _, role := range []env.Player{env.First, env.Second} {
			s := p.against(opponent, role)
			a.Series = append(a.Series, p.measured(p.Roles[role], s))
			b.Series = append(b.Series, p.measured(p.Roles[role], s.elo()))
		}
		rows = append(rows, []chart.Chart{a, b})
	}
	if rows == nil {
		f := p.shares("Strength", "")
		f.Empty = "not measured yet"
		if p.Config.Evaluation.Watch != "" && p.Config.Evaluation.Every > 0 {
			f.Empty += fmt.Sprintf(": against %s, every %d iterations", p.Config.Evaluation.Watch, p.Config.Evaluation.Every)
		}
		rows = [][]chart.Chart{{chart.Line{Frame: f}}}
	}
	return rows
}

// measured joins the iterations that were measured.
func (p panels) measured(name string, s strength) chart.Series {
	series := chart.Series{Name: name, Points: true}
	for i, x := range p.x() {
		if !math.IsNaN(s.score[i]) {
			series.X, series.Y = append(series.X, x), append(series.Y, s.score[i])
			series.Low, series.High = append(series.Low, s.low[i]), append(series.High, s.high[i])
		}
	}
	return series
}
