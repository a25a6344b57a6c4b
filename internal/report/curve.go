package report

import (
	"fmt"
	"math"
	"strconv"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// curve is the score of First over the strength: a line on the logit scale (E51).
type curve struct {
	arena.Curve
	b       Balance
	budgets []float64
	plies   bool // the budget is the depth of alpha-beta: a unit is a ply, not a doubling
}

// curve returns that of a study at two or more budgets of one agent.
func (b Balance) curve() (c curve, ok bool) {
	c = curve{b: b, budgets: b.budgets()}
	if c.budgets == nil {
		return c, false
	}
	spec, err := agent.FromArg(b.last().Agent)
	c.plies = err == nil && spec.Kind == "alphabeta"
	var at []float64
	for _, n := range c.budgets {
		at = append(at, c.at(n))
	}
	c.Curve, ok = arena.CurveOf(at, b.firsts())
	return c, ok
}

// at returns where a budget is on the curve.
func (c curve) at(budget float64) float64 {
	if c.plies {
		return budget
	}
	return math.Log2(budget)
}

// beyond returns the budgets to which the curve is extrapolated: one unit and two beyond
// the strongest that was played.
func (c curve) beyond() []float64 {
	last := c.budgets[len(c.budgets)-1]
	if c.plies {
		return []float64{last + 1, last + 2}
	}
	return []float64{2 * last, 4 * last}
}

// unit is what the slope is of.
func (c curve) unit() string {
	if c.plies {
		return "ply of depth"
	}
	return "doubling of the search"
}

// number writes a budget.
func number(budget float64) string { return strconv.FormatFloat(budget, 'f', -1, 64) }

// words say how the score depends on strength, and what that would come to beyond it.
func (c curve) words() []string {
	first, second := c.b.Roles[env.First], c.b.Roles[env.Second]
	slope := fmt.Sprintf("%s at 50 %% with each %s", signed(arena.Shift(c.Slope)), c.unit())
	var answer []string
	switch {
	case c.Bent():
		answer = append(answer, fmt.Sprintf("The scores of %s at these strengths are not on a line (lack of fit, p %s): what follows at greater strength is not known. A line through them would move by %s.", first, Chance(c.Lack), slope))
		return answer
	case c.P >= 0.05:
		answer = append(answer, fmt.Sprintf("Whether that changes with strength is not known yet: the score of %s moves by %s.", first, slope))
	case c.Slope.Value > 0:
		answer = append(answer, fmt.Sprintf("The stronger the players, the better for %s: %s.", first, slope))
	default:
		answer = append(answer, fmt.Sprintf("The stronger the players, the better for %s: the score of %s moves by %s.", second, first, slope))
	}
	last, beyond := c.budgets[len(c.budgets)-1], c.beyond()
	text := fmt.Sprintf("The fitted line has %s at %s with a budget of %s; extrapolated, where no game was played, at %s with %s and at %s with %s.",
		first, points(c.At(c.at(last))), number(last), points(c.At(c.at(beyond[0]))), number(beyond[0]), points(c.At(c.at(beyond[1]))), number(beyond[1]))
	if c.Freedom == 0 {
		text += " Two strengths are always on a line: a third would show whether these are."
	}
	return append(answer, text)
}

// table is the curve by budgets, those beyond the strongest too.
func (c curve) table() Table {
	t := Table{
		Name:    "curve",
		Caption: "Score of " + c.b.Roles[env.First] + " as counted and on the fitted line, with 95 % intervals. Extrapolated: no game was played there, and nothing but the line says so.",
		Columns: []Column{
			{Key: "budget", Title: c.b.family()}, {Key: "games", Title: "games"},
			{Key: "counted", Title: "counted, %", Percent: true, Digits: 1},
			{Key: "fitted", Title: "fitted, %", Percent: true, Digits: 1}, {Key: "kind", Title: "kind"},
		},
	}
	for i, n := range c.budgets {
		s := c.b.Strengths[i].Course.Score
		counted := scoreOf(s)
		if s.Games() == 0 {
			counted = untold
		}
		t.Rows = append(t.Rows, []any{number(n), s.Games(), counted, c.At(c.at(n)), "played"})
	}
	kind := "extrapolated"
	if c.Bent() {
		kind = "extrapolated, but the scores are not on a line"
	}
	for _, n := range c.beyond() {
		t.Rows = append(t.Rows, []any{number(n), 0, untold, c.At(c.at(n)), kind})
	}
	return t
}

// fit is the line in numbers, and whether it is one.
func (c curve) fit() Table {
	fits := "not tested: two strengths"
	switch {
	case c.Bent():
		fits = "no: not a line; the intervals allow for the scatter about it"
	case c.Freedom > 0:
		fits = "yes"
	}
	return Table{
		Name:    "curve_fit",
		Caption: "The line through the log-odds of the scores, for each " + c.unit() + ". Lack of fit: probability of scores so far from a line if they are on one.",
		Columns: []Column{
			{Key: "slope", Title: "log-odds", Digits: 3}, {Key: "points", Title: "points at 50 %", Percent: true, Digits: 1},
			{Key: "p", Title: "p"}, {Key: "freedom", Title: "degrees of freedom"}, {Key: "lack_of_fit", Title: "lack of fit, p"}, {Key: "is_line", Title: "on a line"},
		},
		Rows: [][]any{{c.Slope, arena.Shift(c.Slope), Chance(c.P), c.Freedom, Chance(c.Lack), fits}},
	}
}

// drawnAt is how many points a drawn line has between two budgets.
const drawnAt = 8

// series are the line where games were played, and dashed beyond.
func (c curve) series() []chart.Series {
	line := func(name string, from, to float64, dashed bool) chart.Series {
		s := chart.Series{Name: name, Hue: 2, Dashed: dashed}
		for i := range drawnAt + 1 {
			n := from * math.Pow(to/from, float64(i)/drawnAt)
			m := c.At(c.at(n))
			s.X, s.Y, s.Low, s.High = append(s.X, n), append(s.Y, m.Value), append(s.Low, m.Low), append(s.High, m.High)
		}
		return s
	}
	last := c.budgets[len(c.budgets)-1]
	return []chart.Series{line("", c.budgets[0], last, false), line("extrapolated", last, c.beyond()[1], true)}
}
