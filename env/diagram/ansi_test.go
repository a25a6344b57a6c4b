package diagram

import (
	"regexp"
	"strings"
	"testing"
)

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestANSI(t *testing.T) {
	got := escapes.ReplaceAllString(ANSI(noughts()), "")
	want := drawing(
		"2  +  •  o ",
		"1  · [x] · ",
		"   a  b  c",
		"x & o",
	)
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestANSIColours(t *testing.T) {
	d := noughts()
	d.Hints = nil
	text := ANSI(d)
	for _, test := range []struct {
		what, want string
		times      int
	}{
		{"the last move in amber, the piece in white", "\x1b[1;48;5;136;38;5;231m x ", 1},
		{"the other side in black", "38;5;16m o ", 1},
		{"each line ends without colour", "\x1b[0m\n", 3},
	} {
		if got := strings.Count(text, test.want); got != test.times {
			t.Errorf("%s: %q comes %d times, want %d, in\n%q", test.what, test.want, got, test.times, text)
		}
	}
}

// The squares of a board lie below each other, however long the labels.
func TestANSIColumns(t *testing.T) {
	d := Diagram{
		Rows: 2, Cols: 2, Cells: make([]Cell, 4),
		Files: []string{"aa", "b"}, Ranks: []string{"10", "9"},
	}
	d.Cells[0] = Cell{Ground: HoleCell, Piece: Piece{Figure: Disc, Side: FirstSide, Tone: RedTone, Letter: 'r'}}
	got := escapes.ReplaceAllString(ANSI(d), "")
	want := drawing(
		"10  ●  · ",
		" 9  ·  · ",
		"    aa b",
	)
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
