package lines

import (
	"testing"

	"ludens/env"
)

// The rule book, an ending at a time.
func TestEndings(t *testing.T) {
	const five = "rows=9\ncols=9\n"
	for _, row := range []struct {
		name, rules, moves string
		want               env.Result
		ending             string
	}{
		{"four are none", five, "a1 a9 b1 b9 c1 c9 d1 d9", env.Ongoing, ""},
		{"five in a row", five, "a1 a9 b1 b9 c1 c9 d1 d9 e1", env.FirstWins, "five in a row"},
		{"five in a column, the second side", five, "a1 b1 a2 b2 a3 b3 a4 b4 i9 b5", env.SecondWins, "five in a row"},
		{"five in a diagonal", five, "a1 a9 b2 b9 c3 c9 d4 d9 e5", env.FirstWins, "five in a row"},
		{"five in the other diagonal", five, "a9 a1 b8 b1 c7 c1 d6 d1 e5", env.FirstWins, "five in a row"},
		{"diagonals do not count", five + "diagonals=false", "a1 a9 b2 b9 c3 c9 d4 d9 e5", env.Ongoing, ""},
		{"six count as five", five, "a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1", env.FirstWins, "five in a row"},
		{"six do not count", five + "longer='nothing'", "a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1", env.Ongoing, ""},
		{"six lose", five + "longer='loses'", "a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1", env.SecondWins, "more than five in a row"},
		{"five go before six", five + "longer='loses'", "a1 i9 b1 i8 c1 i7 e1 i6 f1 h1 d5 h2 d4 h3 d3 g6 d2 g7 d1", env.FirstWins, "five in a row"},
		{"misère", "like='misere-tictactoe'", "a1 a2 b1 b2 c1", env.SecondWins, "three in a row"},
		{"squava: three lose", "like='squava'", "a1 a5 b1 b5 c1", env.SecondWins, "three in a row"},
		{"squava: four win", "like='squava'", "a1 a5 b1 b5 d1 d5 c1", env.FirstWins, "more than three in a row"},
		{"squava: who has swapped has the stones that began", "like='squava'", "a1 swap a5 b1 b5 c1", env.FirstWins, "three in a row"},
		{"no line around the edge", "like='mnk-4-4-3'", "c1 a4 d1 b3 a2", env.Ongoing, ""},
		{"connect6: the first of two stones", "rows=3\ncols=4\nlength=2\nstones=2", "a1 c3 a3 b1", env.FirstWins, "two in a row"},
		{"five pairs", "like='pente'\nrows=7\ncols=7\ncapture_wins=2", "d4 d5 a1 d6 d7", env.FirstWins, "2 stones captured"},
		{"a stone between two of the enemy's", "like='pente'\nrows=7\ncols=7\ncapture_wins=2\ncentre='free'", "a1 a2 a4 a3", env.Ongoing, ""},
		{"three are no pair", "like='pente'\nrows=7\ncols=7\ncapture_wins=2\ncentre='free'", "a1 a2 g7 a3 g6 a4 a5", env.Ongoing, ""},
		{"but in Keryo-Pente", "like='keryo-pente'\nrows=7\ncols=7\ncapture_wins=3\ncentre='free'", "a1 a2 g7 a3 g6 a4 a5", env.FirstWins, "3 stones captured"},
		{"full", "like='tictactoe'\nline='loses'\nlength=2\nrows=1\ncols=3", "a1 b1 c1", env.Drawn, "the board is full"},
		{"full, for the last", "rows=1\ncols=3\nlength=2\nfull='last'", "a1 b1 c1", env.FirstWins, "the board is full"},
		{"full, for the next", "rows=1\ncols=3\nlength=2\nfull='next'", "a1 b1 c1", env.SecondWins, "the board is full"},
		{"full, for who began, who is Second after a swap", "rows=1\ncols=3\nlength=2\nfull='first'\nswap=true", "a1 swap b1 c1", env.SecondWins, "the board is full"},
		{"nowhere to go", "rows=3\ncols=3\nlength=3\naway=1\nfull='last'", "b2", env.Ongoing, ""},
		{"nowhere to go but the middle", "rows=1\ncols=3\nlength=3\naway=1\nfull='last'", "a1 c1", env.SecondWins, "there is no cell to go to"},
	} {
		s := played(t, game(t, row.rules), row.moves)
		if s.Result() != row.want || s.Ending() != row.ending {
			t.Errorf("%s: got %v by %q, want %v by %q\n%s", row.name, s.Result(), s.Ending(), row.want, row.ending, s)
		}
	}
}

// A capture that cuts a longer row down to a line decides for its owner, and a text of
// the same stones says so, too.
func TestCutDown(t *testing.T) {
	for line, want := range map[string]env.Result{wins: env.SecondWins, loses: env.FirstWins} {
		g := game(t, "rows=8\ncols=8\nlength=3\nlonger='nothing'\ncapture='pairs'\nline='"+line+"'")
		s, err := g.ParsePosition("8/8/8/8/8/3w4/wwwww3/3b4 b 0-0")
		if err != nil {
			t.Fatal(err)
		}
		if s.Result() != env.Ongoing {
			t.Fatalf("over before the capture: %v\n%s", s.Result(), s)
		}
		a, err := env.Parse(s, "d4")
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
		again, err := g.ParsePosition(g.Position(s))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []env.State{s, again} {
			if s.Result() != want || s.(env.Explained).Ending() != "three in a row" {
				t.Errorf("a line %s: got %v, want %v\n%s", line, s.Result(), want, s)
			}
		}
	}
}
