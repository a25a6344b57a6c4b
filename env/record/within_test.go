package record_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// rows are games of a server as rows of a table: in the first a capture stands twice, in the
// second the king's is left out; the third goes on after a fort, the fourth after a repetition.
func rows(t *testing.T, g env.Game) (all []record.Record) {
	text, err := os.ReadFile("testdata/copenhagen.csv")
	if err != nil {
		t.Fatal(err)
	}
	for one, err := range record.Texts(bytes.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := record.ParseAny(g, one.Text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// A record goes on after the end of a game by the rules: what comes after it is cut off, unless
// the rule that ended it is not one of the game's.
func TestWithin(t *testing.T) {
	g, free := games.Must("copenhagen"), games.Must("copenhagen:repeat=0")
	for i, want := range []struct {
		game   env.Game
		after  int
		result env.Result
	}{
		{g, 0, env.SecondWins}, {g, 0, env.FirstWins}, {g, 2, env.SecondWins}, {g, 3, env.FirstWins},
		{free, 0, env.FirstWins},
	} {
		all := rows(t, want.game)
		r := all[min(i, 3)]
		within, after, err := r.Within(want.game)
		if err != nil || len(after) != want.after || len(within.Moves)+len(after) != len(r.Moves) {
			t.Errorf("game %d: %d moves, then %v, %v; want %d", i+1, len(within.Moves), after, err, want.after)
		}
		v, err := record.Judge(want.game, within)
		if err != nil || v.Record.Result != want.result {
			t.Errorf("game %d: %v, %v; want %v", i+1, v.Result, err, want.result)
		}
	}
}

// Faults in a list are errors: another capture, and a piece that is not the king
// left out.
func TestRowsOfFaults(t *testing.T) {
	g := games.Must("copenhagen")
	text, err := os.ReadFile("testdata/copenhagen.csv")
	if err != nil {
		t.Fatal(err)
	}
	for i, fault := range []struct{ old, new string }{{"xa9xa9", "xa9xb9"}, {"e11-e3xd3", "e11-e3xe2"}, {"xa9xa9", "xa9xa9,"}} {
		line := strings.Split(string(text), "\n")[i%2]
		if !strings.Contains(line, fault.old) {
			t.Fatalf("no %s in %s", fault.old, line)
		}
		r, err := record.ParseAny(g, []byte(strings.Replace(line, fault.old, fault.new, 1)))
		if err == nil {
			_, _, err = r.Within(g)
		}
		if err == nil {
			t.Errorf("%s in place of %s is accepted", fault.new, fault.old)
		}
	}
}
