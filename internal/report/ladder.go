package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// Study is the ladder as a study.
func (l *Ratings) Study() *Study {
	s := &Study{Title: "How strong are the players of " + l.Game + from(l.Openings) + "?", Answer: l.answer()}
	table := l.table()
	s.Add("Ratings", l.figure(table), table)
	if curve := l.curve(); curve.Page.Rows != nil {
		s.Add("Ratings over training", curve)
	}
	s.Add("How to read this", Text(fmt.Sprintf("Elo by a Bradley-Terry model with draws and an advantage of moving first; %s is fixed, and intervals are of the difference from it. 400 Elo more is ten points to one. Openings: %s.", l.Anchor, l.Openings)))
	return s
}

func (l *Ratings) answer() []string {
	best := l.Agents[0]
	text := fmt.Sprintf("Of %s the strongest is %s at %s Elo, after %s in all.", Count(len(l.Agents), "player"), best.Name, elo(best.measure()), Count(l.Games, "game"))
	answer := []string{text}
	if best.AboveNext != nil && len(l.Agents) > 1 {
		answer = append(answer, fmt.Sprintf("It is better than the next, %s, with a likelihood of %s.", l.Agents[1].Name, Likelihood(*best.AboveNext)))
	}
	return append(answer, fmt.Sprintf("Moving first (%s) is worth %s Elo among these players.", l.Roles[env.First], elo(l.Advantage.measure())))
}

// elo writes a rating with its interval.
func elo(m arena.Measure) string { return Column{}.show(m) }

func (l *Ratings) table() Table {
	t := Table{
		Name: "ladder", Caption: "Elo with 95 % intervals, over all games and in each role. Above the next: likelihood of being better.",
		Columns: []Column{
			{Key: "agent", Title: "agent"}, {Key: "elo", Title: "Elo"},
			{Key: "above_next", Title: "above the next, %", Percent: true, Digits: 1}, {Key: "games", Title: "games"},
			{Key: "points", Title: "points, %", Percent: true, Digits: 1},
			{Key: "first", Title: "as " + l.Roles[0]}, {Key: "second", Title: "as " + l.Roles[1]},
		},
	}
	for _, r := range l.Agents {
		all, above := r.Roles[0].Plus(r.Roles[1]), math.NaN()
		if r.AboveNext != nil {
			above = *r.AboveNext
		}
		t.Rows = append(t.Rows, []any{r.Name, r.measure(), above, all.Games(), all.Mean(), r.measureIn(0), r.measureIn(1)})
	}
	return t
}

// figure is the ladder with its error bars.
func (l *Ratings) figure(of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{Title: "Elo", Note: "with 95 % intervals; " + l.Anchor + " is fixed"}}
	for _, r := range l.Agents {
		c.Rows = append(c.Rows, chart.Dot{Name: r.Name, Value: r.Elo, Low: r.Low, High: r.High})
	}
	return Figure{Name: "ladder", Caption: "The ladder.", Page: chart.Page{Title: l.Game + ": ratings", Rows: [][]chart.Chart{{c}}, Width: 720}, Of: of}
}

// curve shows the ratings of runs over the time that they trained or, where that
// is not known, over iterations.
func (l *Ratings) curve() Figure {
	of := Table{Name: "training", Columns: []Column{{Key: "run", Title: "run"}, {Key: "iteration", Title: "iteration"}, {Key: "hours", Title: "hours", Digits: 2}, {Key: "elo", Title: "Elo"}}}
	timed, series := true, map[string]*chart.Series{}
	var runs []string
	agents := slices.Clone(l.Agents)
	slices.SortStableFunc(agents, func(a, b Rated) int {
		return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Iteration, b.Iteration))
	})
	for _, r := range agents {
		timed = timed && (r.Run == "" || r.Seconds > 0)
	}
	for _, r := range agents {
		if r.Run == "" {
			continue
		}
		if series[r.Run] == nil {
			series[r.Run] = &chart.Series{Name: r.Run, Points: true}
			runs = append(runs, r.Run)
		}
		x := float64(r.Iteration)
		if timed {
			x = r.Seconds / 3600
		}
		c := series[r.Run]
		c.X, c.Y, c.Low, c.High = append(c.X, x), append(c.Y, r.Elo), append(c.Low, r.Low), append(c.High, r.High)
		of.Rows = append(of.Rows, []any{r.Run, r.Iteration, r.Seconds / 3600, r.measure()})
	}
	if len(runs) == 0 {
		return Figure{}
	}
	line := chart.Line{Frame: chart.Frame{Title: "Elo over training", Note: "with 95 % intervals", X: chart.Axis{Label: "iterations", Whole: true}}}
	if timed {
		line.X = chart.Axis{Label: "hours of training"}
	}
	for _, run := range runs {
		line.Series = append(line.Series, *series[run])
	}
	return Figure{Name: "training", Caption: "Strength over training.", Page: chart.Page{Title: l.Game + ": training", Rows: [][]chart.Chart{{line}}, Width: 720}, Of: of}
}
