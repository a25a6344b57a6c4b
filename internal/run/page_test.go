package run

import (
	"encoding/xml"
	"math"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
	"ludens/train"
)

// fourIterations is a run by hand: the first is of a version without diagnoses,
// the third has resumed it.
func fourIterations() *Curves {
	at := func(n int, seconds float64) Metric {
		return Metric{
			Clock: Clock{Seconds: seconds, Playing: seconds / 2},
			Iteration: train.Iteration{
				At:    train.Progress{Iteration: n, Games: 10 * n, Positions: 1000 * n, Steps: 5 * n},
				Games: train.Games{Played: 10, FirstWins: 5, SecondWins: 2, Drawn: 2, Truncated: 1, Duplicates: 3},
			},
		}
	}
	r := &Curves{Dir: "runs/toy", Roles: [2]string{"north", "south"}, Points: []Metric{at(1, 1800), at(2, 3600), at(3, 1800), at(4, 7200)}}
	for i := range r.Points[1:] {
		d := &r.Points[1+i].Diagnosis
		d.Endings = []train.Ending{
			{By: "a row", Result: "first wins", Games: 5}, {By: "a row", Result: "second wins", Games: 2},
			{By: "full", Result: "drawn", Games: 2}, {By: train.CutOff, Result: train.CutOff, Games: 1},
		}
		d.Value = train.Calibration{Positions: 4, Bins: []train.Bin{{Positions: 3, Said: 0.52, Came: 0.6}, {Positions: 1, Said: 0.9, Came: 1}}}
		d.OpeningEntropy = math.Log(10)
	}
	r.Points[1].Diagnosis.Advice = []train.Advice{{About: "stale", Text: "30 % stale"}}
	r.Points[2].Standings = []arena.Standing{{Opponent: "greedy", Roles: [2]arena.Score{{Wins: 3, Losses: 1}, {Wins: 4}}}}
	r.seconds = Spent(r.Points)
	return r
}

// titled returns the charts of a page by their titles.
func titled(t *testing.T, page chart.Page) map[string]chart.Chart {
	t.Helper()
	all := map[string]chart.Chart{}
	for _, row := range page.Rows {
		for _, c := range row {
			switch c := c.(type) {
			case chart.Line:
				all[c.Title] = c
			case chart.Stack:
				all[c.Title] = c
			case chart.Notes:
				all[c.Title] = c
			default:
				t.Errorf("a %T", c)
			}
		}
	}
	return all
}

// A page says what it is of, and draws whatever it runs over.
func TestPage(t *testing.T) {
	r := fourIterations()
	r.Config.Game, r.Config.Train.Iterations = "toy", 9
	for _, over := range Overs {
		page := r.Page(over)
		var svg strings.Builder
		if err := page.SVG(&svg, chart.Light); err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal([]byte(svg.String()), new(struct{})); err != nil {
			t.Errorf("over %s: %v", over, err)
		}
		if page.Title != "toy: 4 of 9 iterations" || !strings.HasPrefix(page.Note, "40 games, 4,000 positions, 20 steps in 3h0m0s; ") {
			t.Errorf("over %s: %q, %q", over, page.Title, page.Note)
		}
	}
}

// Curves run over what was asked for, and a stop of the run is not a time.
func TestOver(t *testing.T) {
	r := fourIterations()
	for over, want := range map[string]struct {
		label string
		x     []float64
	}{
		"iterations": {"iteration", []float64{1, 2, 3, 4}},
		"positions":  {"positions", []float64{1000, 2000, 3000, 4000}},
		"time":       {"hours", []float64{0.5, 1, 1.5, 3}},
	} {
		x, label := panels{r, over}.axis()
		if !slices.Equal(x, want.x) || label != want.label {
			t.Errorf("over %s: %v %s, want %v %s", over, x, label, want.x, want.label)
		}
	}
	r.Points = r.Points[:2]
	r.seconds = r.seconds[:2]
	if x, label := (panels{r, "time"}).axis(); label != "minutes" || !slices.Equal(x, []float64{30, 60}) {
		t.Errorf("a short run: %v %s", x, label)
	}
}

// The parts of a stack make up a whole in each iteration that knows them.
func TestStacksAreWhole(t *testing.T) {
	charts := titled(t, fourIterations().Page("iterations"))
	for title, want := range map[string][]float64{
		"How games end": {1, 1, 1, 1},
		"By what":       {0, 1, 1, 1}, // the first has no diagnosis
		"Time":          {1800, 1800, 1800, 5400},
	} {
		stack, ok := charts[title].(chart.Stack)
		if !ok {
			t.Errorf("there is no stack %q", title)
			continue
		}
		for i := range stack.At {
			sum := 0.0
			for _, p := range stack.Parts {
				sum += p.Size[i]
			}
			if math.Abs(sum-want[i]) > 1e-9 {
				t.Errorf("%s, iteration %d: the parts make %v, want %v", title, i+1, sum, want[i])
			}
		}
	}
	var names []string
	for _, p := range charts["By what"].(chart.Stack).Parts {
		names = append(names, p.Name)
	}
	if want := []string{"north: a row", "south: a row", "drawn: full", "cut off", "otherwise"}; !slices.Equal(names, want) {
		t.Errorf("endings %v, want %v", names, want)
	}
}

