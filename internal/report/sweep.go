package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// Sweep is a study of what rule options do to the balance.
type Sweep struct {
	Game     string
	Role     string // whose score is reported
	Other    string // the other one
	Openings string
	Design   arena.Design
	Agent    int           // which factor is the agent
	Cells    []SweepCell   // those of Design
	Best     []int         // which of Cells came nearest to fair
	Fresh    []arena.Score // of Role, in games that had no part in choosing them
	Control  *Control      // of the best cells' setting; nil: none
	Judges   *Judges
}

// levels names those of one of Cells.
func (w Sweep) levels(cell int) []string { return w.Design.Names(w.Design.Cells[cell]) }

// SweepCell is one choice of a level for every factor.
type SweepCell struct {
	Game  string    // its name, options and all
	Roles [2]string // who moves first depends on the rules
	Score arena.Score
}

// Study says what was found.
func (w Sweep) Study() *Study {
	s := &Study{Title: fmt.Sprintf("Which rules make %s fair%s?", w.Game, from(w.Openings)), Answer: w.answer()}
	effects := w.Design.Effects(w.scores(w.Role))
	table := w.effectTable("effects", effects)
	s.Add("What the rules do",
		Text(fmt.Sprintf("By how much the log-odds of the score of %s change where a rule is not as it is in the first column of the cells below, averaged over all settings of the other rules and all agents.", w.Role)),
		table, w.effectFigure(table, effects))
	if mixed := w.mixedTable(effects); len(mixed.Rows) > 0 {
		s.Add("What cannot be separated",
			Text("Not all settings were played. An effect has in it the part of each interaction that stands beside it: 1 is as much as an effect of its own would have. More settings separate more of them."),
			mixed)
	}
	if w.moves() {
		s.Add("What moving first does",
			Text("The same for who moves first, whichever side that is."),
			w.effectTable("effects-first", w.Design.Effects(w.firsts())))
	}
	cells := w.cellTable()
	s.Add("All settings", cells, w.cellFigure(cells))
	if len(w.Best) > 0 {
		s.Add("The fairest setting, played afresh",
			Text("Of many settings the one that looks fairest looks fairer than it is. These are new games of it that had no part in choosing it."),
			w.freshTable())
	}
	w.Judges.add(s)
	w.Control.add(s)
	if w.Design.Part() {
		s.Add("How to read this", Text(w.partWords()))
	}
	s.Add("How to read this",
		Text("Model: log-odds of a setting's score = mean + an effect of each rule + interactions of two + the rest, with the noise of the setting's own games. Log-odds are ln(score / (1 − score)): two rules that each halve a side's chances add up on that scale, also near 0 %, where points cannot. An effect is averaged over all combinations of the other rules. The fairest setting is that of the strongest budget of each agent. p (Holm) is the probability of such an effect by chance with all effects of this sweep in mind."),
		Text(beginning(w.Openings)))
	return s
}

// scores returns those of a role.
func (w Sweep) scores(role string) (scores []arena.Score) {
	for _, c := range w.Cells {
		scores = append(scores, arena.ScoreOf(c.Score, c.Roles, role))
	}
	return scores
}

func (w Sweep) firsts() (scores []arena.Score) {
	for _, c := range w.Cells {
		scores = append(scores, c.Score)
	}
	return scores
}

// moves reports whether the role that moves first differs from cell to cell.
func (w Sweep) moves() bool {
	return slices.ContainsFunc(w.Cells, func(c SweepCell) bool { return c.Roles != w.Cells[0].Roles })
}

