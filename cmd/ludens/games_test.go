package main

import (
	"encoding/json"
	"strings"
	"testing"

	"ludens/env/card"
	"ludens/env/games"
)

func TestGamesLists(t *testing.T) {
	out := works(t, "", "games")
	flat := strings.Join(strings.Fields(out), " ") // lines are broken to fit
	for _, e := range games.List() {
		if !strings.Contains(out, "\n  "+e.Name+" ") || !strings.Contains(flat, e.Name+" "+e.Summary) || !strings.Contains("\n"+out, "\n"+e.Family+"\n") {
			t.Errorf("%s of %s is missing in\n%s", e.Name, e.Family, out)
		}
	}
	var list []struct{ Family, Name, Summary string }
	if err := json.Unmarshal([]byte(works(t, "", "games", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(games.List())+len(games.Gallery()) || list[0].Name != games.List()[0].Name || list[0].Summary == "" {
		t.Errorf("as JSON: %+v", list)
	}
}

func TestGamesCard(t *testing.T) {
	want := `connect4
  four in a row by dropping stones into 7 columns of 6; the first player can
  force a win.

Start
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  1 2 3 4 5 6 7
  red to move

Goal
  To have four of one's own stones in a line without a gap: upright, level or in
  a diagonal.

Play
  The board stands upright, seven columns of six cells, and is empty. Red
  begins. In turn each side drops one stone into a column that is not full; it
  falls to the lowest empty cell and stays there.
  With best play red wins, beginning in the middle.

Writing moves
  A move is the number of its column, 1 at the left to 7.

How it ends
  four in a row      who has dropped the last stone wins
  the board is full  a draw
  No game is longer than 42 plies. One that has not ended by then is cut off:
  nobody has won, and it is no draw of the rules.

Options
  None.

For programs
  - First: red
  - Second: yellow
  - Board: 6 rows, 7 columns, counted from the top left; squares and directions
    are those of the board, whoever moves
  - Observation: 84 numbers = 2 planes x 42 squares
  - Actions: 7 = 0 planes x 42 squares + 7 that start on no square
  - Symmetries: identity, mirror
  - Version of actions and planes: 1
  - Start, as --position takes it:
    ......./......./......./......./......./.......
  0  own stones
  1  enemy stones
  0 to 6  drop a stone into column 1 to 7

Legal games by length
  From the start, so many sequences of moves are legal. Games that end sooner do
  not count. More by ludens perft connect4 DEPTH.
  1  7
  2  49
  3  343
  4  2401
  5  16807
  6  117649
  7  823536

Sources
  - The usual game of Connect Four. That the first player wins: J. D. Allen
    1988, V. Allis 1988 (A Knowledge-based Approach of Connect-Four).
  - The numbers of positions are those of J. Tromp's playground,
    https://tromp.github.io/c4/c4.html
`
	if got := works(t, "", "games", "connect4"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Every game has a card, which tells its options, and the start is one that
// --position takes.
func TestGamesCards(t *testing.T) {
	for _, e := range games.List() {
		text := works(t, "", "games", e.Name, "--markdown")
		for _, o := range e.Options {
			if !strings.Contains(text, "| `"+o.Name+"` | "+o.Help+" | ") || !strings.Contains(text, o.Default+" (default)") {
				t.Errorf("%s: option %s is missing in\n%s", e.Name, o.Name, text)
			}
		}
		var c card.Card
		if err := json.Unmarshal([]byte(works(t, "", "games", e.Name, "--json")), &c); err != nil {
			t.Fatal(err)
		}
		if len(c.Options) != len(e.Options) || c.Planes*c.Rows*c.Columns+c.Globals != c.Actions {
			t.Errorf("%s: %+v", e.Name, c)
		}
		if got, want := works(t, "", "moves", e.Name, "--position", c.Start), works(t, "", "moves", e.Name); got != want {
			t.Errorf("%s: the start %s has the moves %swant %s", e.Name, c.Start, got, want)
		}
	}
}

// A setting tells its own rules, and the reading that it overrules is gone.
func TestGamesCardOfAnOption(t *testing.T) {
	for _, test := range []struct {
		game, want, gone string
	}{
		{"celta", "The king's side moves first.", "The attackers move first."},
		{"celta", "Who begins?", "Who begun?"},
		{"celta:first=attackers", "The attackers move first.", "Who begins?"},
		{"celta:first=attackers", "- First: attackers\n", "celta.svg"},
		{"celta:first=attackers", "```\n7  + . . a . . +\n", "- First: king's side"},
		{"celta", "![celta](celta.svg)", "+ . . a . . +"},
		{"cetran2", "## Start of seed 0\n", "## Start\n"},
	} {
		out := works(t, "", "games", test.game, "--markdown")
		if !strings.Contains(out, test.want) || strings.Contains(out, test.gone) {
			t.Errorf("%s: want %q and not %q in\n%s", test.game, test.want, test.gone, out)
		}
	}
}

func TestGamesComplaints(t *testing.T) {
	complaints{
		{`games celta cuervo`, 2, `games: "cuervo" is one word too many; want: ludens games [GAME]`},
		{`games celta --json --markdown`, 2, `games: --json or --markdown, not both`},
		{`games celtic`, 1, `games: no game "celtic" (did you mean "celta"?)`},
		{`games celta:fist=attackers`, 1, `games: celta has no option "fist" (did you mean "first"?)`},
	}.check(t)
}
