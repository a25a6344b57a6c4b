package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// untold is a number that is not known.
var untold = arena.Measure{Value: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}

// scoreFigure shows the score over the strength, or one below the other where
// strengths are not numbers.
func (b Balance) scoreFigure() Figure {
	frame := chart.Frame{Title: fmt.Sprintf("Score of %s, who moves first", b.Roles[env.First]), Note: "points a game, with 95 % intervals", Empty: "no games yet"}
	var c chart.Chart = b.scoreDots(frame)
	if b.budgets() != nil {
		c = b.scoreLine(frame)
	}
	return b.scores().figure("Balance against strength. Where an interval holds the dashed line the games do not show by themselves that either side is favoured.",
		b.Game+": balance against strength", 640, c)
}

func (b Balance) scoreLine(f chart.Frame) chart.Line {
	budgets := b.budgets()
	f.X = chart.Axis{Label: "search of both sides (" + b.family() + ")", Log: true, Ticks: budgets}
	f.Y = chart.Axis{Percent: true, From: 0.4, To: 0.6}
	f.Rules = []chart.Rule{{At: 0.5, Name: "fair"}}
	line := chart.Line{Frame: f}
	for i, v := range b.verdicts() {
		if v.Games == 0 {
			v.Score.Value = math.NaN()
		}
		line.Series = append(line.Series, chart.Series{
			X: budgets[i : i+1], Y: []float64{v.Score.Value}, Low: []float64{v.Score.Low}, High: []float64{v.Score.High}, Hue: 1, Points: true,
		})
	}
	if c, ok := b.curve(); ok {
		line.Frame.Note = "points a game, with 95 % intervals; the line is fitted, and dashed where no game was played"
		line.Frame.X.Ticks = append(slices.Clone(budgets), c.beyond()...)
		line.Series = append(c.series(), line.Series...)
	}
	return line
}

func (b Balance) scoreDots(f chart.Frame) chart.Dots {
	f.X = chart.Axis{Percent: true, From: 0.4, To: 0.6}
	f.Rules = []chart.Rule{{At: 0.5, Name: "fair", Upright: true}}
	c := chart.Dots{Frame: f}
	for i, v := range b.verdicts() {
		if v.Games > 0 {
			c.Rows = append(c.Rows, dot(b.Strengths[i].Agent, v.Score, 0))
		}
	}
	return c
}

// family is what the budgets count: "mcts:N".
func (b Balance) family() string {
	name := b.last().Agent
	if spec, err := agent.FromArg(name); err == nil {
		return spec.Form()
	}
	return name
}

// mostParts is how many kinds of ending a chart can show apart.
const mostParts = 6

// endingFigure shows how games end at each strength: bars that stand on the
// search's size where there is one, else in order.
func (b Balance) endingFigure() Figure {
	order := b.kinds()
	at, axis := b.budgets(), chart.Axis{Label: b.family(), Log: true}
	if at == nil {
		axis = chart.Axis{Label: "agents, in order: " + strings.Join(b.names(), ", "), Whole: true}
		for i := range b.Strengths {
			at = append(at, float64(i+1))
		}
	}
	axis.Ticks = at
	c := chart.Stack{
		Frame: chart.Frame{Title: "How games end", Note: "share of the games", X: axis, Y: chart.Axis{Percent: true, From: 0, To: 1}, Height: 280},
		At:    at,
	}
	for i, name := range order[:min(len(order), mostParts)] {
		part := chart.Part{Name: name}
		if i == mostParts-1 && len(order) > mostParts {
			part = chart.Part{Name: "other", Hue: chart.Grey}
		}
		for _, st := range b.Strengths {
			part.Size = append(part.Size, b.share(st, order, i))
		}
		c.Parts = append(c.Parts, part)
	}
	return b.endings().figure("Endings by strength.", b.Game+": endings", 720, c)
}

// kinds returns the endings of all strengths, the most frequent first.
func (b Balance) kinds() (order []string) {
	games := map[string]int{}
	for _, st := range b.Strengths {
		for _, e := range st.Course.Endings {
			name := b.endingName(e)
			if games[name] == 0 {
				order = append(order, name)
			}
			games[name] += e.Games
		}
	}
	slices.SortStableFunc(order, func(x, y string) int { return games[y] - games[x] })
	return order
}

