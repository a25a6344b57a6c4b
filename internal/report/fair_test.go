package report

import (
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
)

// outcomes makes a sample of games that First wins, Second wins and that are drawn.
func outcomes(wins, losses, draws, plies int) arena.Sample {
	of := func(n int, winner env.Result) arena.Sample {
		return slices.Repeat(arena.Sample{{Winner: winner, Plies: plies}}, n)
	}
	return slices.Concat(of(wins, env.FirstWins), of(losses, env.SecondWins), of(draws, env.Drawn))
}

// hunted is a search among four settings by two agents: the third is the finalist, the
// first was dropped at once.
func hunted(t *testing.T) Fair {
	t.Helper()
	goal, err := arena.ParseGoal("favoured<=5,decided>=60,plies=20-90")
	if err != nil {
		t.Fatal(err)
	}
	f := Fair{
		Game: "space", Goal: goal, Agents: []string{"greedy", "mcts:40"}, Openings: "none",
		Rounds:    []arena.Round{{Number: 1, Of: 2, Games: 10, Keep: 2, In: []int{0, 1, 2, 3}, Sure: []int{0}, Dropped: []int{3}}, {Number: 2, Of: 2, Games: 20, Keep: 2, In: []int{1, 2}}},
		Finalists: []int{2, 1},
	}
	for i, name := range []string{"a", "b", "c", "d"} {
		s := FairSetting{Game: name, Roles: roles}
		s.Samples = []arena.Sample{outcomes(10+i, 10, 2, 40), outcomes(10, 10, 2, 50)}
		s.Short = goal.Short(s.Samples)
		f.Settings = append(f.Settings, s)
	}
	f.Settings[0].Out, f.Settings[3].Out = 1, 1
	f.Fresh = []FairFresh{
		{Samples: []arena.Sample{outcomes(45, 45, 10, 40), outcomes(48, 42, 10, 60)}, Chance: 0.43},
		{Samples: []arena.Sample{outcomes(90, 5, 5, 40), outcomes(48, 42, 10, 60)}, Chance: 0.001},
	}
	return f
}

func TestFairAnswer(t *testing.T) {
	f := hunted(t)
	got := strings.Join(f.answer(), " ")
	hasAll(t, got, "Of 4 settings of space, drawn by the seed, c came nearest to the goal favoured<=5,decided>=60,plies=20-90.",
		"In new games of it with greedy the score of king's side, who moves first, is 50.0 % [", "90.0 % [", "40 plies long; with mcts:40 the score",
		"The probability that it meets the goal is 43 % (bootstrap). More new games (--confirm) would show more.", "The other finalists: b 0 %.", "The search looked at 182 games; 400 new games verified")
	f.All = true
	f.Fresh[0].Samples[0] = outcomes(90, 5, 5, 40)
	hasAll(t, strings.Join(f.answer(), " "), "Of all 4 settings of space c came", "It misses favoured<=5 with greedy beyond chance.")
	f.Fresh[1].Chance = 0.9
	hasAll(t, strings.Join(f.answer(), " "), "b 90 %. A finalist chosen because of these games needs further new games")
	f.Fresh[0].Samples = []arena.Sample{outcomes(4500, 4500, 1000, 40), outcomes(4500, 4500, 1000, 40)}
	hasAll(t, strings.Join(f.answer(), " "), "Each bound holds with its whole 95 % interval.")
	if got := (Fair{Game: "space"}).answer(); len(got) != 1 || !strings.HasPrefix(got[0], "No games") {
		t.Errorf("%v", got)
	}
}

