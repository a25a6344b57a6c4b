package report

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/stat"
)

// meeting is two pairs of games of tic-tac-toe and half a third one: a wins as
// crosses and loses as noughts by the same moves, is cut off as crosses, and wins
// as noughts. Its points are 1, 0, 1/2, 1: 5/8 of four.
func meeting(test *stat.SPRT) *arena.Series {
	row := []env.Action{0, 3, 1, 4, 2}
	s := arena.NewSeries(0, test)
	for _, g := range []arena.Game{
		{Index: 0, Role: env.First, Actions: row, Result: env.FirstWins, Ending: "three in a row"},
		{Index: 1, Role: env.Second, Actions: row, Result: env.FirstWins, Ending: "three in a row"},
		{Index: 2, Role: env.First, Actions: []env.Action{4, 0, 1, 7, 2, 6, 3}, Opening: 2, Truncated: true, Ending: "three in a row"},
		{Index: 3, Role: env.Second, Actions: []env.Action{4, 0, 1, 7, 2, 6}, Opening: 2, Result: env.SecondWins},
		{Index: 4, Role: env.First, Actions: row, Result: env.FirstWins, Ending: "three in a row"},
	} {
		s.Add(g)
	}
	return s
}

func board(s *arena.Series) *Scoreboard {
	g, err := games.Make("tictactoe")
	if err != nil {
		panic(err)
	}
	return NewScoreboard(g, [2]string{"greedy", "random"}, s, "2 random plies", "games/a")
}

func TestScoreboardCounts(t *testing.T) {
	b := board(meeting(nil))
	if b.Game != "tictactoe" || b.A != "greedy" || b.B != "random" || b.Folder != "games/a" || b.Games != 4 || b.Test != nil {
		t.Errorf("%+v", b)
	}
	if want := (stat.Counts{0, 0, 1, 1, 0}); !slices.Equal(b.Pairs, want) {
		t.Errorf("pairs %v, want %v: one pair of one point, one of 3/2", b.Pairs, want)
	}
	want := [3]arena.Score{{Wins: 1, Draws: 1, Truncated: 1}, {Wins: 1, Losses: 1}, {Wins: 2, Draws: 1, Losses: 1, Truncated: 1}}
	for i, r := range b.Rows() {
		if r.Score != want[i] || r.Role != []string{"crosses", "noughts", "both"}[i] || *r.Points.Estimate != []float64{0.75, 0.5, 0.625}[i] {
			t.Errorf("row %d: %+v of %v", i, r, *r.Points.Estimate)
		}
		if low, high := *r.Points.Low, *r.Points.High; !(0 <= low && low < *r.Points.Estimate && *r.Points.Estimate < high && high <= 1) {
			t.Errorf("%s: %v is not within [%v, %v]", r.Role, *r.Points.Estimate, low, high)
		}
	}
	// 5/8 is 400 lg(5/3) = 88.7 Elo.
	if math.Abs(*b.Elo.Estimate-88.7394) > 1e-3 {
		t.Errorf("%v Elo, want 88.74", *b.Elo.Estimate)
	}
	if b.Plies != (5+5+7+6)/4.0 || b.Repeated != 1 || b.Different != 2 {
		t.Errorf("%v plies, %d repeated, %d different openings; want 5.75, 1, 2", b.Plies, b.Repeated, b.Different)
	}
	if want := map[string]int{"three in a row": 2, arena.CutOff: 1, env.SecondWins.String(): 1}; !reflect.DeepEqual(b.Endings, want) {
		t.Errorf("endings %v, want %v", b.Endings, want)
	}
}

func TestScoreboardText(t *testing.T) {
	got := text(t, func(w *bytes.Buffer) error { return board(meeting(nil)).Text(w, 200) })
	hasAll(t, got, `tictactoe: greedy against random, 4 games from 2 random plies

playing           score  95 % interval      won  drawn   lost  cut off
crosses          75.0 %  [`,
		"]       1      0      0  1\nnoughts          50.0 %  [", "]       1      0      1  0\nboth             62.5 %  [", "]       2      0      1  1\n",
		"\npairs    0 0 1 1 0 (of 0, 1/2, 1, 3/2 and 2 points)\nElo      +89 [",
		"better   greedy is the better one with a likelihood of ",
		"openings 2 random plies, 2 different; repeating an earlier one: 1 game\nlength   5.8 plies; three in a row 2, ")
	if strings.Contains(got, "test ") {
		t.Errorf("a test is told, and there was none:\n%s", got)
	}
	none := text(t, func(w *bytes.Buffer) error { return board(arena.NewSeries(0, nil)).Text(w, 200) })
	if want := "tictactoe: greedy against random, 0 games from 2 random plies\n"; none != want {
		t.Errorf("no games: got %q, want %q", none, want)
	}
}

