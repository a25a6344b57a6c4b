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

// Ladder is a study of many agents on one scale, the strongest first.
type Ladder struct {
	Game      string
	Roles     [2]string
	Anchor    string // the agent whose rating is fixed
	Openings  string
	Games     int
	Advantage arena.Measure // of who moves first, Elo
	Rungs     []Rung
}

// Rung is an agent and how it did.
type Rung struct {
	Name   string
	Elo    arena.Measure
	As     [2]arena.Measure // what the games in each role alone show
	Roles  [2]arena.Score
	Above  float64 // likelihood of being better than the next; NaN of the last
	Run    string  // of a run's checkpoint, else ""
	Hours  float64 // of training until then; 0: unknown
	Number int     // iteration
}

// Study says what was found.
func (l Ladder) Study() *Study {
	s := &Study{Title: "How strong are the players of " + l.Game + from(l.Openings) + "?", Answer: l.answer()}
	table := l.table()
	s.Add("Ratings", l.figure(table), table)
	if curve := l.curve(); curve.Page.Rows != nil {
		s.Add("Ratings over training", curve)
	}
	s.Add("How to read this", Text(fmt.Sprintf("Elo by a Bradley-Terry model with draws and an advantage of moving first; %s is fixed, and intervals are of the difference from it. 400 Elo more is ten points to one. Openings: %s.", l.Anchor, l.Openings)))
	return s
}

func (l Ladder) answer() []string {
	best := l.Rungs[0]
	text := fmt.Sprintf("Of %s the strongest is %s at %s Elo, after %s in all.", Count(len(l.Rungs), "player"), best.Name, elo(best.Elo), Count(l.Games, "game"))
	answer := []string{text}
	if !math.IsNaN(best.Above) && len(l.Rungs) > 1 {
		answer = append(answer, fmt.Sprintf("It is better than the next, %s, with a likelihood of %s.", l.Rungs[1].Name, Likelihood(best.Above)))
	}
	return append(answer, fmt.Sprintf("Moving first (%s) is worth %s Elo among these players.", l.Roles[env.First], elo(l.Advantage)))
}

// elo writes a rating with its interval.
func elo(m arena.Measure) string { return Column{}.show(m) }

func (l Ladder) table() Table {
	t := Table{
		Name: "ladder", Caption: "Elo with 95 % intervals, over all games and in each role. Above the next: likelihood of being better.",
		Columns: []Column{
			{Key: "agent", Title: "agent"}, {Key: "elo", Title: "Elo"},
			{Key: "above_next", Title: "above the next, %", Percent: true, Digits: 1}, {Key: "games", Title: "games"},
			{Key: "points", Title: "points, %", Percent: true, Digits: 1},
			{Key: "first", Title: "as " + l.Roles[0]}, {Key: "second", Title: "as " + l.Roles[1]},
		},
	}
	for _, r := range l.Rungs {
		all := r.Roles[0].Plus(r.Roles[1])
		t.Rows = append(t.Rows, []any{r.Name, r.Elo, r.Above, all.Games(), all.Mean(), r.As[0], r.As[1]})
	}
	return t
}

// figure is the ladder with its error bars.
func (l Ladder) figure(of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{Title: "Elo", Note: "with 95 % intervals; " + l.Anchor + " is fixed"}}
	for _, r := range l.Rungs {
		c.Rows = append(c.Rows, chart.Dot{Name: r.Name, Value: r.Elo.Value, Low: r.Elo.Low, High: r.Elo.High})
	}
	return Figure{Name: "ladder", Caption: "The ladder.", Page: chart.Page{Title: l.Game + ": ratings", Rows: [][]chart.Chart{{c}}, Width: 720}, Of: of}
}

// curve shows the ratings of runs over the time that they trained or, where that
// is not known, over iterations.
func (l Ladder) curve() Figure {
	of := Table{Name: "training", Columns: []Column{{Key: "run", Title: "run"}, {Key: "iteration", Title: "iteration"}, {Key: "hours", Title: "hours", Digits: 2}, {Key: "elo", Title: "Elo"}}}
	timed, series := true, map[string]*chart.Series{}
	var runs []string
	rungs := slices.Clone(l.Rungs)
	slices.SortStableFunc(rungs, func(a, b Rung) int { return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Number, b.Number)) })
	for _, r := range rungs {
		timed = timed && (r.Run == "" || r.Hours > 0)
	}
	for _, r := range rungs {
		if r.Run == "" {
			continue
		}
		if series[r.Run] == nil {
			series[r.Run] = &chart.Series{Name: r.Run, Points: true}
			runs = append(runs, r.Run)
		}
		x := float64(r.Number)
		if timed {
			x = r.Hours
		}
		c := series[r.Run]
		c.X, c.Y, c.Low, c.High = append(c.X, x), append(c.Y, r.Elo.Value), append(c.Low, r.Elo.Low), append(c.High, r.Elo.High)
		of.Rows = append(of.Rows, []any{r.Run, r.Number, r.Hours, r.Elo})
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
