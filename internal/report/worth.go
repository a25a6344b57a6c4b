package report

import (
	"fmt"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// addWorths shows what men are worth, if that was asked.
func (b Balance) addWorths(s *Study) {
	const section = "What the men are worth"
	table := worthTable()
	var last *Strength
	for i, st := range b.Strengths {
		if st.Worths == nil {
			continue
		}
		last = &b.Strengths[i]
		for _, k := range st.Worths.Kinds {
			table.Rows = append(table.Rows, []any{st.Agent, k.Kind, k.Games, k.Ratio, arena.Points(k.Odds)})
		}
	}
	if last == nil {
		return
	}
	s.Add(section, Text(b.worthWords(*last)), table, worthFigure(b.Game, *last, table))
}

func worthTable() Table {
	return Table{
		Name:    "worths",
		Caption: "Worth of one man more with 95 % intervals that know which positions are of one game: in men of the first kind, and in points that an even game turns by. Games: in which the players differed in it. Correlations in these games, not causes.",
		Columns: []Column{
			{Key: "agent", Title: "both sides"}, {Key: "kind", Title: "man"}, {Key: "games", Title: "games"},
			{Key: "ratio", Title: "in men of the first kind", Digits: 2},
			{Key: "points", Title: "points, %", Percent: true, Digits: 1},
		},
	}
}

// worthWords say what the regression rests on, and the edge that is left with
// equal men.
func (b Balance) worthWords(st Strength) string {
	w := st.Worths
	if w.Positions == 0 {
		return fmt.Sprintf("No game with %s has quiet positions and a result: nothing can be said about men.", st.Agent)
	}
	text := fmt.Sprintf("From %s quiet positions of %s with %s. With equal men %s, who moves first, stands at %s.",
		Grouped(w.Positions), Count(w.Games, "game"), st.Agent, b.Roles[env.First], signed(arena.Points(w.Edge)))
	if !w.Unit() && len(w.Kinds) > 0 {
		text += fmt.Sprintf(" That one %s more is worth anything is not beyond chance here, so that nothing can be stated in %ss: more games, or stronger players, are needed.", w.Kinds[0].Kind, w.Kinds[0].Kind)
	}
	return text
}

// worthAnswer gives the worths in one sentence: in the unit if that is known, else
// in points.
func worthAnswer(st Strength) string {
	var parts []string
	for i, k := range st.Worths.Kinds {
		switch p := arena.Points(k.Odds); {
		case k.Games == 0:
		case !st.Worths.Unit():
			parts = append(parts, fmt.Sprintf("one %s more %s", k.Kind, signed(p)))
		case i > 0:
			parts = append(parts, k.Kind+" "+Column{Digits: 1}.show(k.Ratio))
		}
	}
	switch {
	case len(parts) == 0:
		return "Nothing can be said about what men are worth: there are too few games."
	case st.Worths.Unit():
		return fmt.Sprintf("In %ss: %s, in the games with %s.", st.Worths.Kinds[0].Kind, listed(parts), st.Agent)
	}
	return fmt.Sprintf("What an even game turns by: %s, in the games with %s.", listed(parts), st.Agent)
}

// worthFigure shows the worths of one strength: in the unit if that is known,
// else in points.
func worthFigure(game string, st Strength, of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{Title: "Worth of a man", Note: "points of an even game, with 95 % intervals", X: chart.Axis{Percent: true}, Rules: []chart.Rule{{At: 0, Upright: true}}}}
	if st.Worths.Unit() {
		c.Note, c.X = fmt.Sprintf("in %ss, with 95 %% intervals", st.Worths.Kinds[0].Kind), chart.Axis{}
	}
	for _, k := range st.Worths.Kinds {
		m := k.Ratio
		if !st.Worths.Unit() {
			m = arena.Points(k.Odds)
		}
		if k.Games > 0 {
			c.Rows = append(c.Rows, dot(k.Kind, m, 0))
		}
	}
	return of.figure("What men are worth with "+st.Agent+".", game+": worth of the men", 560, c)
}

// Worths is a study of what the men were worth in games that are at hand.
func Worths(game string, roles [2]string, st Strength) *Study {
	b := Balance{Game: game, Roles: roles, Strengths: []Strength{st}}
	s := &Study{Title: fmt.Sprintf("What are the men of %s worth?", game), Answer: []string{worthAnswer(st)}}
	b.addWorths(s)
	return s
}
