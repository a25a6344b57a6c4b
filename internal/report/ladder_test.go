package report

import (
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
	"ludens/stat"
)

func rated(v float64) Rating { return Rating{v, v - 40, v + 40} }

func TestLadderStudy(t *testing.T) {
	above := 0.9995
	l := &Ratings{Game: "celta", Roles: roles, Anchor: "random", Openings: "4 random plies", Games: 300, Advantage: rated(25)}
	for i, name := range []string{"run after 20", "run after 10", "random"} {
		r := Rated{Name: name, Rating: rated(400 - 200*float64(i)), AboveNext: &above, Roles: [2]arena.Score{{Wins: 50}, {Losses: 50}}}
		if r.As = [2]Rating{r.Rating, r.Rating}; i < 2 {
			r.Run, r.Iteration, r.Seconds = "runs/celta", 20-10*i, 3600*(2-float64(i))
		}
		l.Agents = append(l.Agents, r)
	}
	l.Agents[2].AboveNext, l.Agents[2].Rating = nil, Rating{}
	got := everyWay(t, l.Study())
	hasAll(t, strings.Join(strings.Fields(got), " "), "the strongest is run after 20 at 400 [360, 440] Elo, after 300 games", "likelihood of more than 99.9 %", "is worth 25 [−15, 65] Elo")
	if n := len(l.Study().figures()); n != 2 {
		t.Errorf("%d figures, want the ladder and the training", n)
	}
	curve := l.curve()
	if len(curve.Of.Rows) != 2 || curve.Of.Rows[0][1] != 10 {
		t.Errorf("training: %v, want iteration 10 before 20", curve.Of.Rows)
	}
	l.Agents = l.Agents[2:]
	everyWay(t, l.Study())
}

func TestMatchStudy(t *testing.T) {
	m := &Scoreboard{Game: "celta", A: "greedy", B: "random", Roles: [2]RoleScore{{Role: roles[0]}, {Role: roles[1]}}, Openings: "none", Endings: map[string]int{"the king reached a corner": 30, "cut off": 10}}
	m.both = stat.Counts{0, 0, 0, 0, 0}.Estimate()
	hasAll(t, everyWay(t, m.Study()), "nothing can be said")
	m.Roles[0].Score, m.Roles[1].Score = arena.Score{Wins: 20}, arena.Score{Wins: 15, Losses: 5}
	m.both = stat.Counts{0, 0, 5, 0, 15}.Estimate()
	hasAll(t, strings.Join(strings.Fields(everyWay(t, m.Study())), " "), "Over 40 games greedy scores 87.5 %", "greedy is the better one.", "both 87.5")
	m.both = stat.Counts{0, 0, 0, 0, 20}.Estimate()
	hasAll(t, everyWay(t, m.Study()), "That is a difference of ≥ 287 Elo.")
}

// One player has no other to be better than.
func TestLadderOfOne(t *testing.T) {
	above := 0.5
	l := &Ratings{Game: "celta", Roles: roles, Anchor: "random", Agents: []Rated{{Name: "random", AboveNext: &above}}}
	if got := l.answer(); len(got) != 2 || !strings.HasPrefix(got[0], "Of 1 player the strongest is random at 0 [0, 0] Elo, after 0 games in all.") {
		t.Errorf("%q", got)
	}
}

// A run's curve is over hours only if those of all its checkpoints are known, and
// runs stand by their names, each from its first checkpoint on.
func TestLadderCurve(t *testing.T) {
	l := &Ratings{Game: "celta", Roles: roles, Agents: []Rated{
		{Name: "b 9", Run: "runs/b", Iteration: 9, Seconds: 3 * 3600, Rating: rated(300)}, {Name: "random"},
		{Name: "a 20", Run: "runs/a", Iteration: 20, Seconds: 2 * 3600, Rating: rated(200)}, {Name: "a 5", Run: "runs/a", Iteration: 5, Seconds: 1 * 3600, Rating: rated(100)},
	}}
	line := func() chart.Line { return l.curve().Page.Rows[0][0].(chart.Line) }
	c := line()
	if len(c.Series) != 2 || c.Series[0].Name != "runs/a" || !slices.Equal(c.Series[0].X, []float64{1, 2}) || !slices.Equal(c.Series[0].Y, []float64{100, 200}) || c.X.Label != "hours of training" {
		t.Errorf("%+v", c)
	}
	l.Agents[2].Seconds = 0
	if c = line(); !slices.Equal(c.Series[0].X, []float64{5, 20}) || !slices.Equal(c.Series[1].X, []float64{9}) || c.X.Label != "iterations" {
		t.Errorf("%+v", c)
	}
	l.Agents = l.Agents[1:2]
	if f := l.curve(); f.Page.Rows != nil {
		t.Errorf("a curve of no run: %+v", f)
	}
}