func (w Sweep) answer() []string {
	effects := w.Design.Effects(w.scores(w.Role))
	var mains, joint []string
	missed, games := 0.0, 0
	for _, e := range effects {
		switch {
		case w.ofAgent(e):
		case e.Clear() && len(e.Terms) == 1:
			mains = append(mains, w.effectWords(e))
		case e.Clear():
			joint = append(joint, w.effectWords(e))
		case len(e.Terms) == 1:
			missed = max(missed, -e.Points().Low, e.Points().High)
		}
	}
	for _, c := range w.Cells {
		games += c.Score.Games()
	}
	var answer []string
	if text := w.Judges.Unknown(); text != "" {
		answer = append(answer, fmt.Sprintf("Which rules make %s fair is %s.", w.Game, text))
	}
	said := fmt.Sprintf("In %s, over %s, no rule that was tried changes the score of %s beyond chance.", w.Game, Count(games, "game"), w.Role)
	if len(mains) > 0 {
		said = fmt.Sprintf("In %s the score of %s changes with these rules, in log-odds and in points from a level game: %s.", w.Game, w.Role, strings.Join(mains, "; "))
	}
	answer = append(answer, said)
	if len(joint) > 0 {
		answer = append(answer, fmt.Sprintf("They depend on one another: %s.", strings.Join(joint, "; ")))
	}
	if missed > 0 && missed < 0.5 {
		answer = append(answer, fmt.Sprintf("Effects of single rules of up to %.1f points from a level game could have been missed.", 100*missed))
	}
	if len(w.Best) > 0 {
		answer = append(answer, w.bestWords())
	}
	if w.Control != nil {
		answer = append(answer, w.Control.words())
	}
	if w.Design.Part() {
		answer = append(answer, w.partAnswer(effects))
	}
	return append(answer, w.Judges.words(), strongest(w.agents()))
}

// ofAgent reports whether an effect has to do with who plays.
func (w Sweep) ofAgent(e arena.Effect) bool {
	return slices.ContainsFunc(e.Terms, func(t arena.Term) bool { return t.Factor == w.Agent })
}

func (w Sweep) agents() []string { return w.Design.Grid[w.Agent].Levels }

// bestWords say what fresh games make of the fairest setting.
func (w Sweep) bestWords() string {
	text := fmt.Sprintf("The setting that came nearest to fair is %s; in new games of it the score of %s is ", w.setting(w.Best[0]), w.Role)
	fs := arena.Judge(w.Fresh)
	var parts []string
	for i, f := range fs {
		parts = append(parts, fmt.Sprintf("%s with %s (%s)", points(f.Score), w.levels(w.Best[i])[w.Agent], w.Judges.verdict(f, [2]string{w.Role, w.Other})))
	}
	return text + listed(parts) + "."
}

// setting names the rules of a cell.
func (w Sweep) setting(cell int) string {
	var parts []string
	for i, level := range w.levels(cell) {
		if i != w.Agent {
			parts = append(parts, w.Design.Grid[i].Name+"="+level)
		}
	}
	return strings.Join(parts, ", ")
}

// termName says which change an effect is: "first: king → attackers".
func (w Sweep) termName(e arena.Effect) string {
	var parts []string
	for _, t := range e.Terms {
		f := w.Design.Grid[t.Factor]
		parts = append(parts, fmt.Sprintf("%s: %s → %s", f.Name, f.Levels[0], f.Levels[t.Level]))
	}
	return strings.Join(parts, " × ")
}

// effectWords say what an effect is: "size: 7 → 9, −0.62 [...] (−15.0 points [...])".
func (w Sweep) effectWords(e arena.Effect) string {
	c := Column{Digits: 2}
	return fmt.Sprintf("%s, %s (%s)", w.termName(e), c.show(e.Change), signed(e.Points()))
}

func (w Sweep) effectTable(name string, effects []arena.Effect) Table {
	t := Table{
		Name: name, Caption: "Changes of a score's log-odds with 95 % intervals, and what each does to a score of 50 %, in points of a hundred; × is by how much one change does more where the other holds, too.",
		Columns: []Column{
			{Key: "change", Title: "change of"}, {Key: "effect", Title: "log-odds", Digits: 2}, {Key: "points", Title: "points at 50 %", Percent: true, Digits: 1},
			{Key: "p", Title: "p"}, {Key: "p_holm", Title: "p (Holm)"}, {Key: "beyond_chance", Title: "beyond chance"},
		},
	}
	for _, e := range effects {
		t.Rows = append(t.Rows, []any{w.termName(e), e.Change, pointsOf(e), Chance(e.P), Chance(e.Holm), map[bool]string{true: "yes", false: "no"}[e.Clear()]})
	}
	return t
}

