package report

import (
	"math"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
)

// sweep is two rules by two agents, each cell with its wins of 1000 games.
func sweep(wins ...int) Sweep {
	w := Sweep{
		Game: "celta", Role: roles[0], Other: roles[1], Openings: "none", Agent: 2,
		Design: arena.Grid{
			{Name: "first", Levels: []string{"king", "attackers"}}, {Name: "size", Levels: []string{"7", "9"}},
			{Name: "agent", Levels: []string{"greedy", "mcts:40"}},
		}.Whole(),
	}
	for _, n := range wins {
		w.Cells = append(w.Cells, SweepCell{"celta", roles, arena.Score{Wins: n, Losses: 1000 - n}})
	}
	return w
}

func row(t *testing.T, table Table, name string) []any {
	t.Helper()
	for _, r := range table.Rows {
		if r[0] == name {
			return r
		}
	}
	t.Fatalf("%s has no row %q: %v", table.Name, name, table.Rows)
	return nil
}

// odds1000 returns the log-odds of that many wins of 1000 games.
func odds1000(wins float64) float64 { return math.Log(wins / (1000 - wins)) }

// Cells of which each has log-odds of 0.4 first - 0.8 size + 0.2 agent and 0.4 more where
// both rules hold: the effects by hand. What they do to a level game is 1/(1+exp(-x)) - 1/2.
func TestSweepEffects(t *testing.T) {
	w := sweep(500, 550, 310, 354, 599, 646, 500, 550)
	table := w.effectTable("effects", w.Design.Effects(w.scores(w.Role)))
	for name, want := range map[string]float64{
		"first: king → attackers": 0.6, "size: 7 → 9": -0.6, "agent: greedy → mcts:40": 0.2,
		"first: king → attackers × size: 7 → 9": 0.4, "size: 7 → 9 × agent: greedy → mcts:40": 0,
	} {
		got := row(t, table, name)
		if m := got[1].(arena.Measure); math.Abs(m.Value-want) > 0.003 || !(m.Low < want && want < m.High) {
			t.Errorf("%s: got %+v, want %v", name, m, want)
		}
		if m := got[2].(arena.Measure); math.Abs(m.Value-(1/(1+math.Exp(-want))-0.5)) > 0.001 {
			t.Errorf("%s: %+v points", name, m)
		}
		if clear := got[5] == "yes"; clear != (want != 0) && name != "agent: greedy → mcts:40" {
			t.Errorf("%s: beyond chance %v", name, got[5])
		}
	}
	answer := strings.Join(w.answer(), " ")
	hasAll(t, answer, "In celta the score of king's side changes with these rules, in log-odds and in points from a level game: first: king → attackers, 0.60 [", "] (+14.6 points [", "; size: 7 → 9, −0.60 [",
		"They depend on one another: first: king → attackers × size: 7 → 9, 0.40 [")
	if strings.Contains(answer, "agent:") {
		t.Errorf("who plays is not a rule: %s", answer)
	}
}

// What might have been missed is the farthest end of any rule's interval that
// shows nothing.
func TestSweepMisses(t *testing.T) {
	w := sweep(500, 500, 500, 500, 500, 500, 500, 500)
	got := strings.Join(w.answer(), " ")
	hasAll(t, got, "In celta, over 8,000 games, no rule that was tried changes the score of king's side beyond chance.")
	// A cell's points have variance 1/4; an effect is of eight cells of 1000 games:
	// 1.96 sqrt(8 (1/4) / 1000) / 4 = 2.2 points.
	hasAll(t, got, "Effects of single rules of up to 2.2 points from a level game could have been missed.")
	if strings.Contains(got, "depend on one another") || strings.Contains(got, "nearest to fair") {
		t.Error(got)
	}
}