// What a match prints as JSON is read back as it was, and the numbers are there
// under the names that the manual gives.
func TestScoreboardJSON(t *testing.T) {
	b := board(meeting(&stat.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}))
	line := text(t, func(w *bytes.Buffer) error { return b.JSON(w) })
	if strings.Count(line, "\n") != 1 {
		t.Errorf("more than a line: %q", line)
	}
	var back Scoreboard
	if err := json.Unmarshal([]byte(line), &back); err != nil {
		t.Fatal(err)
	}
	back.both = b.both
	if !reflect.DeepEqual(&back, b) {
		t.Errorf("got  %+v\nwant %+v", back, b)
	}
	var names map[string]any
	if err := json.Unmarshal([]byte(line), &names); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"game", "a", "b", "folder", "games", "roles", "pairs", "score", "elo", "superiority", "sprt", "openings", "different_openings", "repeated_games", "mean_plies", "endings"} {
		if _, ok := names[key]; !ok {
			t.Errorf("there is no %q in %s", key, line)
		}
	}
	if role := names["roles"].([]any)[1].(map[string]any); role["role"] != "noughts" || role["losses"] != 1.0 {
		t.Errorf("noughts: %v", role)
	}
}

func TestScoreboardTest(t *testing.T) {
	b := board(meeting(&stat.SPRT{Elo0: -5, Elo1: 10, Alpha: 0.05, Beta: 0.1}))
	// Wald's bounds: ln(0.1 / 0.95) and ln(0.9 / 0.05).
	if s := b.Test; math.Abs(s.Lower+2.251292) > 1e-5 || math.Abs(s.Upper-2.890372) > 1e-5 || s.Verdict != "undecided" || s.Elo0 != -5 || s.Elo1 != 10 || s.Alpha != 0.05 || s.Beta != 0.1 {
		t.Errorf("%+v", s)
	}
	hasAll(t, text(t, func(w *bytes.Buffer) error { return b.Text(w, 200) }), " between -2.25 and 2.89: undecided between -5 and 10 Elo\n", "allow for when the test stops\n")
	hasAll(t, everyWay(t, b.Study()), "The test: undecided between -5 and 10 Elo.")
	for verdict, want := range map[string]string{
		"H0": "the difference is -5 Elo rather than 10 (H0)",
		"H1": "the difference is 10 Elo rather than -5 (H1)",
	} {
		if got := (&TestScore{Elo0: -5, Elo1: 10, Verdict: verdict}).words(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The study of a match has the numbers of its scoreboard.
func TestScoreboardStudy(t *testing.T) {
	b := board(meeting(nil))
	got := strings.Join(strings.Fields(everyWay(t, b.Study())), " ")
	hasAll(t, got, "Who is better at tictactoe from 2 random plies, greedy or random?", "Over 4 games greedy scores 62.5 %", "That is a difference of 89 [", "Who is the better one is not decided.",
		"crosses 75.0 [", "noughts 50.0 [", "three in a row 2 cut off 1", "Openings: 2 random plies.")
	if strings.Contains(got, "The test") {
		t.Errorf("a test is told, and there was none: %s", got)
	}
}

// Of endings that are as frequent the first by the alphabet comes first: nothing
// hangs on the order of a map.
func TestEndingsInOrder(t *testing.T) {
	b := &Scoreboard{Endings: map[string]int{"e": 1, "a": 1, "d": 7, "c": 1, "b": 12}}
	if got := strings.Join(b.endings(), ", "); got != "b 12, d 7, a 1, c 1, e 1" {
		t.Error(got)
	}
	table := b.endingTable()
	for i, want := range []string{"b", "d", "a", "c", "e"} {
		if row := table.Rows[i]; row[0] != want || row[1] != b.Endings[want] {
			t.Errorf("row %d: %v, want %s", i, row, want)
		}
	}
}

// One side's points all or none have an Elo without bound, to its own side.
func TestEloWithoutBound(t *testing.T) {
	for _, test := range []struct {
		name   string
		counts stat.Counts
		want   string
	}{
		{"all won", stat.Counts{0, 0, 0, 0, 20}, "+unbounded [+287, +unbounded]"},
		{"all lost", stat.Counts{20, 0, 0, 0, 0}, "-unbounded [-unbounded, -287]"},
		{"nothing played", stat.Counts{0, 0, 0, 0, 0}, "+0 [-unbounded, +unbounded]"},
	} {
		e := test.counts.Estimate()
		d := eloBounds(e)
		if got := eloRange(d, e); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		if _, err := json.Marshal(d); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestStanding(t *testing.T) {
	if got := Standing(arena.NewSeries(5, nil)); got != "no pair yet" {
		t.Error(got)
	}
	if got := Standing(meeting(nil)); !strings.HasPrefix(got, "62.5 %, +89 [") {
		t.Error(got)
	}
	s := meeting(&stat.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05})
	if got := Standing(s); !strings.Contains(got, ", LLR ") || !strings.HasSuffix(got, " of -2.94 to 2.94") {
		t.Error(got)
	}
}

func TestLikelihoodIsNeverCertain(t *testing.T) {
	for p, want := range map[float64]string{
		0: "less than 0.1 %", 0.00099: "less than 0.1 %", 0.001: "0.1 %", 0.5: "50.0 %", 0.999: "99.9 %", 0.99901: "more than 99.9 %", 1: "more than 99.9 %",
	} {
		if got := Likelihood(p); got != want {
			t.Errorf("%v: got %s, want %s", p, got, want)
		}
	}
}
