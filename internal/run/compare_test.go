package run

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
)

// twoRuns differ in their learning rate, and the second was measured twice.
func twoRuns() Comparison {
	a, b := fourIterations(), fourIterations()
	a.Dir, b.Dir = "runs/a", "runs/b/"
	b.Config.Train.LearningRate = 0.5
	b.Points[3].Standings = []arena.Standing{{Opponent: "greedy", Roles: [2]arena.Score{{Wins: 8}, {Wins: 4, Losses: 4}}}, {Opponent: "random"}}
	b.Final = []arena.Standing{{Opponent: "mcts:9", Roles: [2]arena.Score{{Wins: 3}, {Losses: 1}}}}
	return Comparison{a, b}
}

// Only settings that differ are listed, with the value of each run; of equal runs none.
func TestSettingsThatDiffer(t *testing.T) {
	c := twoRuns()
	got := c.Settings()
	if len(got) != 1 || !slices.Equal(got[0], []string{"train.learning_rate", "0", "0.5"}) {
		t.Errorf("got %q", got)
	}
	if same := (Comparison{c[0], c[0]}).Settings(); len(same) > 0 {
		t.Errorf("equal runs differ in %q", same)
	}
}

// The text has a row for each iteration in which some run was measured, over both sides.
func TestComparisonText(t *testing.T) {
	text := twoRuns().Text(80)
	for _, want := range []string{
		"train.learning_rate  0       0.5",
		"iteration  runs/a", "Score against greedy", "        3  87.5 [", "        4                     75.0 [", "mcts:9           75.0 [",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	one := twoRuns()[0]
	if text := (Comparison{one, one}).Text(80); !strings.Contains(text, "All settings are equal.") {
		t.Errorf("equal runs:\n%s", text)
	}
}

// Each chart has a line for each run, under its name; a score is where it was measured, and
// half of it is marked as even.
func TestComparisonPage(t *testing.T) {
	c := twoRuns()
	for _, over := range Overs {
		all := titled(t, c.Page(over))
		score := all["Score against greedy"].(chart.Line)
		if len(score.Series) != 2 || score.Series[1].Name != "runs/b" || len(score.Series[0].X) != 1 || len(score.Series[1].X) != 2 || score.Series[1].Y[1] != 0.75 ||
			!reflect.DeepEqual(score.Rules, []chart.Rule{{At: 0.5, Name: "even"}}) {
			t.Errorf("over %s: %+v, %+v", over, score.Series, score.Rules)
		}
		if loss := all["Policy loss"].(chart.Line); len(loss.Series) != 2 || len(loss.Series[1].Y) != 4 {
			t.Errorf("over %s: %+v", over, loss.Series)
		}
	}
}

// Minutes and hours stand on one axis; a run is compared with another.
func TestComparisonAxis(t *testing.T) {
	c := twoRuns()
	for i := range c[1].seconds {
		c[1].seconds[i] = 60
	}
	xs, label := c.axis("time")
	if label != "hours" || xs[1][3] != 4.0/60 || xs[0][0] != 0.5 {
		t.Errorf("%v in %s", xs, label)
	}
	if _, err := ReadAll([]string{"a", "./a"}); err == nil {
		t.Error("a folder that is named twice is taken")
	}
}

// Runs are read by their folders, none twice, and on the page called by names that say nothing
// of files; so are errors.
func TestReadRuns(t *testing.T) {
	a, b := oldRun(t, 2).Dir, oldRun(t, 3).Dir
	c, err := ReadAll([]string{a, b})
	if err != nil || len(c) != 2 || len(c[0].Points) != 2 || len(c[1].Points) != 3 || c[0].Dir != a {
		t.Errorf("%d runs, %v", len(c), err)
	}
	if _, err := ReadAll([]string{a, b, a + "/"}); err == nil || !strings.HasSuffix(err.Error(), "is named twice: a run is compared with another") {
		t.Errorf("named twice: %v", err)
	}
	if c, err = ReadNamed([]string{"one", "two"}, []string{a, b}); err != nil || c[0].Dir != "one" || c[1].Dir != "two" {
		t.Errorf("%+v, %v", c, err)
	}
	empty := oldRun(t, 0).Dir
	if _, err := ReadNamed([]string{"one", "two"}, []string{a, empty}); err == nil || strings.Contains(err.Error(), filepath.Dir(empty)) {
		t.Errorf("of a folder without iterations: %v", err)
	}
}