// Where who moves first hangs on the rules, both readings of a score are reported.
func TestSweepOfWhoMovesFirst(t *testing.T) {
	w := sweep(700, 700, 700, 700, 300, 300, 300, 300)
	if w.moves() {
		t.Error("the same roles move first everywhere")
	}
	for i := 4; i < 8; i++ {
		w.Cells[i].Roles = [2]string{roles[1], roles[0]}
	}
	if !w.moves() {
		t.Error("other roles move first in the second half")
	}
	// The king's side wins 70 % everywhere: it is who moves first that changes.
	for i, s := range w.scores(roles[0]) {
		if s.Mean() != 0.7 {
			t.Errorf("cell %d: %v of the king's side, want 0.7", i, s.Mean())
		}
	}
	s := w.Study()
	var tables []Table
	for _, table := range s.tables() {
		if strings.HasPrefix(table.Name, "effects") {
			tables = append(tables, table)
		}
	}
	if len(tables) != 2 || tables[1].Name != "effects-first" {
		t.Fatalf("%d tables of effects, want that of the role and that of who moves first", len(tables))
	}
	const first = "first: king → attackers"
	if m := row(t, tables[0], first)[1].(arena.Measure); math.Abs(m.Value) > 1e-9 {
		t.Errorf("of the role: %+v, want 0", m)
	}
	if m, want := row(t, tables[1], first)[1].(arena.Measure), odds1000(300)-odds1000(700); math.Abs(m.Value-want) > 0.005 {
		t.Errorf("of who moves first: %+v, want %v", m, want)
	}
	cell := w.cellTable().Rows[7]
	if cell[0] != "attackers" || cell[1] != "9" || cell[2] != "mcts:40" || cell[3] != 1000 || cell[4].(arena.Measure).Value != 0.7 || cell[5].(arena.Measure).Value != 1 || cell[7] != roles[1] {
		t.Errorf("%v", cell)
	}
}

func TestSweepFigures(t *testing.T) {
	w := sweep(500, 550, 300, 350, 600, 650, 500, 550)
	effects := w.Design.Effects(w.scores(w.Role))
	dots := w.effectFigure(Table{}, effects).Page.Rows[0][0].(chart.Dots).Rows
	if len(dots) != len(effects) {
		t.Fatalf("%d dots of %d effects", len(dots), len(effects))
	}
	for i, e := range effects {
		if d := dots[i]; d.Value != e.Change.Value || d.Low != e.Change.Low || d.High != e.Change.High || (d.Hue == chart.Grey) == e.Clear() {
			t.Errorf("%s: %+v of %+v", d.Name, d, e)
		}
	}
	w.Cells[7].Score = arena.Score{} // then nothing is known of what it takes part in
	cells := w.cellFigure(Table{}).Page.Rows[0][0].(chart.Dots).Rows
	if len(cells) != 7 || cells[0].Name != "king, 7, greedy" || cells[0].Hue != 1 || cells[1].Hue != 2 || cells[0].Value != 0.5 {
		t.Errorf("%+v: want a dot of each cell that has games, one colour an agent", cells)
	}
	if dots := w.effectFigure(Table{}, w.Design.Effects(w.scores(w.Role))).Page.Rows[0][0].(chart.Dots).Rows; len(dots) != 0 {
		t.Errorf("%+v: each effect needs the cell without games", dots)
	}
	everyWay(t, w.Study())
}

// New games of the chosen setting are reported beside what it was chosen by.
func TestSweepFresh(t *testing.T) {
	w := sweep(500, 550, 300, 350, 600, 650, 500, 550)
	w.Best, w.Fresh = []int{0, 1}, []arena.Score{{Wins: 60, Losses: 40}, {Wins: 90, Losses: 10}}
	hasAll(t, w.bestWords(), "The setting that came nearest to fair is first=king, size=7; in new games of it the score of king's side is 60.0 % [",
		"] with greedy (", "] with mcts:40 (favours king's side by 40.0 points (at least ")
	rows := w.freshTable().Rows
	if r := rows[1]; r[2] != "mcts:40" || r[3] != 100 || r[4].(arena.Measure).Value != 0.9 || r[5] != 0.55 {
		t.Errorf("%v: want 100 games, 0.9, chosen by 0.55", r)
	}
}
