package report

import (
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/chart"
)

// about is an estimate with an interval of one fifth to either side.
func about(v float64) arena.Measure { return arena.Measure{Value: v, Low: v - 0.2, High: v + 0.2} }

func worths(unit arena.Measure) *arena.Worths {
	return &arena.Worths{Games: 90, Positions: 2000, Kinds: []arena.Worth{
		{Kind: "pawn", Games: 90, Odds: unit, Ratio: about(1)}, {Kind: "horse", Games: 70, Odds: about(1.2), Ratio: about(3)},
		{Kind: "sissa", Games: 0, Odds: about(7), Ratio: about(9)}, {Kind: "queen", Games: 5, Odds: about(2), Ratio: about(5)},
	}}
}

// Men are given in the first kind if that is worth something beyond doubt, else
// in points; of a kind that never differed nothing is reported.
func TestWorthAnswer(t *testing.T) {
	st := Strength{Agent: "mcts:400", Worths: worths(about(0.4))}
	if got, want := worthAnswer(st), "In pawns: horse 3.0 [2.8, 3.2] and queen 5.0 [4.8, 5.2], in the games with mcts:400."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	st.Worths = worths(arena.Measure{Value: 0, Low: -0.4, High: 0.4})
	got := worthAnswer(st)
	// 1.2 of log-odds are 1/(1+exp(-1.2)) - 1/2 = 26.9 points.
	if !strings.HasPrefix(got, "What an even game turns by: one pawn more 0.0 points [−9.9, 9.9], one horse more +26.9 points [") || strings.Contains(got, "sissa") || !strings.HasSuffix(got, ", in the games with mcts:400.") {
		t.Error(got)
	}
	for name, w := range map[string]*arena.Worths{"no kinds": {}, "no games": {Kinds: []arena.Worth{{Kind: "pawn"}, {Kind: "horse"}}}} {
		if got, want := worthAnswer(Strength{Worths: w}), "Nothing can be said about what men are worth: there are too few games."; got != want {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestWorthWords(t *testing.T) {
	b := Balance{Game: "cetran2", Roles: [2]string{"White", "Black"}}
	words := func(w *arena.Worths) string { return b.worthWords(Strength{Agent: "greedy", Worths: w}) }
	known := worths(about(0.4))
	known.Edge = arena.Measure{Value: 0.4, Low: 0, High: 0.8}
	if got, want := words(known), "From 2,000 quiet positions of 90 games with greedy. With equal men White, who moves first, stands at +9.9 points [0.0, 19.0]."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := words(worths(arena.Measure{Low: -1, High: 1})); !strings.HasSuffix(got, "That one pawn more is worth anything is not beyond chance here, so that nothing can be stated in pawns: more games, or stronger players, are needed.") {
		t.Error(got)
	}
	if got, want := words(&arena.Worths{}), "No game with greedy has quiet positions and a result: nothing can be said about men."; got != want {
		t.Errorf("got %s", got)
	}
}

// Every strength that was asked has its rows; the figure is of the last.
func TestWorthSection(t *testing.T) {
	b := Balance{Game: "cetran2", Roles: [2]string{"White", "Black"}, Strengths: []Strength{
		{Agent: "random", Worths: worths(about(0.3))}, {Agent: "silent"}, {Agent: "greedy", Worths: worths(about(0.4))}, {Agent: "silent too"},
	}}
	s := &Study{}
	b.addWorths(s)
	table := s.tables()[0]
	if len(table.Rows) != 8 || table.Rows[0][0] != "random" || table.Rows[4][0] != "greedy" || table.Rows[5][1] != "horse" || table.Rows[5][2] != 70 {
		t.Errorf("%v", table.Rows)
	}
	hasAll(t, s.figures()[0].Caption, "greedy")
	none := &Study{}
	Balance{Strengths: []Strength{{}}}.addWorths(none)
	if len(none.Sections) != 0 {
		t.Error("what nobody asked is told")
	}
}

func TestWorthFigure(t *testing.T) {
	dots := func(unit arena.Measure) chart.Dots {
		return worthFigure("cetran2", Strength{Agent: "greedy", Worths: worths(unit)}, Table{}).Page.Rows[0][0].(chart.Dots)
	}
	if c := dots(about(0.4)); len(c.Rows) != 3 || c.Rows[1].Name != "horse" || c.Rows[1].Value != 3 || c.X.Percent || !strings.HasPrefix(c.Note, "in pawns") {
		t.Errorf("in pawns: %+v", c)
	}
	if c := dots(arena.Measure{Low: -1, High: 1}); len(c.Rows) != 3 || c.Rows[1].Value != arena.Points(about(1.2)).Value || !c.X.Percent {
		t.Errorf("in points: %+v", c)
	}
}

// What the game's own score counts is reported for one piece, and a kind that a
// regression does not know is unknown there.
func TestOddsPieces(t *testing.T) {
	o := Odds{Game: "cetran2", Agent: "greedy", Games: "g", Regression: &arena.Worths{Kinds: []arena.Worth{{Kind: "pawn", Ratio: about(1)}}},
		Trials: []arena.Trial{{Odds: odds("pawn", 3, 3)}, {Odds: odds("rook", 2, 11)}}}
	for kind, want := range map[string]float64{"pawn": 1, "rook": 5.5, "king": 0} {
		if got := o.counted(kind); got != want {
			t.Errorf("%s counts %v, want %v", kind, got, want)
		}
	}
	if got := o.regressed("pawn"); got != about(1) {
		t.Errorf("pawn: %v", got)
	}
	if got := (Column{}).show(o.regressed("rook")); got != "unknown" {
		t.Errorf("rook: %s", got)
	}
}

// One sentence tells each kind of sight once, with all the odds it is true of.
func TestSights(t *testing.T) {
	see := map[string]arena.Sight{"pawn": arena.Agrees, "rook": arena.Over, "2 horses": arena.Agrees, "queen": arena.Blind}
	o := Odds{Trials: []arena.Trial{{Odds: odds("pawn", 1, 1)}, {Odds: odds("rook", 1, 1)}, {Odds: odds("horse", 2, 1)}, {Odds: odds("queen", 1, 1)}}}
	got := o.sights("Alone", func(t arena.Trial) arena.Sight { return see[t.Odds.String()] })
	if want := "Alone value and result agree about pawn and 2 horses; the value does not see queen; the value sees too much in rook."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Points at odds are of both colours of the side that lacks something: a table row
// counts every game once.
func TestOddsRow(t *testing.T) {
	network := about(0.3)
	trial := arena.Trial{Odds: odds("rook", 1, 5), Search: about(0.25),
		Self: [2]arena.Score{{Wins: 10, Losses: 30}, {Wins: 5, Losses: 30, Draws: 5, Truncated: 2}}, Against: [2]arena.Score{{Wins: 1, Losses: 3}, {Wins: 2, Draws: 2}}}
	o := Odds{Game: "cetran2", Agent: "greedy", Opponent: "random", Trials: []arena.Trial{trial}}
	if r := o.table().Rows[0]; len(r) != len(o.table().Columns) || r[0] != "rook" || r[1] != trial.Search || r[2].(arena.Measure).Value != 17.5/80 || r[3] != 15 || r[4] != 3 || r[5] != 60 || r[6] != 2 {
		t.Errorf("%v", r)
	}
	o.Trials[0].Network = &network
	if r := o.table().Rows[0]; len(r) != len(o.table().Columns) || r[1] != network || r[2] != trial.Search {
		t.Errorf("with a network: %v", r)
	}
	if r := o.against().Rows[0]; r[1].(arena.Measure).Value != 0.25 || r[2] != 1 || r[4] != 3 || r[5].(arena.Measure).Value != 0.75 || r[6] != 2 || r[7] != 2 || r[8] != 0 {
		t.Errorf("against: %v", r)
	}
	if dots := o.figure(Table{}).Page.Rows[0][0].(chart.Dots).Rows; len(dots) != 3 || dots[1].Name != "rook, search" || dots[1].Value != 0.25 || dots[2].Name != "rook, network" || dots[2].Value != 0.3 || dots[2].Hue != 3 {
		t.Errorf("%+v", dots)
	}
}

// Who is the better one is said only where the interval does not hold one half.
func TestMatchAnswers(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{0.51, 0.6, "a is the better one."}, {0.4, 0.49, "b is the better one."},
		{0.5, 0.6, "Who is the better one is not decided."}, {0.4, 0.5, "Who is the better one is not decided."},
	} {
		m := &Scoreboard{Game: "celta", A: "a", B: "b", Roles: [2]RoleScore{{Score: arena.Score{Wins: 1}}, {Score: arena.Score{Wins: 1}}}}
		m.both.Mean, m.both.Low, m.both.High = (test.low+test.high)/2, test.low, test.high
		if got := m.answer(); got[2] != test.want {
			t.Errorf("[%v, %v]: got %q, want %q", test.low, test.high, got[2], test.want)
		}
	}
}
