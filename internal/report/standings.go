package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/internal/chart"
	"ludens/internal/prose"
	"ludens/stat"
)

// Standings prints a table of that many columns' width, one line an opponent and role.
// A truncated game counts half a point, and is listed apart. Beside it stands what the
// network scored without a search, where that was asked.
func Standings(w io.Writer, roles [2]string, standings []arena.Standing, columns int) {
	if len(standings) == 0 {
		return
	}
	rows, words := [][]string{{"against", "playing", "score", "95 % interval", "won", "drawn", "lost", "cut off"}}, []bool{true, true, false, true, false, false, false, false}
	games := 0
	for _, st := range standings {
		if st.Alone != nil {
			games = st.Alone[0].Games()
		}
	}
	if games > 0 {
		rows[0], words = append(rows[0], "@0"), append(words, false)
	}
	for _, st := range standings {
		for p, s := range st.Roles {
			low, high := s.Interval()
			row := []string{
				st.Opponent, roles[p], fmt.Sprintf("%.1f %%", 100*s.Mean()), fmt.Sprintf("[%5.1f, %5.1f]", 100*low, 100*high),
				fmt.Sprint(s.Wins), fmt.Sprint(s.Draws - s.Truncated), fmt.Sprint(s.Losses), fmt.Sprint(s.Truncated),
			}
			switch {
			case games > 0 && st.Alone != nil:
				row = append(row, fmt.Sprintf("%.0f %%", 100*st.Alone[p].Mean()))
			case games > 0:
				row = append(row, "")
			}
			rows = append(rows, row)
		}
	}
	fmt.Fprint(w, prose.Table(rows, words, columns))
	if games == 0 {
		return
	}
	note := fmt.Sprintf("@0 is the score of the network alone, without a search, in %s each.", Count(games, "game"))
	if slices.ContainsFunc(standings, func(s arena.Standing) bool { return untrained(s.Opponent) }) {
		note += " An untrained opponent is the same network before its first step, with as much search."
	}
	fmt.Fprint(w, prose.Words(note, columns, ""))
}

func untrained(name string) bool {
	spec, err := agent.ParseSpec(name)
	return err == nil && spec.Kind == "untrained"
}

// InRoles writes a standing in one line.
func InRoles(roles [2]string, st arena.Standing) string {
	return fmt.Sprintf("%s %s; %s %s", roles[0], st.Roles[0], roles[1], st.Roles[1])
}

// CPUTime is what an agent's moves took.
type CPUTime struct {
	Agent string `json:"agent"`
	arena.CPUTime
	Timed bool `json:"timed"` // its limit is a time: the other is to have as much
}

// equalTime is how far apart the CPU times per move of two agents may be, as a share of
// their mean, where the time of one is limited.
const equalTime = 0.1

// apart returns how far apart two CPU times per move are, as a share of their mean.
func apart(a, b CPUTime) float64 {
	mean := (a.PerMove() + b.PerMove()) / 2
	if mean == 0 {
		return 0
	}
	return math.Abs(a.PerMove()-b.PerMove()) / mean
}

// cpuLines say what CPU time the agents of a match took per move, and warn where one has a
// time limit and they did not have equal time.
func cpuLines(all []CPUTime) []string {
	if len(all) != 2 || all[0].Moves == 0 || all[1].Moves == 0 {
		return nil
	}
	var each []string
	for _, c := range all {
		each = append(each, fmt.Sprintf("%s %v", c.Agent, perMove(c)))
	}
	lines := []string{"CPU      " + strings.Join(each, ", ") + fmt.Sprintf(" per move, of %d and %d moves", all[0].Moves, all[1].Moves)}
	if d := apart(all[0], all[1]); (all[0].Timed || all[1].Timed) && d > equalTime {
		lines = append(lines, fmt.Sprintf("         warning: not equal time: these are %.0f %% apart, more than %.0f %%", 100*d, 100*equalTime))
	}
	return lines
}

// perMove returns the CPU time per move with three digits.
func perMove(c CPUTime) time.Duration {
	d := time.Duration(c.PerMove() * 1e9)
	for unit := time.Duration(1); ; unit *= 10 {
		if d/unit < 1000 {
			return d.Round(unit)
		}
	}
}

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
