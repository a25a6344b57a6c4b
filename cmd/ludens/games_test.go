package main

import (
	"encoding/json"
	"strings"
	"testing"

	"ludens/env/games"
)

func TestGamesLists(t *testing.T) {
	out := works(t, "", "games")
	for _, e := range games.List() {
		if !strings.Contains(out, "\n  "+e.Name+" ") || !strings.Contains(out, e.Summary) || !strings.Contains("\n"+out, "\n"+e.Family+"\n") {
			t.Errorf("%s of %s is missing in\n%s", e.Name, e.Family, out)
		}
	}
	var list []struct{ Family, Name, Summary string }
	if err := json.Unmarshal([]byte(works(t, "", "games", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(games.List()) || list[0].Name != games.List()[0].Name || list[0].Summary == "" {
		t.Errorf("as JSON: %+v", list)
	}
}

func TestGamesCard(t *testing.T) {
	want := `connect4, of the family connect4
four in a row by dropping stones into 7 columns of 6; the first player can force a win

first        red
second       yellow
board        6 rows, 7 columns
observation  84 = 2 planes x 42 squares
actions      7 = 0 planes x 42 squares + 7 that start on no square
cut off      after 42 plies
symmetries   identity, mirror
options      none

Start

. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
1 2 3 4 5 6 7
red to move

or --position "......./......./......./......./......./......."
`
	if got := works(t, "", "games", "connect4"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Every game has a card, which tells its options, and the start is one that
// --position takes.
func TestGamesCards(t *testing.T) {
	for _, e := range games.List() {
		text := works(t, "", "games", e.Name)
		for _, o := range e.Options {
			if !strings.Contains(text, o.Name+": "+o.Help) || !strings.Contains(text, o.Default+" (default)") {
				t.Errorf("%s: option %s is missing in\n%s", e.Name, o.Name, text)
			}
		}
		var c card
		if err := json.Unmarshal([]byte(works(t, "", "games", e.Name, "--json")), &c); err != nil {
			t.Fatal(err)
		}
		if len(c.Options) != len(e.Options) || c.Planes*c.Rows*c.Columns+c.Globals != c.Actions {
			t.Errorf("%s: %+v", e.Name, c)
		}
		if len(c.Seen) != 0 && len(c.Seen) != c.Inputs {
			t.Errorf("%s: %d planes are named, there are %d", e.Name, len(c.Seen), c.Inputs)
		}
		if got, want := works(t, "", "moves", e.Name, "--position", c.Start), works(t, "", "moves", e.Name); got != want {
			t.Errorf("%s: the start %s has the moves %swant %s", e.Name, c.Start, got, want)
		}
	}
}

func TestGamesCardOfAnOption(t *testing.T) {
	out := works(t, "", "games", "celta:first=attackers")
	if !strings.Contains(out, "celta:first=attackers, of the family tafl\n") || !strings.Contains(out, "first        attackers\n") {
		t.Errorf("got\n%s", out)
	}
}

func TestGamesComplaints(t *testing.T) {
	complaints{
		{`games celta cuervo`, 2, `games: "cuervo" is one word too many; want: ludens games [GAME]`},
		{`games celtic`, 1, `games: no game "celtic" (did you mean "celta"?)`},
		{`games celta:fist=attackers`, 1, `games: celta has no option "fist" (did you mean "first"?)`},
	}.check(t)
}
