package diagram

import (
	"strings"
	"testing"
)

// Every sign is a path that lies on its man, and no two look the same.
func TestSigns(t *testing.T) {
	all := map[string]rune{}
	for _, r := range Signs() {
		outline := signs()[string(r)]
		for _, s := range segments(placed(outline, 20, 20, 1)) {
			for _, x := range s.args {
				if x < 8 || x > 32 {
					t.Fatalf("%c: %v leaves the man", r, s)
				}
			}
		}
		upright, turned := segments(placed(outline, 20, 20, 1)), segments(placed(outline, 20, 20, -1))
		for i, s := range upright {
			for j, x := range s.args {
				if sum := x + turned[i].args[j]; sum < 39.99 || sum > 40.01 {
					t.Fatalf("%c: %v upside down is %v", r, s, turned[i])
				}
			}
		}
		if other, twice := all[outline]; twice {
			t.Errorf("%c and %c are drawn alike", r, other)
		}
		all[outline] = r
	}
	if len(all) < 45 || len(all) != len(signs()) {
		t.Errorf("%d signs of %d lines", len(all), len(signs()))
	}
}

// A sign is drawn in place of the letter, which is still there, small; that of the other
// side's tile stands on its head, a token's does not.
func TestSignIsDrawn(t *testing.T) {
	drawn := func(p Piece) string {
		var text strings.Builder
		if err := SVG(&text, Diagram{Rows: 1, Cols: 1, Cells: []Cell{{Piece: p}}}, Light); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	king := signs()["王"]
	for _, test := range []struct {
		figure    Figure
		side      Side
		middle, y float64
		way       float64
	}{
		{Tile, FirstSide, 20, 22.2, 1}, {Tile, SecondSide, 20, 18.2, -1}, {Token, FirstSide, 20, 20, 1}, {Token, SecondSide, 20, 20, 1},
	} {
		with := Piece{Figure: test.figure, Side: test.side, Letter: 'K', Outline: "王"}
		without := with
		without.Outline = ""
		outline := placed(king, test.middle, test.y, test.way)
		if got := drawn(with); !strings.Contains(got, outline) || !strings.Contains(got, ">K</text>") {
			t.Errorf("%+v: neither its sign nor its letter in\n%s", with, got)
		}
		if strings.Contains(drawn(without), outline) || with.sprite() == without.sprite() {
			t.Errorf("%+v is drawn as with a sign", without)
		}
	}
}
