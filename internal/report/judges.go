package report

import (
	"fmt"
	"math"

	"ludens/arena"
)

// Judges is how strong the players of a study are: what they say of the rules counts if
// they can play (E62 of docs/method.md). Nil, and without Exams: they were not examined.
type Judges struct {
	Game  string // in which they were examined
	Roles [2]string
	Exams []Exam
}

// Exam is a judge against one opponent, or why there was no need.
type Exam struct {
	Judge  string
	Bar    arena.Bar
	Scores [2]arena.Score // of the judge as First and as Second
	Proven bool           // it searches to the end of the game: nothing was played
	Itself bool           // the judge is the opponent: its score is one half
}

// Score returns that of the judge in both roles together.
func (e Exam) Score() arena.Score { return e.Scores[0].Plus(e.Scores[1]) }

// score returns it with its interval.
func (e Exam) score() arena.Measure {
	switch {
	case e.Itself:
		return arena.Measure{Value: 0.5, Low: 0.5, High: 0.5}
	case e.Score().Games() == 0:
		return untold
	}
	return scoreOf(e.Score())
}

func (e Exam) passed() bool {
	if e.Itself {
		return e.Bar.Least <= 0.5
	}
	return e.Proven || e.Bar.Passed(e.Score())
}

// failing says how a judge misses a bar: "these players (mcts:5) lose to greedy (22.5 % of
// 40 games)".
func (e Exam) failing() string {
	score, who := e.score(), fmt.Sprintf("these players (%s)", e.Judge)
	switch {
	case e.Itself:
		return fmt.Sprintf("%s are %s itself, against which a judge must score %.0f %%", who, e.Bar.Opponent, 100*e.Bar.Least)
	case e.Score().Games() == 0:
		return fmt.Sprintf("%s have not played %s yet", who, e.Bar.Opponent)
	case score.Value < 0.5 && score.High < 0.5:
		return fmt.Sprintf("%s lose to %s (%.1f %% of %s)", who, e.Bar.Opponent, 100*score.Value, Count(e.Score().Games(), "game"))
	}
	return fmt.Sprintf("%s score %.1f %% in %s against %s, where a judge must score %.0f %%", who, 100*score.Value, Count(e.Score().Games(), "game"), e.Bar.Opponent, 100*e.Bar.Least)
}

// failed returns the first bar that is missed; nil if none is.
func (j *Judges) failed() *Exam {
	if j != nil {
		for i := range j.Exams {
			if !j.Exams[i].passed() {
				return &j.Exams[i]
			}
		}
	}
	return nil
}

// Unknown says why the players cannot judge: "not known: these players lose to greedy"; ""
// if they can, or were not examined.
func (j *Judges) Unknown() string {
	if e := j.failed(); e != nil {
		return "not known: " + e.failing()
	}
	return ""
}

// verdict is what games decide about a score of First, if the players can judge.
func (j *Judges) verdict(f arena.Fairness, roles [2]string) string {
	if text := j.Unknown(); text != "" && f.Games > 0 {
		return text
	}
	return verdict(f, roles)
}

// words are the sentence of an answer about who judges.
func (j *Judges) words() string {
	switch e := j.failed(); {
	case j == nil || len(j.Exams) == 0:
		return "The players were not examined: whether they play well enough to judge is not known."
	case e != nil:
		return fmt.Sprintf("The numbers are of players who cannot judge %s: %s.", j.Game, e.failing())
	}
	var parts []string
	named := ""
	for _, e := range j.Exams {
		switch {
		case e.Proven:
			parts = append(parts, e.Judge+" searches to the end of the game")
		case e.Itself:
		case e.Judge == named:
			parts = append(parts, fmt.Sprintf("%.0f %% against %s", 100*e.score().Value, e.Bar.Opponent))
		default:
			parts = append(parts, fmt.Sprintf("%s scores %.0f %% against %s", e.Judge, 100*e.score().Value, e.Bar.Opponent))
			named = e.Judge
		}
	}
	return fmt.Sprintf("The players can judge %s: %s.%s", j.Game, listed(parts), j.doubt())
}

// doubt names the role in which a judge is weak, if it is in one; "" if not.
func (j *Judges) doubt() string {
	for _, e := range j.Exams {
		for p, s := range e.Scores {
			if e.Bar.Weak(s) {
				return fmt.Sprintf(" But as %s %s scores %.0f %% against %s: where %s seems to be favoured that may be a weakness of these players.",
					j.Roles[p], e.Judge, 100*s.Mean(), e.Bar.Opponent, j.Roles[1-p])
			}
		}
	}
	return ""
}

// add adds the examination to a study.
func (j *Judges) add(s *Study) {
	if j == nil || len(j.Exams) == 0 {
		return
	}
	s.Add("Can the players play?",
		Text("Rules are judged by players who can play. Each judge, the strongest budget of each kind of agent, plays these opponents from openings of two balanced plies, each with exchanged roles, until its score is clear of the bar. Below a bar the study says who is favoured among these players, not by these rules: that is not known."),
		j.table())
}

