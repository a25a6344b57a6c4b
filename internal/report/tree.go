package report

import (
	"fmt"
	"strings"

	"ludens/arena"
	"ludens/internal/chart"
)

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
		low, high := br.Score.Interval()
		m := arena.Measure{Value: br.Score.Mean(), Low: low, High: high}
		line := strings.Join(br.Line, " ")
		of.Rows = append(of.Rows, []any{line, br.Score.Games(), m})
		depth := len(br.Line)
		move := strings.Repeat("   ", depth-1) + br.Line[depth-1]
		share := 40 * br.Score.Games() / max(1, st.Course.Games)
		lines = append(lines, fmt.Sprintf("%-14s %5d  %-20s  %s", move, br.Score.Games(), points(m), strings.Repeat("█", max(1, share))))
		if len(dots.Rows) < 40 {
			dots.Rows = append(dots.Rows, chart.Dot{Name: line, Value: m.Value, Low: low, High: high, Hue: chart.Hue(depth)})
		}
	})
	what := "moves"
	if n := st.Course.Diversity.Random; n > 0 {
		what = fmt.Sprintf("moves, the first %d drawn at random and balanced", n)
	}
	s.Add("Opening tree",
		Text(fmt.Sprintf("With %s: %s, how many games went there, and what %s scored.", st.Agent, what, b.Roles[0])),
		lines,
		Figure{Name: "tree", Caption: "Opening tree: each move of the first player and the replies to it, one colour a ply.",
			Page: chart.Page{Title: b.Game + ": openings with " + st.Agent, Rows: [][]chart.Chart{{dots}}, Width: 640}, Of: of})
}

// walk visits a tree from its root, each branch before what comes after it.
func walk(branches []arena.Branch, visit func(arena.Branch)) {
	for _, b := range branches {
		visit(b)
		walk(b.Next, visit)
	}
}
