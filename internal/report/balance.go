package report

import (
	"fmt"
	"strings"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/stat"
)

// Balance is a study of one game at several strengths, the weakest first.
type Balance struct {
	Game      string
	Roles     [2]string
	Openings  string // how games begin: "4 random plies"
	Early     bool   // some strengths were not played on, since their answer was decided (E58)
	Strengths []Strength
	Judges    *Judges
}

// Strength is an agent that played both sides.
type Strength struct {
	Agent  string
	Budget float64 // simulations, playouts or depth; 0: none
	Course arena.Course
	Tree   []arena.Branch
	Worths *arena.Worths // nil: not asked for
}

// Study says what was found.
func (b Balance) Study() *Study {
	s := &Study{Title: fmt.Sprintf("How fair is %s%s?", b.Game, from(b.Openings)), Answer: b.answer()}
	s.Add("Who is favoured", b.scores(), b.scoreFigure())
	if c, ok := b.curve(); ok {
		s.Add("How that changes with strength", c.table(), c.fit())
	}
	b.Judges.add(s)
	s.Add("How the games went", b.courses(), b.endingFigure(), b.endings(), b.lengthFigure(), b.varieties())
	b.addTree(s)
	b.addWorths(s)
	s.Add("How to read this", b.notes()...)
	return s
}

func (b Balance) names() (names []string) {
	for _, st := range b.Strengths {
		names = append(names, st.Agent)
	}
	return names
}

// budgets returns the strengths as numbers, nil unless they are budgets of one agent
// that differ.
func (b Balance) budgets() (budgets []float64) {
	for i, st := range b.Strengths {
		if st.Budget <= 0 || i > 0 && (st.Budget <= budgets[i-1] || family(st.Agent) != family(b.Strengths[0].Agent)) {
			return nil
		}
		budgets = append(budgets, st.Budget)
	}
	if len(budgets) < 2 {
		return nil
	}
	return budgets
}

// family is agent.Spec.Family of a text.
func family(text string) string {
	spec, err := agent.FromArg(text)
	if err != nil {
		return ""
	}
	return spec.Family()
}

func (b Balance) verdicts() []arena.Fairness { return arena.Judge(b.firsts()) }

func (b Balance) firsts() (scores []arena.Score) {
	for _, st := range b.Strengths {
		scores = append(scores, st.Course.Score)
	}
	return scores
}

func (b Balance) last() Strength { return b.Strengths[len(b.Strengths)-1] }

// answer is what a player wants to know.
func (b Balance) answer() []string {
	c := b.last().Course
	if c.Games == 0 {
		return []string{fmt.Sprintf("No games of %s have been played at full strength yet: nothing can be said.", b.Game)}
	}
	if c.Games > 1 && c.Different == 1 {
		return []string{fmt.Sprintf("All %s of %s with %s are one and the same: they show one line of play and no chances. Random opening moves (--opening) or an agent that varies would.", Count(c.Games, "game"), b.Game, b.last().Agent)}
	}
	f := b.verdicts()[len(b.Strengths)-1]
	answer := []string{favours(b.Game+from(b.Openings), b.Roles, b.names(), b.verdicts())}
	if text := b.Judges.Unknown(); text != "" {
		answer[0] = fmt.Sprintf("Who is favoured in %s is %s. %s", b.Game+from(b.Openings), text, strongestScore(b.Roles, b.names(), b.verdicts()))
	}
	if c, ok := b.curve(); ok {
		answer = append(answer, c.words()...)
	}
	answer = append(answer, b.course(c, f))
	if b.last().Worths != nil {
		answer = append(answer, worthAnswer(b.last()))
	}
	return append(answer, b.Judges.words(), strongest(b.names()))
}

// course says how games of the strongest go, and what is not settled.
func (b Balance) course(c arena.Course, f arena.Fairness) string {
	text := fmt.Sprintf("With %s, %.0f %% of the games are decided; they take %.0f plies and most often (%.0f %%) end so: %s",
		b.last().Agent, 100*c.Decisive.Value, c.Plies.Value, 100*float64(c.Endings[0].Games)/float64(c.Games), b.endingName(c.Endings[0]))
	if n := c.Score.Truncated; n > 0 {
		text += fmt.Sprintf("; %.0f %% were cut off at the length limit and count half a point", 100*float64(n)/float64(c.Games))
	}
	if n := f.More(settled); n > 0 {
		text += fmt.Sprintf("; to know the score within 1 point takes %s more games", Round(n))
	}
	return text + "."
}

// endingName says how a game ended and for whom.
func (b Balance) endingName(e arena.Ending) string {
	switch e.Result {
	case env.FirstWins:
		return fmt.Sprintf("%s (for %s)", e.Words, b.Roles[env.First])
	case env.SecondWins:
		return fmt.Sprintf("%s (for %s)", e.Words, b.Roles[env.Second])
	case env.Drawn:
		if !strings.HasPrefix(e.Words, "drawn") {
			return e.Words + " (drawn)"
		}
	}
	return e.Words
}

