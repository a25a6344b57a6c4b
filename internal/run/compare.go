package run

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"ludens/arena"
	"ludens/internal/chart"
	"ludens/internal/prose"
	"ludens/train"
)

// Comparison is several runs beside each other, or one.
type Comparison []*Curves

// MostCompared is how many runs there may be in a Comparison: more colours cannot be distinguished.
const MostCompared = 8

// ReadAll reads the numbers of the runs in some folders.
func ReadAll(dirs []string) (c Comparison, err error) {
	for i, dir := range dirs {
		if slices.ContainsFunc(dirs[:i], func(other string) bool { return filepath.Clean(other) == filepath.Clean(dir) }) {
			return nil, fmt.Errorf("%s is named twice: a run is compared with another", dir)
		}
		r, err := readCurves(dir)
		if err != nil {
			return nil, err
		}
		c = append(c, r)
	}
	return c, nil
}

// ReadNamed reads the numbers of the runs in some folders, which are called by names that
// say nothing of files. So do its errors.
func ReadNamed(names, dirs []string) (Comparison, error) {
	c, err := ReadAll(dirs)
	for i, name := range names {
		if err != nil {
			err = shown{Dir: dirs[i]}.told(err)
		} else {
			c[i].Dir = name
		}
	}
	return c, err
}

// names are those of the runs: their folders.
func (c Comparison) names() (all []string) {
	for _, r := range c {
		all = append(all, filepath.Clean(r.Dir))
	}
	return all
}

// Settings returns the rows of Configuration in which the runs differ.
func (c Comparison) Settings() (rows [][]string) {
	return slices.DeleteFunc(c.Configuration(), func(row []string) bool { return len(slices.Compact(slices.Clone(row[1:]))) == 1 })
}

