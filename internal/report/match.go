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

// Match is a study of two agents.
type Match struct {
	Game, A, B string
	Roles      [2]string
	Openings   string
	Scores     [2]arena.Score // of A, as First and as Second
	Both       stat.Estimate  // of A, from pairs of games
	Test       string         // what a sequential test says; "": there was none
	Endings    map[string]int
}

// Study says what was found.
func (m Match) Study() *Study {
	s := &Study{Title: fmt.Sprintf("Who is better at %s%s, %s or %s?", m.Game, from(m.Openings), m.A, m.B), Answer: m.answer()}
	scores := m.scores()
	s.Add("Scores", scores, m.figure(scores), m.endings())
	s.Add("How to read this", Text(fmt.Sprintf("Two games to an opening, with exchanged roles; the interval over both roles is that of pairs. Openings: %s.", m.Openings)))
	return s
}

// both is the score over both roles.
func (m Match) both() arena.Measure {
	return arena.Measure{Value: m.Both.Mean, Low: m.Both.Low, High: m.Both.High}
}

func (m Match) answer() []string {
	games := m.Scores[0].Games() + m.Scores[1].Games()
	if games == 0 {
		return []string{"No pair of games has been played yet: nothing can be said."}
	}
	difference := arena.Measure{Value: stat.Elo(m.Both.Mean), Low: stat.Elo(m.Both.Low), High: stat.Elo(m.Both.High)}
	answer := []string{
		fmt.Sprintf("Over %s %s scores %s of the points against %s.", Count(games, "game"), m.A, points(m.both()), m.B),
		fmt.Sprintf("That is a difference of %s Elo.", elo(difference)),
	}
	switch {
	case m.Both.Low > 0.5:
		answer = append(answer, m.A+" is the better one.")
	case m.Both.High < 0.5:
		answer = append(answer, m.B+" is the better one.")
	default:
		answer = append(answer, "Who is the better one is not decided.")
	}
	if m.Test != "" {
		answer = append(answer, "The test: "+m.Test+".")
	}
	return answer
}

func (m Match) scores() Table {
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
	for p, s := range m.Scores {
		row(m.Roles[p], s, scoreOf(s))
	}
	row("both", m.Scores[0].Plus(m.Scores[1]), m.both())
	return t
}

func (m Match) figure(of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{
		Title: "Score of " + m.A, Note: "points a game, with 95 % intervals",
		X: chart.Axis{Percent: true}, Rules: []chart.Rule{{At: 0.5, Name: "even", Upright: true}},
	}}
	for _, row := range of.Rows {
		score := row[1].(arena.Measure)
		c.Rows = append(c.Rows, chart.Dot{Name: row[0].(string), Value: score.Value, Low: score.Low, High: score.High})
	}
	return Figure{Name: "match", Caption: "Score by role.", Page: chart.Page{Title: m.Game + ": " + m.A + " against " + m.B, Rows: [][]chart.Chart{{c}}, Width: 640}, Of: of}
}

func (m Match) endings() Table {
	t := Table{Name: "endings", Caption: "How games ended.", Columns: []Column{{Key: "ending", Title: "ending"}, {Key: "games", Title: "games"}}}
	for _, words := range slices.SortedFunc(maps.Keys(m.Endings), func(a, b string) int {
		return cmp.Or(cmp.Compare(m.Endings[b], m.Endings[a]), cmp.Compare(a, b))
	}) {
		t.Rows = append(t.Rows, []any{words, m.Endings[words]})
	}
	return t
}
