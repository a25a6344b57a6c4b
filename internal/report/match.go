package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"ludens/arena"
	"ludens/internal/chart"
	"ludens/stat"
)

// Study is the match as a study.
func (m *Scoreboard) Study() *Study {
	s := &Study{Title: fmt.Sprintf("Who is better at %s%s, %s or %s?", m.Game, from(m.Openings), m.A, m.B), Answer: m.answer()}
	scores := m.scores()
	s.Add("Scores", scores, m.figure(scores), m.endingTable())
	s.Add("How to read this", Text(fmt.Sprintf("Two games to an opening, with exchanged roles; the interval over both roles is that of pairs. Openings: %s.", m.Openings)))
	return s
}

// total is the score over both roles.
func (m *Scoreboard) total() arena.Measure {
	return arena.Measure{Value: m.both.Mean, Low: m.both.Low, High: m.both.High}
}

func (m *Scoreboard) answer() []string {
	games := m.Roles[0].Games() + m.Roles[1].Games()
	if games == 0 {
		return []string{"No pair of games has been played yet: nothing can be said."}
	}
	difference := arena.Measure{Value: stat.Elo(m.both.Mean), Low: stat.Elo(m.both.Low), High: stat.Elo(m.both.High)}
	answer := []string{
		fmt.Sprintf("Over %s %s scores %s of the points against %s.", Count(games, "game"), m.A, points(m.total()), m.B),
		fmt.Sprintf("That is a difference of %s Elo.", elo(difference)),
	}
	switch {
	case m.both.Low > 0.5:
		answer = append(answer, m.A+" is the better one.")
	case m.both.High < 0.5:
		answer = append(answer, m.B+" is the better one.")
	default:
		answer = append(answer, "Who is the better one is not decided.")
	}
	if m.Test != nil {
		answer = append(answer, "The test: "+m.Test.words()+".")
	}
	return answer
}

func (m *Scoreboard) scores() Table {
	t := Table{
		Name: "match", Caption: "Score of " + m.A + " with 95 % intervals; a draw or a game cut off is half a point.",
		Columns: []Column{
			{Key: "role", Title: m.A + " as"}, {Key: "score", Title: "score, %", Percent: true, Digits: 1},
			{Key: "won", Title: "won"}, {Key: "drawn", Title: "drawn"}, {Key: "lost", Title: "lost"}, {Key: "cut_off", Title: "cut off"},
		},
	}
	row := func(name string, s arena.Score, score arena.Measure) {
		t.Rows = append(t.Rows, []any{name, score, s.Wins, s.Draws - s.Truncated, s.Losses, s.Truncated})
	}
	for _, r := range m.Roles {
		row(r.Role, r.Score, scoreOf(r.Score))
	}
	row("both", m.Roles[0].Plus(m.Roles[1].Score), m.total())
	return t
}

func (m *Scoreboard) figure(of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{
		Title: "Score of " + m.A, Note: "points a game, with 95 % intervals",
		X: chart.Axis{Percent: true}, Rules: []chart.Rule{{At: 0.5, Name: "even", Upright: true}},
	}}
	for _, row := range of.Rows {
		c.Rows = append(c.Rows, dot(row[0].(string), row[1].(arena.Measure), 0))
	}
	return of.figure("Score by role.", m.Game+": "+m.A+" against "+m.B, 640, c)
}

func (m *Scoreboard) endingTable() Table {
	t := Table{Name: "endings", Caption: "How games ended.", Columns: []Column{{Key: "ending", Title: "ending"}, {Key: "games", Title: "games"}}}
	for _, words := range m.frequent() {
		t.Rows = append(t.Rows, []any{words, m.Endings[words]})
	}
	return t
}

// frequent returns the endings, the most frequent first.
func (m *Scoreboard) frequent() []string {
	return slices.SortedFunc(maps.Keys(m.Endings), func(a, b string) int {
		return cmp.Or(cmp.Compare(m.Endings[b], m.Endings[a]), cmp.Compare(a, b))
	})
}