// share returns how much of a strength's games ended in the i-th way; the last
// that is shown stands for all that are not.
func (b Balance) share(st Strength, order []string, i int) float64 {
	sum := 0
	for _, e := range st.Course.Endings {
		k := slices.Index(order, b.endingName(e))
		if k == i || i == mostParts-1 && k > i {
			sum += e.Games
		}
	}
	return float64(sum) / float64(max(1, st.Course.Games))
}

// lengthFigure shows how long games are, strength by strength.
func (b Balance) lengthFigure() Figure {
	of := Table{Name: "lengths", Columns: []Column{{Key: "agent", Title: "both sides"}, {Key: "plies", Title: "plies"}, {Key: "games", Title: "games"}}}
	low, high := math.Inf(1), 0.0
	for _, st := range b.Strengths {
		for _, n := range st.Course.Lengths {
			low, high = min(low, float64(n)), max(high, float64(n))
		}
	}
	var rows [][]chart.Chart
	for i, st := range b.Strengths {
		c := chart.Histogram{Frame: chart.Frame{
			Title: st.Agent, Note: fmt.Sprintf("%s by plies", Count(st.Course.Games, "game")),
			X: chart.Axis{From: low, To: high, Whole: true}, Y: chart.Axis{Whole: true}, Height: 150, Empty: "no games",
		}}
		for k, n := range st.Course.Lengths {
			c.Values = append(c.Values, float64(n))
			if k == 0 || n != st.Course.Lengths[k-1] {
				of.Rows = append(of.Rows, []any{st.Agent, n, 0})
			}
			last := of.Rows[len(of.Rows)-1]
			last[2] = last[2].(int) + 1
		}
		if st.Course.Games > 0 {
			c.Rules = []chart.Rule{{At: float64(st.Course.Quartiles[1]), Name: "median", Upright: true}}
		}
		if i%2 == 0 {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], c)
	}
	if n := len(b.Strengths); n > 1 && n%2 == 1 { // the last keeps to its column
		rows[len(rows)-1] = append(rows[len(rows)-1], chart.Notes{})
	}
	return Figure{
		Name: "lengths", Caption: "Lengths of the games.",
		Page: chart.Page{Title: b.Game + ": lengths", Rows: rows, Width: 720}, Of: of,
	}
}

// addTree shows the opening tree of the strongest, if the games began alike.
func (b Balance) addTree(s *Study) {
	st := b.last()
	if len(st.Tree) == 0 {
		return
	}
	var lines Lines
	of := Table{Name: "tree", Columns: []Column{
		{Key: "line", Title: "line"}, {Key: "games", Title: "games"},
		{Key: "first", Title: b.Roles[0] + ", %", Percent: true, Digits: 1},
	}}
	dots := chart.Dots{Frame: chart.Frame{
		Title: "Score of " + b.Roles[0] + " by opening", Note: "points a game, with 95 % intervals",
		X: chart.Axis{Percent: true, From: 0, To: 1}, Rules: []chart.Rule{{At: 0.5, Upright: true}},
	}}
	walk(st.Tree, func(br arena.Branch) {
		m := scoreOf(br.Score)
		line := strings.Join(br.Line, " ")
		of.Rows = append(of.Rows, []any{line, br.Score.Games(), m})
		depth := len(br.Line)
		move := strings.Repeat("   ", depth-1) + br.Line[depth-1]
		share := 40 * br.Score.Games() / max(1, st.Course.Games)
		lines = append(lines, fmt.Sprintf("%-14s %5d  %-20s  %s", move, br.Score.Games(), points(m), strings.Repeat("█", max(1, share))))
		if len(dots.Rows) < 40 {
			dots.Rows = append(dots.Rows, dot(line, m, chart.Hue(depth)))
		}
	})
	what := "moves"
	if n := st.Course.Diversity.Random; n > 0 {
		what = fmt.Sprintf("moves, the first %d drawn at random and balanced", n)
	}
	s.Add("Opening tree",
		Text(fmt.Sprintf("With %s: %s, how many games went there, and what %s scored.", st.Agent, what, b.Roles[0])),
		lines,
		of.figure("Opening tree: each move of the first player and the replies to it, one colour a ply.", b.Game+": openings with "+st.Agent, 640, dots))
}

// walk visits a tree from its root, each branch before what comes after it.
func walk(branches []arena.Branch, visit func(arena.Branch)) {
	for _, b := range branches {
		visit(b)
		walk(b.Next, visit)
	}
}