func (j *Judges) table() Table {
	t := Table{
		Name: "judges", Caption: "Scores of the judges in " + j.Game + ", both roles together, with 95 % intervals; bar: the least score of a judge.",
		Columns: []Column{
			{Key: "judge", Title: "judge"}, {Key: "opponent", Title: "against"}, {Key: "games", Title: "games"},
			{Key: "score", Title: "score, %", Percent: true, Digits: 1},
			{Key: "first", Title: "as " + j.Roles[0] + ", %", Percent: true, Digits: 0}, {Key: "second", Title: "as " + j.Roles[1] + ", %", Percent: true, Digits: 0}, {Key: "bar", Title: "bar"}, {Key: "result", Title: "result"},
		},
	}
	for _, e := range j.Exams {
		bar, result := "none", "shown"
		if e.Bar.Least > 0 {
			bar, result = fmt.Sprintf("%.0f %%", 100*e.Bar.Least), map[bool]string{true: "passed", false: "failed"}[e.passed()]
		}
		opponent := e.Bar.Opponent
		if e.Proven {
			opponent, bar, result = "any", "none", "searches to the end of the game"
		}
		t.Rows = append(t.Rows, []any{e.Judge, opponent, e.Score().Games(), e.score(), meanOf(e.Scores[0]), meanOf(e.Scores[1]), bar, result})
	}
	return t
}

// meanOf returns the mean of a score; NaN without games.
func meanOf(s arena.Score) float64 {
	if s.Games() == 0 {
		return math.NaN()
	}
	return s.Mean()
}

// Control is the answer to a doubt: was the agent too weak, or too odd, to judge? Another
// one, such as a specialist of that setting, has played it against itself.
type Control struct {
	Agent   string // the strongest of the study
	Control string
	Roles   [2]string
	Scores  [2]arena.Score // of First in new games: by the agent, by the control
	Refused string         // why the control did not play the chosen setting; "": it did
	Judges  *Judges        // the examination of the control
}

// words say whether the verdict stands.
func (c Control) words() string {
	if c.Refused != "" {
		return fmt.Sprintf("There is no control of the chosen setting: %s. The same command with a --control that plays it goes on with these games.", c.Refused)
	}
	change, _ := arena.Change(c.Scores[0], c.Scores[1])
	text := fmt.Sprintf("The control, %s (%s), gives %s in the same setting %s, %s beside %s: ",
		c.Control, players(c.Control), c.Roles[0], points(scoreOf(c.Scores[1])), signed(change), c.Agent)
	return text + c.verdict() + "."
}

// verdict says whether the control agrees about who is favoured, and by how much.
func (c Control) verdict() string {
	if unable := c.Judges.failed(); unable != nil {
		return "that says nothing of the rules, because " + unable.failing()
	}
	change, p := arena.Change(c.Scores[0], c.Scores[1])
	fs := arena.Judge(c.Scores[:])
	agent, sure := favoured(fs[0])
	other, surely := favoured(fs[1])
	moved := fmt.Sprintf("by %.1f to %.1f points", 100*max(0, -change.High, change.Low), 100*max(-change.Low, change.High))
	switch {
	case c.Scores[0].Games() == 0 || c.Scores[1].Games() == 0:
		return "no games yet"
	case sure && surely && agent != other:
		return fmt.Sprintf("the verdict is turned over, from %s to %s", c.Roles[agent], c.Roles[other])
	case p < 0.05 && sure && !surely:
		return fmt.Sprintf("the verdict changes: %s is not shown to be favoured, the score moves %s", c.Roles[agent], moved)
	case p < 0.05 && !sure && surely:
		return fmt.Sprintf("the verdict changes: %s is favoured, the score moves %s", c.Roles[other], moved)
	case p < 0.05:
		return "who is favoured does not change, but the score moves " + moved
	}
	text, most := "the verdict stands", 100*max(-change.Low, change.High)
	if sure != surely {
		text = "the scores do not differ beyond chance, though only one of them shows by itself that either side is favoured"
	}
	return fmt.Sprintf("%s; a change of more than %.1f points is ruled out", text, most)
}

// table shows both scores and what lies between them.
func (c Control) table() Table {
	t := Table{
		Name: "control", Caption: "The chosen setting, played afresh by the agent and by the control, each against itself from the same openings, with 95 % intervals.",
		Columns: []Column{
			{Key: "agent", Title: "both sides"}, {Key: "games", Title: "games"},
			{Key: "score", Title: c.Roles[0] + " (first), %", Percent: true, Digits: 1},
			{Key: "change", Title: "change, points", Percent: true, Digits: 1},
			{Key: "verdict", Title: "verdict"},
		},
	}
	change, _ := arena.Change(c.Scores[0], c.Scores[1])
	fs := arena.Judge(c.Scores[:])
	t.Rows = append(t.Rows,
		[]any{c.Agent, fs[0].Games, fs[0].Score, arena.Measure{}, verdict(fs[0], c.Roles)},
		[]any{c.Control, fs[1].Games, fs[1].Score, change, c.Judges.verdict(fs[1], c.Roles)})
	return t
}

// add adds the control to a study.
func (c *Control) add(s *Study) {
	if c != nil && c.Refused == "" {
		s.Add("A control for weakness",
			Text("A verdict may be a weakness of the players. Here another agent plays the chosen setting against itself. The interval of the change is that of two independent scores; common openings make it rather too wide."),
			c.table())
		if c.Judges != nil {
			t := c.Judges.table()
			t.Name = "control_judges"
			s.Add("A control for weakness", Text("The control is examined as the judges are."), t)
		}
	}
}
