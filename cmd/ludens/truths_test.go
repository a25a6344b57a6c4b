package main

import (
	"fmt"
	"strings"
	"testing"
)

// Studies of games whose truth is known, by players who play perfectly: what a study says
// is held against it. The last row is the control: from random plies the same players say
// something else, so that the test could fail.
func TestBalanceTellsTheTruth(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	// Two positions of P. Pons's test sets, which red, who moved first, wins.
	write(t, "won.txt", "7 4 2 2 3 4 1 7 3 5 6 4 7 7 4 1 1 6 6 1 3 3 5 7 3 4 7 3 2 4 2 5 6 6\n2 2 5 2 5 7 6 2 5 3 4 6 2 2 4 4 1 1 1 5 6 3 3 6 5 3 4 3 6 7 1 3 5 1 4 4 1\n")
	for i, test := range []struct {
		words              string
		first, drawn, last float64 // games won by First, drawn, won by Second, of all
		verdict            string
	}{
		{"tictactoe --agent alphabeta:9 --games 100", 0, 100, 0, "not distinguishable from fair"},
		{"tictactoe --agent exact --games 100", 0, 100, 0, "not distinguishable from fair"},
		{"misere-tictactoe --agent exact --games 100", 0, 100, 0, "not distinguishable from fair"},
		{"misere-tictactoe --agent alphabeta:9 --games 20", 0, 20, 0, "not distinguishable from fair"},
		{"mnk-4-4-3:rows=3 --agent exact --games 20", 20, 0, 0, "favours crosses"}, // three in a row on 4 by 3: the first player wins
		{"connect4 --agent exact --games 20 --openings won.txt", 20, 0, 0, "favours red"},
		{"cetro-5x5 --agent exact --games 20", 0, 0, 20, "favours north"},
	} {
		f := finds(t, fmt.Sprint(test.words, " --out ", i))
		row := f.Tables["balance"][0]
		if row["first_wins"] != test.first || row["drawn"] != test.drawn || row["second_wins"] != test.last || !strings.HasPrefix(row["verdict"].(string), test.verdict) {
			t.Errorf("%s: %v, want %v, %v and %v games and %q", test.words, row, test.first, test.drawn, test.last, test.verdict)
		}
		if games := f.Tables["variety"][0]["different"].(float64); games < 2 {
			t.Errorf("%s: %v different games: the players do not vary", test.words, games)
		}
	}
	f := finds(t, "tictactoe --agent alphabeta:9 --games 100 --opening 4 --out random")
	if v := f.Tables["balance"][0]["verdict"].(string); !strings.HasPrefix(v, "favours crosses") {
		t.Errorf("from random plies: %s, want the verdict on random openings", v)
	}
	has(t, strings.Join(f.Answer, " "), "In tictactoe from 4 random plies the games favour crosses")
}

// Where no agent is named the champion plays, or mcts where there is none.
func TestBalanceByTheChampion(t *testing.T) {
	t.Chdir(t.TempDir())
	for game, want := range map[string]string{"connect4": "champion:1", "tictactoe": "mcts:1"} {
		if got := finds(t, game+" --games 2 --budgets 1").Tables["balance"][0]["agent"]; got != want {
			t.Errorf("%s: %v plays, want %s", game, got, want)
		}
	}
}

// A folder of games that began otherwise is refused.
func TestOpeningsTellFoldersApart(t *testing.T) {
	t.Chdir(t.TempDir())
	finds(t, "tictactoe --agent alphabeta:2 --games 4 --out b")
	complaints{
		{`balance tictactoe --agent alphabeta:2 --games 4 --opening 4 --out b`, 1, `b holds other games: openings is "drawn starts, elsewhere varied by the players in 16 plies: moves within 0.12 of the best, with 1/4 of the largest share of the policy or more" there, not "4 random plies"; name another folder with --out`},
		{`balance cetro-5x5:demand=sometimes --agent exact`, 1, `games: cetro-5x5: option demand is one of flag, none, always, veto, not "sometimes"`},
		{`balance celta --agent exact`, 1, `celta cannot be solved: its positions cannot be numbered`},
	}.check(t)
}

// balance without --games stops where its answer is decided; with --games it plays as
// many.
func TestBalanceStopsWhereItsAnswerIsDecided(t *testing.T) {
	t.Chdir(t.TempDir())
	has(t, works(t, "", strings.Fields("balance tictactoe --agent exact --agent random --out b")...), "were not played on")
	if n := journal(t, "b"); n < 100+50 || n >= 800 {
		t.Errorf("%d games", n)
	}
	f := finds(t, "tictactoe --agent exact --games 120 --out b")
	if got := f.Tables["balance"][0]["games"]; got != 120.0 {
		t.Errorf("%v games, want 120", got)
	}
}
