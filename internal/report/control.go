package report

import (
	"fmt"

	"ludens/arena"
)

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
