package chess

import (
	"strings"
	"testing"

	"ludens/env/diagram"
)

// A man that the file draws is drawn so, in every picture; others are as they were.
func TestOutline(t *testing.T) {
	const file = "name = \"heron\"\nlike = \"knightmate\"\n[men.M]\nworth = 3\noutline = \"m9 36 13.5-27 13.5 27z\"\n"
	const drawn = "M8 32 L20 8 L32 32 Z"
	own, plain := read(t, file), read(t, strings.ReplaceAll(file, "outline", "# outline"))
	at := -1
	for i, c := range own.New(0).(*State).Diagram().Cells {
		if c.Piece.Figure == diagram.Outlined {
			at = i
			break
		}
	}
	if at < 0 {
		t.Fatal("nobody is drawn as the file says")
	}
	picture := func(g *Game) (svg string, sprite string) {
		var b strings.Builder
		d := g.New(0).(*State).Diagram()
		if err := diagram.SVG(&b, d, diagram.Light); err != nil {
			t.Fatal(err)
		}
		return b.String(), d.Sprite(d.Cells[at].Piece)
	}
	svg, sprite := picture(own)
	was, other := picture(plain)
	if !strings.Contains(svg, drawn) || strings.Contains(was, drawn) || sprite == other {
		t.Errorf("drawn: %t, without an outline: %t, sprites %s and %s", strings.Contains(svg, drawn), strings.Contains(was, drawn), sprite, other)
	}
}