// Of many endings the most frequent are shown, and the rest is one.
func TestRareEndingsAreOne(t *testing.T) {
	r := fourIterations()
	d := &r.Points[3].Diagnosis
	d.Endings = nil
	for i := range 10 {
		d.Endings = append(d.Endings, train.Ending{By: string(rune('a' + i)), Result: "drawn", Games: 1})
	}
	stack := panels{r, "iterations"}.endings().(chart.Stack)
	last := stack.Parts[len(stack.Parts)-1]
	if len(stack.Parts) != 7 || last.Name != "otherwise" || math.Abs(last.Size[3]-0.8) > 1e-9 || last.Size[2] != 0 {
		t.Errorf("%d parts, the last is %+v, want 7 and 80 %% in iteration 4", len(stack.Parts), last)
	}
}

// What was measured is joined, with its interval; a player without games is reported as such.
func TestStrengthPanels(t *testing.T) {
	r := fourIterations()
	charts := titled(t, r.Page("iterations"))
	score := charts["Score against greedy"].(chart.Line).Series
	if len(score) != 2 || score[0].Name != "north" || !slices.Equal(score[0].X, []float64{3}) || !slices.Equal(score[0].Y, []float64{0.75}) || !(score[0].Low[0] < 0.75 && 0.75 < score[0].High[0]) {
		t.Errorf("scores %+v", score)
	}
	if elo := charts["Elo above greedy"].(chart.Line).Series; len(elo[0].X) != 1 || math.Abs(elo[0].Y[0]-400*math.Log10(3)) > 1e-9 || len(elo[1].X) != 0 {
		t.Errorf("Elo %+v, want log 3 to 1 for north and none for south, who won all", elo)
	}
	r.Points[2].Standings = nil
	r.Config.Evaluation.Watch, r.Config.Evaluation.Every = "greedy", 10
	if c := titled(t, r.Page("iterations"))["Strength"].(chart.Line); c.Empty != "not measured yet: against greedy, every 10 iterations" {
		t.Errorf("it says %q", c.Empty)
	}
}

// Values that came true lie on the line: the bins of the last iterations count by
// their positions.
func TestReliability(t *testing.T) {
	c := titled(t, fourIterations().Page("iterations"))["Do values come true?"].(chart.Line)
	came := c.Series[0]
	near := func(a, b []float64) bool {
		return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-9 })
	}
	if !near(came.X, []float64{0.52, 0.9}) || !near(came.Y, []float64{0.6, 1}) || len(c.Series) != 2 {
		t.Errorf("said %v, came %v", came.X, came.Y)
	}
}

// The notes say what is wrong, what was, and what was not examined.
func TestNotes(t *testing.T) {
	r := fourIterations()
	text := func() string {
		return strings.Join(titled(t, r.Page("iterations"))["Advice"].(chart.Notes).Text, "\n")
	}
	if got := text(); got != "Nothing looks wrong in the last iteration." {
		t.Errorf("while it hesitates: %q", got)
	}
	r.Points[3].At.Iteration = 5
	if got := text(); got != "Nothing looks wrong in the last iteration.\nIt was so before and is no more: stale, in iteration 2." {
		t.Errorf("when it is over: %q", got)
	}
	r.Points[3].Diagnosis.Advice = []train.Advice{{About: "duplicates", Text: "half are duplicates"}}
	if got := text(); !strings.HasPrefix(got, "half are duplicates.\n") {
		t.Errorf("when something is wrong: %q", got)
	}
	r.Points = r.Points[:1]
	r.seconds = r.seconds[:1]
	if got := text(); got != "The run was not diagnosed: it is of an older version." {
		t.Errorf("of an older version: %q", got)
	}
}

// A table has a number of every iteration under each name, and none where nothing
// was measured.
func TestColumns(t *testing.T) {
	columns := map[string][]float64{}
	for _, c := range fourIterations().Columns() {
		if columns[c.Name] != nil || len(c.Values) != 4 {
			t.Errorf("column %q twice, or with %d numbers", c.Name, len(c.Values))
		}
		columns[c.Name] = c.Values
	}
	for name, want := range map[string][]float64{
		"iteration": {1, 2, 3, 4}, "hours": {0.5, 1, 1.5, 3}, "first_wins": {0.5, 0.5, 0.5, 0.5}, "cut_off": {0.1, 0.1, 0.1, 0.1}, "duplicates": {0.3, 0.3, 0.3, 0.3},
	} {
		if !slices.Equal(columns[name], want) {
			t.Errorf("%s: %v, want %v", name, columns[name], want)
		}
	}
	for name, measured := range map[string][]bool{"opening_entropy": {false, true, true, true}, "north against greedy": {false, false, true, false}} {
		for i, v := range columns[name] {
			if math.IsNaN(v) == measured[i] {
				t.Errorf("%s, iteration %d: %v", name, i+1, v)
			}
		}
	}
}
