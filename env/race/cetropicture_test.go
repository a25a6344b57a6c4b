package race

import (
	"strings"
	"testing"

	"ludens/env/diagram"
)

func TestString(t *testing.T) {
	for _, test := range []struct{ name, game, play, want string }{
		{"the start", "cetro", "", `
			9  b . b . b . b . b
			8  . g . g . g . g .
			7  r . r . r . r . r
			6  . . . . . . . . .
			5  . . . . . . . . .
			4  . . . . . . . . .
			3  R . R . R . R . R
			2  . G . G . G . G .
			1  B . B . B . B . B
			   a b c d e f g h i
			south to move; moves needed: south 42, north 42`},
		{"a demand, and rows with their marks", "cetro-5x7", "a1-c3 a7-c5!", `
			7  : . b . b
			6  . g . g .
			5  . . b . .
			4  . . . . .
			3  . . B . .
			2  . G . G .
			1  : . B . B
			   a b c d e
			south to move, must jump if possible; moves needed: south 12, north 12`},
		{"to be judged", "cetro-5x7:demand=veto", "a1-c3 a7-c5 b2-a1", `
			7  : . b . b
			6  . g . g .
			5  . . b . .
			4  . . . . .
			3  . . B . .
			2  . ' . G .
			1  G . B . B
			   a b c d e
			north to accept or veto b2-a1; moves needed: south 14, north 12`},
		{"cut off", "cetro:cap=1,first=north", "b8-d6", `
			9  b . b . b . b . b
			8  . ' . g . g . g .
			7  r . r . r . r . r
			6  . . . g . . . . .
			5  . . . . . . . . .
			4  . . . . . . . . .
			3  R . R . R . R . R
			2  . G . G . G . G .
			1  B . B . B . B . B
			   a b c d e f g h i
			north wins: cut off at ply 1, moves needed: south 42, north 41`},
	} {
		got := must(t, start(t, test.game), test.play).String()
		if want := strings.ReplaceAll(test.want, "\n\t\t\t", "\n")[1:] + "\n"; got != want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, want)
		}
	}
}

func TestDiagram(t *testing.T) {
	d := must(t, start(t, "cetro"), "b2-d4").Diagram()
	at := func(name string) int { return 9*int('9'-name[1]) + int(name[0]-'a') }
	for name, want := range map[string]diagram.Cell{
		"a1": {Ground: diagram.BlueCell, Mark: diagram.DotMark,
			Piece: diagram.Piece{Figure: diagram.Mitre, Side: diagram.FirstSide, Tone: diagram.BlueTone, Letter: 'B'}},
		"b8": {Ground: diagram.GreenCell, Mark: diagram.RingMark,
			Piece: diagram.Piece{Figure: diagram.Crown, Side: diagram.SecondSide, Tone: diagram.GreenTone, Letter: 'g'}},
		"i7": {Ground: diagram.RedCell, Mark: diagram.BarMark,
			Piece: diagram.Piece{Figure: diagram.Crown, Side: diagram.SecondSide, Tone: diagram.RedTone, Letter: 'r'}},
		"b2": {Ground: diagram.GreenCell, Mark: diagram.RingMark},
		"e5": {Ground: diagram.DarkCell},
		"e4": {Ground: diagram.LightCell},
	} {
		if got := d.Cells[at(name)]; got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	if len(d.Last) != 2 || d.Last[0] != at("b2") || d.Last[1] != at("d4") {
		t.Errorf("last move: got %v, want %v", d.Last, []int{at("b2"), at("d4")})
	}
	for play, want := range map[string]int{"": 0, "a1-c3 a7-c5 b2-a1": 2, "a1-c3 a7-c5 b2-a1 accept": 2, "a1-c3 a7-c5 b2-a1 veto": 0} {
		s := must(t, start(t, "cetro-5x7:demand=veto"), play)
		if got := len(s.Diagram().Last); got != want {
			t.Errorf("after %q: %d cells of the last move, want %d", play, got, want)
		}
	}
}
