package report

import (
	"fmt"
	"slices"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// Odds is a study of what pieces are worth that one side lacks at the start: to
// an agent's network, to its search and by its results.
type Odds struct {
	Game       string
	Agent      string
	Opponent   string // "": there is none
	Trials     []arena.Trial
	Regression *arena.Worths // by the material of quiet positions; nil: not asked for
	Games      string        // of the regression: "these games"
	Judges     *Judges
}

// Study says what was found.
func (o Odds) Study() (*Study, error) {
	w, err := arena.WorthAtOdds(o.Trials)
	if err != nil {
		return nil, err
	}
	s := &Study{Title: fmt.Sprintf("Does %s know what the pieces of %s are worth?", o.Agent, o.Game), Answer: o.answer(w)}
	table := o.table()
	s.Add("What it expects, and what comes of it", table, o.figure(table))
	if o.Opponent != "" {
		s.Add("Against "+o.Opponent, o.against())
	}
	s.Add("What the pieces are worth", o.worths(w))
	o.Judges.add(s)
	s.Add("How to read this", o.notes()...)
	return s, nil
}

func (o Odds) answer(w arena.Worths) []string {
	if o.games() == 0 {
		return []string{"No games have been played yet: nothing can be said."}
	}
	answer := []string{o.sights("With "+o.Agent+" on both sides", arena.Trial.Sees)}
	if o.networked() {
		answer = append(answer, o.sights("With its network alone, which does not search,", arena.Trial.NetworkSees))
	}
	return append(answer, worthAnswer(Strength{Agent: o.Agent, Worths: &w}), o.Judges.words(), strongest([]string{o.Agent}))
}

// networked reports whether the agent has a network that was asked.
func (o Odds) networked() bool { return len(o.Trials) > 0 && o.Trials[0].Network != nil }

func (o Odds) games() (n int) {
	for _, t := range o.Trials {
		n += t.Score().Games()
	}
	return n
}

// sightWords say what a value is found to be, before the odds of which it is so
// and in a row of the table.
var sightWords = map[arena.Sight][2]string{
	arena.Agrees:  {"value and result agree about", "agrees"},
	arena.Blind:   {"the value does not see", "does not see it"},
	arena.Under:   {"the value sees less than half of", "sees less than half of it"},
	arena.Over:    {"the value sees too much in", "sees too much in it"},
	arena.Unshown: {"the games do not show enough about", "the games do not show enough"},
}

// sights say in one sentence of which odds a value is found to be what.
func (o Odds) sights(who string, sees func(arena.Trial) arena.Sight) string {
	of := map[arena.Sight][]string{}
	for _, t := range o.Trials {
		of[sees(t)] = append(of[sees(t)], t.Odds.String())
	}
	var parts []string
	for _, sight := range []arena.Sight{arena.Agrees, arena.Blind, arena.Under, arena.Over, arena.Unshown} {
		if len(of[sight]) > 0 {
			parts = append(parts, sightWords[sight][0]+" "+listed(of[sight]))
		}
	}
	return fmt.Sprintf("%s %s.", who, strings.Join(parts, "; "))
}

// sight is the verdict on odds.
func sight(t arena.Trial) string {
	search := sightWords[t.Sees()][1]
	switch {
	case t.Sees() == arena.Unshown:
		return search
	case t.Network == nil || t.NetworkSees() == t.Sees():
		return "the value " + search
	}
	return fmt.Sprintf("the network %s, the search %s", sightWords[t.NetworkSees()][1], search)
}

// table is what was expected and what came of it.
func (o Odds) table() Table {
	t := Table{
		Name:    "odds",
		Caption: "All of the side that lacks the pieces, half of the time the one that moves first, and both sides " + o.Agent + ". Expected: its points at the start by the network alone (if it has one) and by the search, (1 + value) / 2; 50 % means that nothing seems to be missing. Score: its points, a draw or a game cut off being half a point. In brackets 95 % intervals.",
		Columns: []Column{
			{Key: "missing", Title: "missing"},
			{Key: "search", Title: "search expects, %", Percent: true, Digits: 1},
			{Key: "score", Title: "score, %", Percent: true, Digits: 1},
			{Key: "won", Title: "won"}, {Key: "drawn", Title: "drawn"}, {Key: "lost", Title: "lost"}, {Key: "cut_off", Title: "cut off"},
			{Key: "verdict", Title: "verdict"},
		},
	}
	if o.networked() {
		t.Columns = slices.Insert(t.Columns, 1, Column{Key: "network", Title: "network expects, %", Percent: true, Digits: 1})
	}
	for _, trial := range o.Trials {
		s := trial.Score()
		row := []any{trial.Odds.String(), trial.Search, scoreOf(s), s.Wins, s.Draws - s.Truncated, s.Losses, s.Truncated, sight(trial)}
		if o.networked() {
			row = slices.Insert(row, 1, any(*trial.Network))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// against is what comes of odds where another agent plays the other side.
func (o Odds) against() Table {
	t := Table{
		Name:    "against",
		Caption: "Score of " + o.Agent + " where it lacks the pieces and where " + o.Opponent + " does: the same start positions, from either side; of the drawn some may have been cut off.",
		Columns: []Column{
			{Key: "missing", Title: "missing"},
			{Key: "giving", Title: o.Agent + " lacks it, %", Percent: true, Digits: 1},
			{Key: "giving_won", Title: "won"}, {Key: "giving_drawn", Title: "drawn"}, {Key: "giving_lost", Title: "lost"},
			{Key: "taking", Title: o.Opponent + " lacks it, %", Percent: true, Digits: 1},
			{Key: "taking_won", Title: "won"}, {Key: "taking_drawn", Title: "drawn"}, {Key: "taking_lost", Title: "lost"},
		},
	}
	for _, trial := range o.Trials {
		row := []any{trial.Odds.String()}
		for _, s := range trial.Against {
			row = append(row, scoreOf(s), s.Wins, s.Draws, s.Losses)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// worths are what pieces are worth in the unit, in three ways.
func (o Odds) worths(w arena.Worths) Table {
	unit := "the first kind"
	if len(w.Kinds) > 0 {
		unit = w.Kinds[0].Kind + "s"
	}
	t := Table{
		Name:    "worths",
		Caption: "In " + unit + ": by the results above (one logistic scale for all odds), and what the game's own score counts. Elo: by how much one piece less weakens the agent against itself.",
		Columns: []Column{
			{Key: "kind", Title: "piece"}, {Key: "games", Title: "games"},
			{Key: "elo", Title: "Elo"}, {Key: "ratio", Title: "by results", Digits: 2}, {Key: "table", Title: "table", Digits: 2},
		},
	}
	if o.Regression != nil {
		t.Caption += " Regression: one piece more in quiet positions of " + o.Games + "; a correlation."
		t.Columns = append(t.Columns, Column{Key: "regression", Title: "regression", Digits: 2})
	}
	for _, k := range w.Kinds {
		row := []any{k.Kind, k.Games, arena.Elo(k.Odds), k.Ratio, o.counted(k.Kind)}
		if o.Regression != nil {
			row = append(row, o.regressed(k.Kind))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// counted returns what the game's own score counts for one piece.
func (o Odds) counted(kind string) float64 {
	for _, t := range o.Trials {
		if t.Odds.Kind == kind {
			return t.Odds.Value / float64(t.Odds.Count)
		}
	}
	return 0
}

// regressed returns what the regression says of a kind.
func (o Odds) regressed(kind string) arena.Measure {
	for _, k := range o.Regression.Kinds {
		if k.Kind == kind {
			return k.Ratio
		}
	}
	return untold
}

// figure shows what is expected beside what comes of it.
func (o Odds) figure(of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{
		Title: "Points of the side that lacks the pieces", Note: "blue: score; orange: expected by the search; green: by the network alone; 95 % intervals",
		X: chart.Axis{Percent: true}, Rules: []chart.Rule{{At: 0.5, Name: "nothing missing", Upright: true}},
	}}
	for _, t := range o.Trials {
		dots := []arena.Measure{scoreOf(t.Score()), t.Search}
		if t.Network != nil {
			dots = append(dots, *t.Network)
		}
		for i, m := range dots {
			c.Rows = append(c.Rows, dot(t.Odds.String()+[]string{"", ", search", ", network"}[i], m, chart.Hue(i+1)))
		}
	}
	return of.figure("What "+o.Agent+" expects, and what comes of it.", o.Game+": odds", 760, c)
}

// notes say what the numbers rest on.
func (o Odds) notes() []Part {
	return []Part{
		Text("Each start position is played with the pieces missing on either side, so that the first move cancels; the start positions are the same for all odds. There is no random opening."),
		Text("Verdict: how much of the loss of points is expected. Less than a quarter: not seen; from half to twice as much, or so near that it may be chance: agrees. An agent without a network has a value that was never fitted to results: what it expects has a sign and an order, and no scale."),
		Text("By results: what an agent makes of a piece in its own hands, against itself. One that does not know a piece does not get its worth out of it. ≥: who lacked it never made half a point, so that only a least worth is known. Unknown: that the unit itself is worth anything is not beyond chance in these games."),
	}
}

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