// scores is the main table.
func (b Balance) scores() Table {
	t := Table{
		Name:    "balance",
		Caption: "Score: points a game, a draw or a game cut off being half a point. In brackets the 95 % interval. p: probability of a score so far from 50 % in a fair game; the verdict allows for the number of strengths tried (Holm).",
		Columns: []Column{
			{Key: "agent", Title: "both sides"}, {Key: "games", Title: "games"},
			{Key: "first", Title: b.Roles[0] + " (first), %", Percent: true, Digits: 1},
			{Key: "second", Title: b.Roles[1] + ", %", Percent: true, Digits: 1},
			{Key: "first_wins", Title: "won by " + b.Roles[0]}, {Key: "drawn", Title: "drawn"},
			{Key: "second_wins", Title: "won by " + b.Roles[1]}, {Key: "cut_off", Title: "cut off"},
			{Key: "p", Title: "p"}, {Key: "verdict", Title: "verdict"},
		},
	}
	for i, f := range b.verdicts() {
		c := b.Strengths[i].Course
		t.Rows = append(t.Rows, []any{
			b.Strengths[i].Agent, c.Games, f.Score, mirrored(f.Score),
			c.Score.Wins, c.Score.Draws - c.Score.Truncated, c.Score.Losses, c.Score.Truncated, Chance(f.P), b.Judges.verdict(f, b.Roles),
		})
	}
	return t
}

// courses is how the games went.
func (b Balance) courses() Table {
	t := Table{
		Name:    "course",
		Caption: "Means with 95 % intervals. Branching: legal moves where an agent chose.",
		Columns: []Column{
			{Key: "agent", Title: "both sides"},
			{Key: "decisive", Title: "decided, %", Percent: true, Digits: 1},
			{Key: "plies", Title: "plies", Digits: 1},
			{Key: "quarter", Title: "a quarter below"}, {Key: "median", Title: "median"}, {Key: "three_quarters", Title: "a quarter above"},
			{Key: "branching", Title: "branching", Digits: 1},
		},
	}
	for _, st := range b.Strengths {
		c := st.Course
		t.Rows = append(t.Rows, []any{st.Agent, c.Decisive, c.Plies, c.Quartiles[0], c.Quartiles[1], c.Quartiles[2], c.Branching})
	}
	return t
}

// varieties is how different the games are, and how often fortune turned.
func (b Balance) varieties() Table {
	t := Table{
		Name:    "variety",
		Caption: "Beginnings: the number of equally likely first four plies, the openings' included, that would vary as much. Lead: expected to score 5/8 or more, by the agents' own judgement. Came back: share of the won games whose winner had been expected to score 1/4 or less.",
		Columns: []Column{
			{Key: "agent", Title: "both sides"},
			{Key: "games", Title: "games"}, {Key: "different", Title: "different games"},
			{Key: "beginnings", Title: "beginnings"},
			{Key: "lead_changes", Title: "lead changes a game", Digits: 2},
			{Key: "comebacks", Title: "came back, %", Percent: true, Digits: 1},
		},
	}
	for _, st := range b.Strengths {
		c := st.Course
		changes, back := c.Drama.Changes, c.Drama.Comebacks
		if !c.Drama.Told {
			changes, back = untold, untold
		}
		t.Rows = append(t.Rows, []any{st.Agent, c.Games, c.Different, c.Diversity.Like(), changes, back})
	}
	return t
}

// endings is how games end, by strength.
func (b Balance) endings() Table {
	t := Table{
		Name: "endings", Caption: "How games ended.",
		Columns: []Column{
			{Key: "agent", Title: "both sides"}, {Key: "ending", Title: "ending"},
			{Key: "games", Title: "games"}, {Key: "share", Title: "share, %", Percent: true, Digits: 1},
		},
	}
	for _, st := range b.Strengths {
		for _, e := range st.Course.Endings {
			t.Rows = append(t.Rows, []any{st.Agent, b.endingName(e), e.Games, arena.Share(e.Games, st.Course.Games)})
		}
	}
	return t
}

// notes say what the numbers rest on.
func (b Balance) notes() []Part {
	notes := []Part{Text(beginning(b.Openings))}
	notes = append(notes, Text("Lead changes and comebacks are those of the agents' own estimates with the budget of their row: they compare games at that strength alone."))
	for _, st := range b.Strengths {
		if c := st.Course; !c.Independent() && !strings.HasPrefix(b.Openings, variedBy) {
			notes = append(notes, Text(fmt.Sprintf("Of the %s with %s only %d are different: their intervals suppose games that are independent of one another, and are too narrow.", Count(c.Games, "game"), st.Agent, c.Different)))
		}
	}
	if b.Early {
		notes = append(notes, Text(fmt.Sprintf("Strengths whose answer was decided at a look after %d games, or twice as many and so on, were not played on: a score that favours a side there is exaggerated a little, and its interval is a little too narrow. The chance that a look calls a fair game unfair is at most %v %% for all strengths together. --games N plays N games whatever they show.", stat.UsualLooks.First, 100*stat.UsualLooks.Early)))
	}
	if n := len(b.Strengths); n < 4 {
		notes = append(notes, Text(fmt.Sprintf("%s: verdicts may flip with strength, and four show whether they do.", Count(n, "strength"))))
	}
	return notes
}
