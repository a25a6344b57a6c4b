package report

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
	"ludens/internal/disk"
	"ludens/internal/prose"
)

// Ratings is what a ladder says, the strongest first. Its JSON is that of ludens
// ladder.
type Ratings struct {
	Game      string    `json:"game"`
	Folder    string    `json:"folder"` // of the games
	Games     int       `json:"games"`
	Anchor    string    `json:"anchor"` // the agent whose rating is fixed
	Openings  string    `json:"openings"`
	Seed      uint64    `json:"seed"`
	Advantage Rating    `json:"advantage"` // of First, in Elo
	Draws     float64   `json:"draws"`     // chance between equals
	Roles     [2]string `json:"roles"`
	Agents    []Rated   `json:"agents"`
}

// Rating is an Elo with its 95 % interval.
type Rating struct {
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// RatingOf returns an Elo with the interval of its standard error.
func RatingOf(elo, se float64) Rating {
	const z = 1.959964
	return Rating{elo, elo - z*se, elo + z*se}
}

// Margin writes half an interval.
func (r Rating) Margin() string { return fmt.Sprintf("± %.0f", (r.High-r.Low)/2) }

func (r Rating) measure() arena.Measure { return arena.Measure{Value: r.Elo, Low: r.Low, High: r.High} }

// Rated is one agent of the table.
type Rated struct {
	Agent string `json:"agent"` // as agents are written
	Name  string `json:"name"`  // short
	Key   string `json:"key"`
	Rating
	As    [2]Rating      `json:"as"` // what the games in each role alone show
	Games int            `json:"games"`
	Roles [2]arena.Score `json:"roles"`
	// AboveNext is the likelihood of being better than the next of the table.
	AboveNext *float64 `json:"above_next,omitempty"`

	// Of a run's checkpoint:
	Run       string  `json:"run,omitempty"`
	Iteration int     `json:"iteration,omitempty"`
	SelfPlay  int     `json:"selfplay_games,omitempty"`
	Seconds   float64 `json:"training_seconds,omitempty"`
}

// InRole writes what the games in one role show.
func (r Rated) InRole(role int) string {
	if r.Roles[role].Games() == 0 {
		return "no games"
	}
	return fmt.Sprintf("%.0f %s", r.As[role].Elo, r.As[role].Margin())
}

// measureIn returns what the games in one role show: without any, nothing.
func (r Rated) measureIn(role int) arena.Measure {
	if r.Roles[role].Games() == 0 {
		return untold
	}
	return r.As[role].measure()
}

// JSON writes the table as one line.
func (t *Ratings) JSON(w io.Writer) error { return json.NewEncoder(w).Encode(t) }

// Text writes the table for a terminal of that many columns.
func (t *Ratings) Text(out io.Writer, columns int) error {
	rows := [][]string{{"agent", "Elo", "±", "above next", "points", "games", t.Roles[0], t.Roles[1]}}
	for _, r := range t.Agents {
		all, above, margin := r.Roles[0].Plus(r.Roles[1]), "", strings.TrimPrefix(r.Margin(), "± ")
		if r.AboveNext != nil {
			above = Likelihood(*r.AboveNext)
			if *r.AboveNext > 0.999 {
				above = "> 99.9 %"
			}
		}
		rows = append(rows, []string{
			r.Name, fmt.Sprintf("%.0f", r.Elo), margin, above, fmt.Sprintf("%.1f %%", 100*all.Mean()), fmt.Sprint(r.Games), r.InRole(0), r.InRole(1),
		})
	}
	title := fmt.Sprintf("%s: %d agents, %d games; Elo with 95 %% intervals, %s fixed", t.Game, len(t.Agents), t.Games, t.Anchor)
	worth := fmt.Sprintf("%s: worth %.0f %s Elo; equals draw %.1f %% of their games", t.Roles[0], t.Advantage.Elo, t.Advantage.Margin(), 100*t.Draws)
	words := []bool{true, false, false, false, false, false, true, true}
	_, err := fmt.Fprint(out, prose.Words(title, columns, ""), "\n", prose.Table(rows, words, columns), "\n", prose.Words(worth, columns, ""))
	return err
}

// Save writes ladder.json and ladder.csv into a folder.
func (t *Ratings) Save(dir string) error {
	err := disk.Write(filepath.Join(dir, "ladder.json"), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(t)
	})
	if err != nil {
		return err
	}
	return disk.Write(filepath.Join(dir, "ladder.csv"), t.CSV)
}

// CSV writes the table as CSV.
func (t *Ratings) CSV(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write([]string{
		"agent", "name", "elo", "low", "high", "elo_first", "low_first", "high_first", "elo_second", "low_second", "high_second",
		"games", "wins_first", "draws_first", "losses_first", "wins_second", "draws_second", "losses_second",
		"above_next", "run", "iteration", "selfplay_games", "training_seconds",
	})
	number := func(x float64) string { return strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64) }
	for _, r := range t.Agents {
		row := []string{r.Agent, r.Name}
		for _, x := range []Rating{r.Rating, r.As[0], r.As[1]} {
			row = append(row, number(x.Elo), number(x.Low), number(x.High))
		}
		row = append(row, strconv.Itoa(r.Games))
		for _, s := range r.Roles {
			row = append(row, strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses))
		}
		above := ""
		if r.AboveNext != nil {
			above = number(*r.AboveNext)
		}
		c.Write(append(row, above, r.Run, strconv.Itoa(r.Iteration), strconv.Itoa(r.SelfPlay), number(r.Seconds)))
	}
	c.Flush()
	return c.Error()
}

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
	return of.figure("The ladder.", l.Game+": ratings", 720, c)
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
	return of.figure("Strength over training.", l.Game+": training", 720, line)
}