// Those that stayed longest come first, the finalists in their order; all that was
// dropped is reported with its round and why.
func TestFairTables(t *testing.T) {
	f := hunted(t)
	rows := f.settingTable().Rows
	var parts []string
	for i := 0; i < len(rows); i += 2 {
		parts = append(parts, rows[i][0].(string)+" "+rows[i][1].(string)+": "+rows[i][2].(string))
	}
	want := "1 greedy c: finalist 1, 2 greedy b: finalist 2, 3 greedy a: round 1: cannot reach, 4 greedy d: round 1: worse half"
	if got := strings.Join(parts, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	fresh := f.freshTable().Rows
	if len(fresh) != 4 || fresh[0][2] != 0.43 || fresh[2][6].(arena.Measure).Value != 0.925 || !strings.HasPrefix(fresh[2][10].(string), "favours king's side by 42.5 points") {
		t.Errorf("%v", fresh)
	}
	if r := f.roundTable().Rows[0]; r[1] != 4 || r[3] != 1 || r[4] != 1 || r[5] != 2 {
		t.Errorf("%v", r)
	}
	f.Control = &Control{Agent: "mcts:40", Control: "champion:16", Roles: roles, Scores: [2]arena.Score{{Wins: 50, Losses: 50}, {Wins: 55, Losses: 45}}}
	everyWay(t, f.Study())
}

// What a control says: by hand of large numbers of games.
func TestControlVerdict(t *testing.T) {
	score := func(wins int) arena.Score { return arena.Score{Wins: wins, Losses: 1000 - wins} }
	for _, test := range []struct {
		agent, control int
		want           string
	}{
		{600, 400, "the verdict is turned over, from king's side to attackers"},
		{600, 510, "the verdict changes: king's side is not shown to be favoured, the score moves by 4.7 to 13.3 points"},
		{500, 600, "the verdict changes: king's side is favoured, the score moves by 5.7 to 14.3 points"},
		{600, 700, "who is favoured does not change, but the score moves by 5.8 to 14.2 points"},
		{600, 610, "the verdict stands; a change of more than 5.3 points is ruled out"},
		{505, 490, "the verdict stands; a change of more than 5.9 points is ruled out"},
		{540, 520, "the scores do not differ beyond chance, though only one of them shows by itself that either side is favoured; a change of more than 6.4 points is ruled out"},
	} {
		c := Control{Agent: "greedy", Control: "mcts:40", Roles: roles, Scores: [2]arena.Score{score(test.agent), score(test.control)}}
		if got := c.verdict(); got != test.want {
			t.Errorf("%d and %d: got %s", test.agent, test.control, got)
		}
	}
	c := Control{Agent: "greedy", Control: "mcts:40", Roles: roles, Scores: [2]arena.Score{score(500), score(520)}}
	unable := c
	unable.Judges = &Judges{Game: "celta", Roles: roles, Exams: []Exam{{Judge: "mcts:40", Bar: arena.Bar{Opponent: "greedy", Least: 0.5}, Scores: [2]arena.Score{score(100), score(120)}}}}
	hasAll(t, unable.words(), "that says nothing of the rules, because these players (mcts:40) lose to greedy (11.0 % of 2,000 games)")
	if rows := unable.table().Rows; !strings.HasPrefix(rows[1][4].(string), "not known: these players (mcts:40) lose to greedy") {
		t.Errorf("%v", rows[1])
	}
	hasAll(t, c.words(), "The control, mcts:40 (tree search", "gives king's side in the same setting 52.0 % [", "+2.0 points [−2.4, 6.4] beside greedy: the verdict stands")
}

// A part of a sweep says what it cannot separate.
func TestSweepOfAPart(t *testing.T) {
	two := []string{"no", "yes"}
	grid := arena.Grid{{Name: "a", Levels: two}, {Name: "b", Levels: two}, {Name: "c", Levels: two}, {Name: "agent", Levels: []string{"greedy"}}}
	w := Sweep{Game: "g", Role: roles[0], Other: roles[1], Openings: "none", Agent: 3, Design: grid.Fraction(4)}
	for i := range w.Design.Cells {
		w.Cells = append(w.Cells, SweepCell{"g", roles, arena.Score{Wins: 50 + 10*i, Losses: 50}})
	}
	hasAll(t, strings.Join(w.answer(), " "), "4 settings of 8 were played", "they are mixed with interactions of two rules")
	rows := w.mixedTable(w.Design.Effects(w.scores(w.Role))).Rows
	if len(rows) != 3 || rows[0][0] != "a: no → yes" || rows[0][1] != "b × c (1.00)" {
		t.Errorf("%v", rows)
	}
	hasAll(t, w.partWords(), "Of 8 settings 4 were played", "a regular fraction 2^(k-p)")
	everyWay(t, w.Study())
}