// pointsOf returns what an effect does to a score of one half, as far as it is known.
func pointsOf(e arena.Effect) arena.Measure {
	if math.IsInf(e.Change.Low, 0) {
		return untold
	}
	return e.Points()
}

func (w Sweep) effectFigure(of Table, effects []arena.Effect) Figure {
	c := chart.Dots{Frame: chart.Frame{
		Title: "Effects on the score of " + w.Role, Note: "log-odds with 95 % intervals; grey: may be chance, with all of them in mind",
		X: chart.Axis{}, Rules: []chart.Rule{{At: 0, Upright: true}},
	}}
	for _, e := range effects {
		hue := chart.Grey
		if e.Clear() {
			hue = 1
		}
		if !math.IsInf(e.Change.Low, 0) {
			c.Rows = append(c.Rows, dot(w.termName(e), e.Change, hue))
		}
	}
	return of.figure("Effects of the rules, pooled.", w.Game+": effects of rules", 760, c)
}

func (w Sweep) cellTable() Table {
	t := Table{Name: "cells", Caption: "Score of " + w.Role + " with 95 % interval in each setting; a game cut off counts half a point.", Columns: w.factorColumns()}
	t.Columns = append(t.Columns, Column{Key: "games", Title: "games"},
		Column{Key: "score", Title: w.Role + ", %", Percent: true, Digits: 1},
		Column{Key: "decisive", Title: "decided, %", Percent: true, Digits: 1},
		Column{Key: "cut_off", Title: "cut off"}, Column{Key: "first", Title: "moves first"})
	for i, s := range w.scores(w.Role) {
		row := w.levelCells(i)
		t.Rows = append(t.Rows, append(row, s.Games(), scoreOf(s), arena.Share(s.Wins+s.Losses, s.Games()), s.Truncated, w.Cells[i].Roles[env.First]))
	}
	return t
}

func (w Sweep) factorColumns() (columns []Column) {
	for _, f := range w.Design.Grid {
		columns = append(columns, Column{Key: f.Name, Title: f.Name})
	}
	return columns
}

func (w Sweep) levelCells(cell int) (row []any) {
	for _, level := range w.levels(cell) {
		row = append(row, level)
	}
	return row
}

// scoreOf returns the mean of a score with its interval.
func scoreOf(s arena.Score) arena.Measure {
	low, high := s.Interval()
	return arena.Measure{Value: s.Mean(), Low: low, High: high}
}

func (w Sweep) cellFigure(of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{
		Title: "Score of " + w.Role + " in each setting", Note: "points a game, with 95 % intervals",
		X: chart.Axis{Percent: true}, Rules: []chart.Rule{{At: 0.5, Name: "fair", Upright: true}},
	}}
	for i, s := range w.scores(w.Role) {
		if s.Games() > 0 {
			agent := w.Design.Levels(w.Design.Cells[i])[w.Agent]
			c.Rows = append(c.Rows, dot(strings.Join(w.levels(i), ", "), scoreOf(s), chart.Hue(1+agent)))
		}
	}
	return of.figure("All settings; one colour an agent.", w.Game+": settings", 760, c)
}

func (w Sweep) freshTable() Table {
	t := Table{Name: "fresh", Caption: "New games of the chosen setting.", Columns: w.factorColumns()}
	t.Columns = append(t.Columns, Column{Key: "games", Title: "games"},
		Column{Key: "score", Title: w.Role + ", %", Percent: true, Digits: 1},
		Column{Key: "chosen_by", Title: "when it was chosen, %", Percent: true, Digits: 1},
		Column{Key: "verdict", Title: "verdict"})
	scores := w.scores(w.Role)
	for i, f := range arena.Judge(w.Fresh) {
		row := w.levelCells(w.Best[i])
		t.Rows = append(t.Rows, append(row, f.Games, f.Score, scores[w.Best[i]].Mean(), w.Judges.verdict(f, [2]string{w.Role, w.Other})))
	}
	return t
}
