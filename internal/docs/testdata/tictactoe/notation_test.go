package tictactoe

import (
	"strings"
	"testing"

	"ludens/env"
)

// Cells are named as on a chessboard, and counted from the top left.
func TestFormat(t *testing.T) {
	s := Game{}.New(0)
	for a, want := range strings.Fields("a3 b3 c3 a2 b2 c2 a1 b1 c1") {
		if got := s.Format(env.Action(a)); got != want {
			t.Errorf("action %d is %q, want %q", a, got, want)
		}
	}
}

func TestPositionText(t *testing.T) {
	s := Game{}.New(0)
	for _, a := range []env.Action{4, 0, 8} {
		s.Play(a)
	}
	if got, want := (Game{}).Position(s), "o../.x./..x"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPositionErrors(t *testing.T) {
	for _, test := range []struct{ name, board, want string }{
		{"a row short", `
			. . .
			. . .`, "has 2 rows, want 3"},
		{"a cell more", `
			. . . .
			. . .
			. . .`, "has 4 cells, want 3"},
		{"a third side", `
			. . .
			. # .
			. . .`, "not '#'"},
		{"o began", `
			. . .
			. o .
			. . .`, "0 x and 1 o"},
		{"x moved twice", `
			x . .
			. x .
			. . .`, "2 x and 0 o"},
		{"o moved on", `
			x x x
			o o .
			o . .`, "o has moved after the end"},
		{"x moved on", `
			x x .
			o o o
			x . x`, "x has moved after the end"},
	} {
		_, err := Game{}.ParsePosition(compact(test.board))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// What ParsePosition accepts it accepts to the letter, and the game goes on by
// the rules from there.
func FuzzParsePosition(f *testing.F) {
	f.Add(".../.../...")
	f.Add("xox/xoo/oxx")
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

// draw reads a drawing.
func draw(t *testing.T, board string) env.State {
	t.Helper()
	s, err := Game{}.ParsePosition(compact(board))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// compact takes a drawing to a position text.
func compact(board string) string {
	lines := strings.Split(strings.TrimSpace(board), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), "")
	}
	return strings.Join(lines, "/")
}
