package diagram

import (
	"strings"
	"testing"
)

// noughts is a small diagram with something of everything: a crossed corner,
// both sides, the last move and hints.
func noughts() Diagram {
	d := Diagram{
		Rows: 2, Cols: 3, Cells: make([]Cell, 6),
		Files: []string{"a", "b", "c"}, Ranks: []string{"2", "1"},
		Last: []int{4}, Hints: []int{1, 4}, Caption: "x & o",
	}
	d.Cells[0] = Cell{Ground: CornerCell, Mark: CrossMark}
	d.Cells[2].Piece = Piece{Figure: RingStone, Side: SecondSide, Letter: 'o'}
	d.Cells[4].Piece = Piece{Figure: CrossStone, Side: FirstSide, Letter: 'x'}
	return d
}

// single is a board of 3 by 3 with one piece, in the middle.
func single(p Piece) Diagram {
	d := Diagram{Rows: 3, Cols: 3, Cells: make([]Cell, 9)}
	d.Cells[4].Piece = p
	return d
}

// drawing joins lines that a test shows below each other.
func drawing(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestText(t *testing.T) {
	for _, test := range []struct {
		name string
		d    Diagram
		want string
	}{
		{"with everything", noughts(), drawing(
			"2  + . o",
			"1  . x .",
			"   a b c",
			"x & o",
		)},
		{"bare", Diagram{Rows: 1, Cols: 2, Cells: make([]Cell, 2)}, drawing(". .")},
		{"two digits", Diagram{Rows: 2, Cols: 1, Cells: make([]Cell, 2), Ranks: []string{"10", "9"}}, drawing(
			"10  .",
			" 9  .",
		)},
		{"marks", Diagram{Rows: 1, Cols: 5, Cells: []Cell{
			{Mark: NoMark}, {Mark: CrossMark}, {Mark: DotMark}, {Mark: RingMark}, {Mark: BarMark},
		}}, drawing(". + : ' -")},
	} {
		if got := Text(test.d); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
	}
}
