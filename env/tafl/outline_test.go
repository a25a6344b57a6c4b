package tafl

import (
	"strings"
	"testing"

	"ludens/env/diagram"
)

// A man that the file draws is drawn so; another text is an error of one line.
func TestOutline(t *testing.T) {
	g := read(t, "name = \"x\"\nlike = \"berserk\"\n[men.n]\noutline = \"m9 36 13.5-27 13.5 27z\"\n")
	drawn := 0
	for _, c := range g.New(0).(diagram.Pictured).Diagram().Cells {
		if c.Piece.Figure == diagram.Outlined && c.Piece.Outline == "M8 32 L20 8 L32 32 Z" && c.Piece.Letter == 'n' {
			drawn++
		}
	}
	if drawn != 1 {
		t.Errorf("%d knights are drawn as the file says, want one", drawn)
	}
	_, err := Read(file(t, "name = \"x\"\nlike = \"berserk\"\n[men.n]\noutline = \"M9 36 A1 1\"\n"))
	if err == nil || !strings.HasPrefix(err.Error(), `test:4: outline: "A1 1": arcs are not read`) {
		t.Errorf("got %v, want that arcs are not read", err)
	}
}
