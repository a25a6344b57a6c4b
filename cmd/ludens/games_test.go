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
  Who has four of his own stones in a line without a gap, in a row, a column or
  a diagonal, wins at once.
  More stones in a line count as well.

Play
  The board has 7 by 6 cells and is empty. Red begins. In turn each side puts
  one stone into a column that is not full; it falls to the lowest empty cell.
  When the board is full, or the mover has no cell to go to, the game is a draw.

Writing moves
  A move is the number of its column, 1 at the left.

How it ends
  four in a row      who has made the row wins
  the board is full  a draw
  No game is longer than 42 plies. One that has not ended by then is cut off:
  neither side has won, and it is not a draw by the rules.

Options
  Options are part of the name, as in connect4:rows=2.
  rows
      height of the board; 0: as drawn
      values: 2, 3, 4, 5, 6 (default), 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
      18, 19
  cols
      width of the board; 0: as drawn
      values: 2, 3, 4, 5, 6, 7 (default), 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
      18, 19
  length
      how many stones of one side in a row make a line
      values: 2, 3, 4 (default), 5, 6, 7
  line
      result for the player who makes a line; loses: misère
      values: wins (default), loses
  longer
      result for the player who makes a row longer than a line; same: as for a
      line
      values: same (default), wins, loses, nothing
  diagonals
      lines and captures run along diagonals, too
      values: on (default), off
  gravity
      the board stands upright: a stone falls down its column
      values: on (default), off
  first_stones
      number of stones placed in the first turn of the game
      values: 1 (default), 2, 3, 4, 5, 6, 7, 8, 9
  stones
      number of stones placed in every later turn
      values: 1 (default), 2, 3, 4, 5, 6, 7, 8, 9
  capture_wins
      number of captured stones that wins
      values: 10 (default), or others
  centre
      whether the stones of the first turn may, must or must not go to the
      middle of the board: its middle columns where stones fall
      values: free (default), only, never
  away
      minimal distance from the middle, in king's moves, of the stones of the
      first player's second turn; 0: none
      values: 0 (default), 1, 2, 3
  swap
      after the first turn the other side may take over its stones instead of
      moving (the pie rule)
      values: on, off (default)
  full
      winner when the board is full, or the mover has no legal cell: none, the
      first player, the second, the player of the last stone, the player to move
      values: draw (default), first, second, last, next
  cap
      length limit; a full board ends most games before
      values: 1000 (default), or others
  look
      colours of the stones: First's, then Second's
      values: crosses_noughts, black_white, white_black, red_yellow (default)

For programs
  - First: red
  - Second: yellow
  - Board: 6 rows, 7 columns, counted from the top left; squares and directions
    are those of the board for both players
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
  The table gives the number of legal sequences of moves from the start. Games
  that end sooner do not count. More by ludens perft connect4 DEPTH.
  1  7
  2  49
  3  343
  4  2401
  5  16807
  6  117649
  7  823536

Sources
  - Milton Bradley's game; that the first player wins: V. Allis, A
    Knowledge-based Approach of Connect-Four, 1988 (1974)
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
		options, err := games.Options(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range options {
			if !strings.Contains(text, "| `"+o.Name+"` | "+o.Help+" | ") || !strings.Contains(text, o.Default+" (default)") {
				t.Errorf("%s: option %s is missing in\n%s", e.Name, o.Name, text)
			}
		}
		var c card.Card
		if err := json.Unmarshal([]byte(works(t, "", "games", e.Name, "--json")), &c); err != nil {
			t.Fatal(err)
		}
		if len(c.Options) != len(options) || c.Planes*c.Rows*c.Columns+c.Globals != c.Actions {
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
