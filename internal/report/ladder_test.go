package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
	"ludens/stat"
)

func rated(v float64) arena.Measure { return arena.Measure{Value: v, Low: v - 40, High: v + 40} }

func TestLadderStudy(t *testing.T) {
	l := Ladder{Game: "celta", Roles: roles, Anchor: "random", Openings: "4 random plies", Games: 300, Advantage: rated(25)}
	for i, name := range []string{"run after 20", "run after 10", "random"} {
		r := Rung{Name: name, Elo: rated(400 - 200*float64(i)), Above: 0.9995, Roles: [2]arena.Score{{Wins: 50}, {Losses: 50}}}
		if r.As = [2]arena.Measure{r.Elo, r.Elo}; i < 2 {
			r.Run, r.Number, r.Hours = "runs/celta", 20-10*i, 2-float64(i)
		}
		l.Rungs = append(l.Rungs, r)
	}
	l.Rungs[2].Above, l.Rungs[2].Elo = math.NaN(), arena.Measure{}
	got := everyWay(t, l.Study())
	hasAll(t, strings.Join(strings.Fields(got), " "), "the strongest is run after 20 at 400 [360, 440] Elo, after 300 games", "likelihood of more than 99.9 %", "is worth 25 [−15, 65] Elo")
	if n := len(l.Study().figures()); n != 2 {
		t.Errorf("%d figures, want the ladder and the training", n)
	}
	curve := l.curve()
	if len(curve.Of.Rows) != 2 || curve.Of.Rows[0][1] != 10 {
		t.Errorf("training: %v, want iteration 10 before 20", curve.Of.Rows)
	}
	l.Rungs = l.Rungs[2:]
	everyWay(t, l.Study())
}

func TestMatchStudy(t *testing.T) {
	m := Match{Game: "celta", A: "greedy", B: "random", Roles: roles, Openings: "none", Endings: map[string]int{"the king reached a corner": 30, "cut off": 10}}
	m.Both = stat.Counts{0, 0, 0, 0, 0}.Estimate()
	hasAll(t, everyWay(t, m.Study()), "nothing can be said")
	m.Scores = [2]arena.Score{{Wins: 20}, {Wins: 15, Losses: 5}}
	m.Both = stat.Counts{0, 0, 5, 0, 15}.Estimate()
	hasAll(t, strings.Join(strings.Fields(everyWay(t, m.Study())), " "), "Over 40 games greedy scores 87.5 %", "greedy is the better one.", "both 87.5")
	m.Both = stat.Counts{0, 0, 0, 0, 20}.Estimate()
	hasAll(t, everyWay(t, m.Study()), "That is a difference of ≥ 287 Elo.")
}

// One player has no other to be better than.
func TestLadderOfOne(t *testing.T) {
	l := Ladder{Game: "celta", Roles: roles, Anchor: "random", Rungs: []Rung{{Name: "random", Above: 0.5}}}
	if got := l.answer(); len(got) != 2 || !strings.HasPrefix(got[0], "Of 1 player the strongest is random at 0 [0, 0] Elo, after 0 games in all.") {
		t.Errorf("%q", got)
	}
}

// A run's curve is over hours only if those of all its checkpoints are known, and
// runs stand by their names, each from its first checkpoint on.
func TestLadderCurve(t *testing.T) {
	l := Ladder{Game: "celta", Roles: roles, Rungs: []Rung{
		{Name: "b 9", Run: "runs/b", Number: 9, Hours: 3, Elo: rated(300)}, {Name: "random"},
		{Name: "a 20", Run: "runs/a", Number: 20, Hours: 2, Elo: rated(200)}, {Name: "a 5", Run: "runs/a", Number: 5, Hours: 1, Elo: rated(100)},
	}}
	line := func() chart.Line { return l.curve().Page.Rows[0][0].(chart.Line) }
	c := line()
	if len(c.Series) != 2 || c.Series[0].Name != "runs/a" || !slices.Equal(c.Series[0].X, []float64{1, 2}) || !slices.Equal(c.Series[0].Y, []float64{100, 200}) || c.X.Label != "hours of training" {
		t.Errorf("%+v", c)
	}
	l.Rungs[2].Hours = 0
	if c = line(); !slices.Equal(c.Series[0].X, []float64{5, 20}) || !slices.Equal(c.Series[1].X, []float64{9}) || c.X.Label != "iterations" {
		t.Errorf("%+v", c)
	}
	l.Rungs = l.Rungs[1:2]
	if f := l.curve(); f.Page.Rows != nil {
		t.Errorf("a curve of no run: %+v", f)
	}
}
