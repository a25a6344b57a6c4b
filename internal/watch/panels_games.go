package watch

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ludens/env"
	"ludens/internal/chart"
	runs "ludens/internal/run"
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
	return p.each(func(m runs.Metric) float64 {
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
	mean := p.series("mean", p.each(func(m runs.Metric) float64 { return m.Games.MeanPlies }))
	mean.Hue, mean.Dashed = chart.Grey, true
	return chart.Line{Frame: p.frame("Length of games", "plies; the band holds the middle half"), Series: []chart.Series{median, mean}}
}

func (p panels) diversity() chart.Chart {
	spread := p.each(func(m runs.Metric) float64 {
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
