package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
)

// climbing is a study at budgets 16, 32, 64 and so on, each with its wins of 1000 games.
func climbing(agent string, wins ...int) Balance {
	b := Balance{Game: "celta", Roles: roles, Openings: "none"}
	for i, w := range wins {
		n := 16 << i
		if agent == "alphabeta" {
			n = 1 + i
		}
		b.Strengths = append(b.Strengths, Strength{Agent: fmt.Sprintf("%s:%d", agent, n), Budget: float64(n), Course: course(arena.Score{Wins: w, Losses: 1000 - w})})
	}
	return b
}

// What strength does to a score, in words; a curve that is no line is not extrapolated.
func TestCurveWords(t *testing.T) {
	for _, test := range []struct {
		name string
		b    Balance
		want []string
		not  string
	}{
		{"First gains", climbing("mcts", 500, 550, 599, 646), []string{
			"The stronger the players, the better for king's side: +5.0 points [", "at 50 % with each doubling of the search.",
			"The fitted line has king's side at 64.6 % [", "with a budget of 128; extrapolated, where no game was played, at 69.0 % [", "with 256 and at 73.1 % [", "with 512.",
		}, "not on a line"},
		{"Second gains", climbing("mcts", 646, 599, 550, 500), []string{"The stronger the players, the better for attackers: the score of king's side moves by −5.0 points ["}, "not on a line"},
		{"nothing to be seen", climbing("mcts", 500, 520, 490, 510), []string{"Whether that changes with strength is not known yet: the score of king's side moves by "}, "not on a line"},
		{"no line", climbing("mcts", 200, 600, 650, 640), []string{"The scores of king's side at these strengths are not on a line (lack of fit, p < 0.001): what follows at greater strength is not known."}, "extrapolated"},
		{"two strengths", climbing("mcts", 500, 600), []string{"Two strengths are always on a line: a third would show whether these are."}, "not on a line"},
		{"plies", climbing("alphabeta", 500, 550, 599, 646), []string{"+5.0 points [", "with each ply of depth.", "with a budget of 4; extrapolated, where no game was played, at 69.0 % [", "with 5 and at 73.1 % [", "with 6."}, "doubling"},
	} {
		c, ok := test.b.curve()
		if !ok {
			t.Fatalf("%s: no curve", test.name)
		}
		got := strings.Join(c.words(), " ")
		hasAll(t, got, test.want...)
		if strings.Contains(got, test.not) {
			t.Errorf("%s: %s", test.name, got)
		}
		everyWay(t, test.b.Study())
	}
	mixed := climbing("mcts", 500, 600)
	mixed.Strengths[1].Agent = "alphabeta:32"
	for name, b := range map[string]Balance{"two agents": mixed, "no games": climbing("mcts", 500, 600).without(1), "one": climbing("mcts", 500)} {
		if c, ok := b.curve(); ok {
			t.Errorf("%s: %+v", name, c.Slope)
		}
	}
}

// without returns the study with no games at a strength.
func (b Balance) without(i int) Balance {
	b.Strengths[i].Course = arena.Course{}
	return b
}

// The table has a row for each budget and two beyond, which say that no game was played there.
func TestCurveTable(t *testing.T) {
	c, _ := climbing("mcts", 500, 550, 599, 646).curve()
	rows := c.table().Rows
	if len(rows) != 6 || rows[3][0] != "128" || rows[3][4] != "played" || rows[4][0] != "256" || rows[5][0] != "512" || rows[5][4] != "extrapolated" || rows[5][1] != 0 {
		t.Errorf("%v", rows)
	}
	// 50 % at 16 and 64.6 % at 128 are log-odds of 0 and 0.6 over three doublings.
	if m := rows[5][3].(arena.Measure); math.Abs(m.Value-0.7311) > 0.001 || !(m.Low > 0.68 && m.High < 0.78) {
		t.Errorf("at 512: %+v, want 1/(1+exp(-1))", m)
	}
	fit := c.fit().Rows[0]
	if slope := fit[0].(arena.Measure); math.Abs(slope.Value-0.2) > 0.001 || fit[3] != 2 || fit[5] != "yes" {
		t.Errorf("%v", fit)
	}
	bent, _ := climbing("mcts", 200, 600, 650, 640).curve()
	if got := bent.fit().Rows[0][5].(string); !strings.HasPrefix(got, "no") {
		t.Errorf("a bent curve is on a line: %s", got)
	}
}

// The figure's line ends where the games do, and is dashed from there.
func TestCurveFigure(t *testing.T) {
	b := climbing("mcts", 500, 550, 599, 646)
	series := b.scoreFigure().Page.Rows[0][0].(chart.Line).Series
	played, beyond := series[0], series[1]
	if n := len(played.X); played.Dashed || played.X[0] != 16 || math.Abs(played.X[n-1]-128) > 1e-9 {
		t.Errorf("%+v", played)
	}
	if n := len(beyond.X); !beyond.Dashed || beyond.X[0] != 128 || math.Abs(beyond.X[n-1]-512) > 1e-9 || beyond.Name != "extrapolated" {
		t.Errorf("%+v", beyond)
	}
	if len(series) != 2+4 || series[2].Y[0] != 0.5 || len(series[2].Y) != 1 {
		t.Errorf("%d series", len(series))
	}
}