// Configuration returns all settings, a row for each: its key, and the value of each run;
// "-" where a run has no such setting.
func (c Comparison) Configuration() (rows [][]string) {
	flat, keys := make([]map[string]string, len(c)), map[string]bool{}
	for i, r := range c {
		var tree map[string]any
		if _, err := toml.Decode(r.Config.Text(), &tree); err != nil {
			panic(err) // Text is TOML
		}
		flat[i] = map[string]string{}
		flatten("", tree, flat[i])
		for key := range flat[i] {
			keys[key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		row := []string{key}
		for _, settings := range flat {
			row = append(row, cmp.Or(settings[key], "-"))
		}
		rows = append(rows, row)
	}
	return rows
}

// flatten writes the values of a tree by their paths.
func flatten(path string, tree map[string]any, into map[string]string) {
	for key, value := range tree {
		if inner, ok := value.(map[string]any); ok {
			flatten(path+key+".", inner, into)
		} else {
			into[path+key] = cmp.Or(fmt.Sprint(value), `""`)
		}
	}
}

// opponents are those that some run met, in order of appearance.
func (c Comparison) opponents() (names []string) {
	for _, r := range c {
		for _, name := range r.opponents() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// pooled returns a run's strength over both roles.
func (r *Curves) pooled(opponent string) strength {
	return r.scored(opponent, func(st arena.Standing) arena.Score { return st.Roles[0].Plus(st.Roles[1]) })
}

// mostRows is how many iterations a table of Text shows.
const mostRows = 12

// Text writes the settings that differ, and the scores of the runs by iteration, in that
// many columns.
func (c Comparison) Text(columns int) string {
	var b strings.Builder
	head := func(first string) []string { return append([]string{first}, c.names()...) }
	words := make([]bool, 1+len(c))
	for i := range words {
		words[i] = true
	}
	if rows := c.Settings(); len(rows) > 0 {
		fmt.Fprintf(&b, "Settings that differ\n%s\n", prose.Table(append([][]string{head("setting")}, rows...), words, columns))
	} else {
		b.WriteString("All settings are equal.\n\n")
	}
	words[0] = false
	for _, opponent := range c.opponents() {
		rows := append([][]string{head("iteration")}, c.scores(opponent)...)
		fmt.Fprintf(&b, "Score against %s as both sides, percent, with 95 %% intervals\n%s\n", opponent, prose.Table(rows, words, columns))
	}
	words[0] = true
	if rows := c.finals(); len(rows) > 0 {
		fmt.Fprintf(&b, "Score of the finished runs as both sides\n%s\n", prose.Table(append([][]string{head("against")}, rows...), words, columns))
	}
	return b.String()
}

// percents writes a score with its interval.
func percents(score, low, high float64) string {
	return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*score, 100*low, 100*high)
}

// finals are the scores of the finished runs, a row for each opponent.
func (c Comparison) finals() (rows [][]string) {
	for k, r := range c {
		for _, st := range r.Final {
			i := slices.IndexFunc(rows, func(row []string) bool { return row[0] == st.Opponent })
			if i < 0 {
				i, rows = len(rows), append(rows, make([]string, 1+len(c)))
				rows[i][0] = st.Opponent
			}
			score := st.Roles[0].Plus(st.Roles[1])
			low, high := score.Interval()
			rows[i][1+k] = percents(score.Mean(), low, high)
		}
	}
	return rows
}

// scores are the scores against an opponent by iteration, a row for each of the iterations
// in which some run was measured; of many iterations some, with the first and the last.
func (c Comparison) scores(opponent string) (rows [][]string) {
	at := map[int][]string{}
	for k, r := range c {
		s := r.pooled(opponent)
		for i, m := range r.Points {
			if math.IsNaN(s.score[i]) {
				continue
			}
			row := at[m.At.Iteration]
			if row == nil {
				row = make([]string, 1+len(c))
				row[0] = fmt.Sprint(m.At.Iteration)
				at[m.At.Iteration] = row
			}
			row[1+k] = percents(s.score[i], s.low[i], s.high[i])
		}
	}
	iterations := slices.Sorted(maps.Keys(at))
	n := min(mostRows, len(iterations))
	for i := range n {
		rows = append(rows, at[iterations[i*(len(iterations)-1)/max(1, n-1)]])
	}
	return rows
}

// Page draws the curves of all runs together, over one of Overs; of one run, all of it.
func (c Comparison) Page(over string) chart.Page {
	if len(c) == 1 {
		return c[0].Page(over)
	}
	groups := c.groups()
	xs, label := c.axis(over)
	frame := func(title, note string) chart.Frame {
		f := chart.Frame{Title: title, Note: note, Empty: "not known of these runs", X: chart.Axis{Label: label, Whole: over == "iterations", From: xs[0][0], To: xs[0][0]}}
		for _, x := range xs {
			f.X.From, f.X.To = min(f.X.From, x[0]), max(f.X.To, x[len(x)-1])
		}
		return f
	}
	lines := func(f chart.Frame, values func(r *Curves) []float64) chart.Chart {
		line := chart.Line{Frame: f}
		for _, g := range groups {
			line.Series = append(line.Series, c.band(g, xs, values))
		}
		return line
	}
	of := func(value func(m Metric) float64) func(r *Curves) []float64 {
		return func(r *Curves) []float64 { return r.each(value) }
	}
	page := chart.Page{Title: strings.Join(c.names(), ", "), Note: "bands are 95 % intervals"}
	if len(groups) < len(c) {
		page.Note += fmt.Sprintf("; of %d runs and more that differ in their seeds only the lines are means, and the bands reach from the lowest to the highest", leastSeeds)
	}
	var settings []string
	for _, row := range c.Settings() {
		settings = append(settings, row[0]+": "+strings.Join(row[1:], ", "))
	}
	if settings == nil {
		settings = []string{"All are equal."}
	}
	page.Rows = [][]chart.Chart{{chart.Notes{Title: "Settings that differ", Text: settings}}}
	for pair := range slices.Chunk(c.opponents(), 2) {
		var row []chart.Chart
		for _, opponent := range pair {
			f := frame("Score against "+opponent, "as both sides")
			f.Y, f.Rules = chart.Axis{Percent: true, From: 0, To: 1}, []chart.Rule{{At: 0.5, Name: "even"}}
			line := chart.Line{Frame: f}
			for _, g := range groups {
				if len(g) > 1 {
					s := c.band(g, xs, func(r *Curves) []float64 { return r.pooled(opponent).score })
					s.Points = true
					line.Series = append(line.Series, s)
				} else {
					line.Series = append(line.Series, joined(c.names()[g[0]], xs[g[0]], c[g[0]].pooled(opponent)))
				}
			}
			row = append(row, line)
		}
		page.Rows = append(page.Rows, row)
	}
	page.Rows = append(page.Rows, []chart.Chart{
		lines(frame("Policy loss", "cross-entropy, nats"), of(func(m Metric) float64 { return m.Losses.Policy })),
		lines(frame("Value loss", "cross-entropy, nats"), of(func(m Metric) float64 { return m.Losses.Value })),
	}, []chart.Chart{
		lines(frame("Learning rate", ""), of(func(m Metric) float64 { return float64(m.Rate) })),
		lines(frame("Entropy of the network's policy", "nats"), of(func(m Metric) float64 { return m.Losses.Entropy })),
	}, []chart.Chart{
		lines(frame("Length of games", "plies, mean"), of(func(m Metric) float64 { return m.Games.MeanPlies })),
		lines(frame("Drawn games", "percent"), func(r *Curves) []float64 {
			return r.each(func(m Metric) float64 { return percentOf(m.Games.Drawn, m.Games.Played) })
		}),
	}, []chart.Chart{lines(frame("What is left to learn", "KL divergence of the search from the network, nats"), func(r *Curves) []float64 {
		return r.diagnosed(func(d train.Diagnosis) float64 { return d.Policy.Gap })
	})})
	return page
}

// axis returns where the iterations of each run stand, and what that is called.
func (c Comparison) axis(over string) (xs [][]float64, label string) {
	labels := make([]string, len(c))
	for i, r := range c {
		x, l := panels{r, over}.axis()
		xs, labels[i] = append(xs, x), l
	}
	if label = labels[0]; slices.Contains(labels, "hours") {
		label = "hours"
		for i, l := range labels {
			for k := range xs[i] {
				if l == "minutes" {
					xs[i][k] /= 60
				}
			}
		}
	}
	return xs, label
}
