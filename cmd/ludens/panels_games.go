package main

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

func (r *curves) results() chart.Chart {
	return chart.Stack{Frame: r.shares("How games end", "share of the games of an iteration"), At: r.x(), Parts: []chart.Part{
		{Name: r.roles[0], Size: r.share(func(g train.Games) int { return g.FirstWins }), Hue: 1},
		{Name: r.roles[1], Size: r.share(func(g train.Games) int { return g.SecondWins }), Hue: 2},
		{Name: "drawn", Size: r.share(func(g train.Games) int { return g.Drawn }), Hue: chart.Grey},
		{Name: "cut off", Size: r.share(func(g train.Games) int { return g.Truncated }), Hue: chart.Pale},
	}}
}

// endings shows the most frequent endings in the game's own words, in the colours
// of who they are good for, and the rest as one.
func (r *curves) endings() chart.Chart {
	const most = 6
	hues := map[string][]chart.Hue{
		env.FirstWins.String(): {1, 6, 3}, env.SecondWins.String(): {2, 5, 4}, env.Drawn.String(): {chart.Grey, 7},
	}
	var parts []chart.Part
	kept := r.frequentEndings(most)
	for _, result := range []string{env.FirstWins.String(), env.SecondWins.String(), env.Drawn.String(), train.CutOff} {
		for _, e := range kept {
			if e.Result != result {
				continue
			}
			part := chart.Part{Name: endingName(r.roles, e), Size: r.ended(func(x train.Ending) bool { return x == e }), Hue: chart.Pale}
			if left := hues[result]; len(left) > 0 {
				part.Hue, hues[result] = left[0], left[1:]
			}
			parts = append(parts, part)
		}
	}
	parts = append(parts, chart.Part{Name: "otherwise", Hue: chart.Pale, Size: r.ended(func(x train.Ending) bool { return !slices.Contains(kept, x) })})
	return chart.Stack{Frame: r.shares("By what", "share of the games; the most frequent endings of the run"), At: r.x(), Parts: parts}
}

// frequentEndings returns the endings that the run saw most, without a count.
func (r *curves) frequentEndings(most int) []train.Ending {
	total := map[train.Ending]int{}
	for _, m := range r.points {
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
func (r *curves) ended(so func(e train.Ending) bool) []float64 {
	return r.each(func(m runs.Metric) float64 {
		n := 0
		for _, e := range m.Diagnosis.Endings {
			if so(train.Ending{By: e.By, Result: e.Result}) {
				n += e.Games
			}
		}
		return percentOf(n, m.Games.Played) / 100
	})
}

func (r *curves) lengths() chart.Chart {
	median := r.series("median", r.diagnosed(func(d train.Diagnosis) float64 { return float64(d.Quartiles[1]) }))
	median.Low = r.diagnosed(func(d train.Diagnosis) float64 { return float64(d.Quartiles[0]) })
	median.High = r.diagnosed(func(d train.Diagnosis) float64 { return float64(d.Quartiles[2]) })
	mean := r.series("mean", r.each(func(m runs.Metric) float64 { return m.Games.MeanPlies }))
	mean.Hue, mean.Dashed = chart.Grey, true
	return chart.Line{Frame: r.frame("Length of games", "plies; the band holds the middle half"), Series: []chart.Series{median, mean}}
}

func (r *curves) diversity() chart.Chart {
	spread := r.each(func(m runs.Metric) float64 {
		if m.Diagnosis.Endings == nil || m.Games.Played < 2 {
			return math.NaN()
		}
		return m.Diagnosis.OpeningEntropy / math.Log(float64(m.Games.Played))
	})
	return chart.Line{
		Frame: r.shares("Diversity", fmt.Sprintf("openings: entropy of the first %d plies, of what it would be were all different", train.OpeningPlies)),
		Series: []chart.Series{
			r.series("openings", spread),
			r.series("duplicate games", r.share(func(g train.Games) int { return g.Duplicates })),
		},
	}
}
