package connect4

import (
	"strings"
	"testing"

	"ludens/env"
)

func TestPositionErrors(t *testing.T) {
	for _, test := range []struct{ name, board, want string }{
		{"a row short", `
			. . . . . . .`, "has 1 rows, want 6"},
		{"a column more", `
			. . . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, "has 8 cells, want 7"},
		{"a third colour", `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . g . . .`, "not 'g'"},
		{"in the air", `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . r . . .
			. . . . . . .
			. . . y . . .`, "nothing below"},
		{"two red moves", `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . r r . .`, "2 red and 0 yellow"},
		{"yellow began", `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . y . . .`, "0 red and 1 yellow"},
		{"yellow moved on", `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			y y . . . . .
			r r r r y y .`, "after the end"},
		{"two wins of red", `
			. . . . . . .
			. . . . . . .
			r . . . . . r
			r . . . . . r
			r y y . y y r
			r y y r y y r`, "after the end"},
		{"both have won", `
			. . . . . . .
			. . . . . . .
			r y . . . . .
			r y . . . . .
			r y . . . . .
			r y . . . . .`, "after the end"},
	} {
		_, err := Game{}.ParsePosition(compact(test.board))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// The last stone may join two fours at once.
func TestDoubleFourIsReachable(t *testing.T) {
	s, err := Game{}.ParsePosition(compact(`
		. . . . . . .
		. . . . . . .
		. . . r . . .
		. . r r y . .
		. r y r y . .
		r y y r y . .`))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Result(); got != env.FirstWins {
		t.Errorf("got %v, want red to have won", got)
	}
}

// What ParsePosition accepts it accepts to the letter, and the game goes on by
// the rules from there.
func FuzzParsePosition(f *testing.F) {
	f.Add("......./......./......./......./......./.......")
	f.Add("......./......./...r.../..rry../.ryry../ryyry..")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Game{}.ParsePosition(text)
		if err != nil {
			return
		}
		if got := (Game{}).Position(s); got != text {
			t.Errorf("%q is written back as %q", text, got)
		}
		for legal := s.Legal(nil); len(legal) > 0; legal = s.Legal(legal[:0]) {
			s.Play(legal[len(legal)/2])
		}
		if s.Result() == env.Ongoing {
			t.Errorf("%q: no end", text)
		}
	})
}

// compact takes a drawing to a position text.
func compact(board string) string {
	lines := strings.Split(strings.TrimSpace(board), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), "")
	}
	return strings.Join(lines, "/")
}
