package web

import (
	"testing"

	"ludens/env/games"
)

// A game of a name that was forgotten and read with other rules is the new one.
func TestShelfOfAnotherGameOfThatName(t *testing.T) {
	var s shelf
	for _, rows := range []string{"3", "4"} {
		name, err := games.Read("twice.toml", "family = \"lines\"\nname = \"twice-lines\"\ntitle = \"Twice\"\nsummary = \"a test\"\nrows = "+rows+"\ncols = 3\nlength = 3\n")
		if err != nil {
			t.Fatal(err)
		}
		first, err := s.game(name)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.game(name); err != nil || again != first {
			t.Errorf("it is made again, %v", err)
		}
		if got := first.Spec().Shape[1]; got != int(rows[0]-'0') {
			t.Errorf("%d rows, want %s", got, rows)
		}
		games.Forget(name)
	}
}
