package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ludens/env"
	"ludens/internal/chart"
	"ludens/train"
)

func (p panels) results() chart.Chart {
	return chart.Stack{Frame: p.shares("How games end", "share of the games of an iteration"), At: p.x(), Parts: []chart.Part{
		{Name: p.Roles[0], Size: p.share(func(g train.Games) int { return g.FirstWins }), Hue: 1},
		{Name: p.Roles[1], Size: p.share(func(g train.Games) int { return g.SecondWins }), Hue: 2},
		{Name: "drawn", Size: p.share(func(g train.Games) int { return g.Drawn }), Hue: chart.Grey},
		{Name: "cut off", Size: p.share(func(g train.Games) int { return g.Truncated }), Hue: chart.Pale},
	}}
}

// endings shows the most frequent endings in the game's own words, in the colours
// of who they are good for, and the rest as one.
func (p panels) endings() chart.Chart {
	const most = 6
	hues := map[string][]chart.Hue{
		env.FirstWins.String(): {1, 6, 3}, env.SecondWins.String(): {2, 5, 4}, env.Drawn.String(): {chart.Grey, 7},
	}
	var parts []chart.Part
	kept := p.frequentEndings(most)
	for _, result := range []string{env.FirstWins.String(), env.SecondWins.String(), env.Drawn.String(), train.CutOff} {
		for _, e := range kept {
			if e.Result != result {
				continue
			}
			part := chart.Part{Name: endingName(p.Roles, e), Size: p.ended(func(x train.Ending) bool { return x == e }), Hue: chart.Pale}
			if left := hues[result]; len(left) > 0 {
				part.Hue, hues[result] = left[0], left[1:]
			}
			parts = append(parts, part)
		}
	}
	parts = append(parts, chart.Part{Name: "otherwise", Hue: chart.Pale, Size: p.ended(func(x train.Ending) bool { return !slices.Contains(kept, x) })})
	return chart.Stack{Frame: p.shares("By what", "share of the games; the most frequent endings of the run"), At: p.x(), Parts: parts}
}

// frequentEndings returns the endings that the run saw most, without a count.
func (p panels) frequentEndings(most int) []train.Ending {
	total := map[train.Ending]int{}
	for _, m := range p.Points {
		for _, e := range m.Diagnosis.Endings {
			total[train.Ending{By: e.By, Result: e.Result}] += e.Games
		}
	}
	var all []train.Ending
	for e := range total {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b train.Ending) int {
		return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a.Result, b.Result), cmp.Compare(a.By, b.By))
	})
	return all[:min(most, len(all))]
}

// ended returns the share of games that ended in a way.
func (p panels) ended(so func(e train.Ending) bool) []float64 {
	return p.each(func(m Metric) float64 {
		n := 0
		for _, e := range m.Diagnosis.Endings {
			if so(train.Ending{By: e.By, Result: e.Result}) {
				n += e.Games
			}
		}
		return percentOf(n, m.Games.Played) / 100
	})
}

func (p panels) lengths() chart.Chart {
	median := p.series("median", p.diagnosed(func(d train.Diagnosis) float64 { return float64(d.Quartiles[1]) }))
	median.Low = p.diagnosed(func(d train.Diagnosis) float64 { return float64(d.Quartiles[0]) })
	median.High = p.diagnosed(func(d train.Diagnosis) float64 { return float64(d.Quartiles[2]) })
	mean := p.series("mean", p.each(func(m Metric) float64 { return m.Games.MeanPlies }))
	mean.Hue, mean.Dashed = chart.Grey, true
	return chart.Line{Frame: p.frame("Length of games", "plies; the band holds the middle half"), Series: []chart.Series{median, mean}}
}

func (p panels) diversity() chart.Chart {
	spread := p.each(func(m Metric) float64 {
		if m.Diagnosis.Endings == nil || m.Games.Played < 2 {
			return math.NaN()
		}
		return m.Diagnosis.OpeningEntropy / math.Log(float64(m.Games.Played))
	})
	return chart.Line{
		Frame: p.shares("Diversity", fmt.Sprintf("openings: entropy of the first %d plies, of what it would be were all different", train.OpeningPlies)),
		Series: []chart.Series{
			p.series("openings", spread),
			p.series("duplicate games", p.share(func(g train.Games) int { return g.Duplicates })),
		},
	}
}

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
			a.Series = append(a.Series, joined(p.Roles[role], p.x(), s))
			b.Series = append(b.Series, joined(p.Roles[role], p.x(), s.elo()))
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

// joined is the line of the iterations at x that were measured.
func joined(name string, at []float64, s strength) chart.Series {
	series := chart.Series{Name: name, Points: true}
	for i, x := range at {
		if !math.IsNaN(s.score[i]) {
			series.X, series.Y = append(series.X, x), append(series.Y, s.score[i])
			series.Low, series.High = append(series.Low, s.low[i]), append(series.High, s.high[i])
		}
	}
	return series
}

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
