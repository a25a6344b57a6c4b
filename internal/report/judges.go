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
