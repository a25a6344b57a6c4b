package report

import (
	"math"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/stat"
)

func rated(v float64) arena.Measure { return arena.Measure{Value: v, Low: v - 40, High: v + 40} }

func TestLadderStudy(t *testing.T) {
	l := Ladder{Game: "celta", Roles: roles, Anchor: "random", Openings: "4 balanced plies", Games: 300, Advantage: rated(25)}
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
