package diagram

import (
	"strings"
	"testing"
)

// hexagons returns a board of hexagons with the places outside it as #.
func hexagons(rows ...string) Diagram {
	d := Diagram{Rows: len(rows), Cols: len(rows[0]), Files: Lettered(len(rows[0])), Ranks: Numbered(len(rows)), Grid: HexGrid}
	for _, row := range rows {
		for _, sign := range row {
			c := Cell{}
			switch sign {
			case '#':
				c.Ground = NoCell
			case 'x':
				c.Piece = Piece{Figure: Disc, Side: FirstSide, Letter: 'x'}
			}
			d.Cells = append(d.Cells, c)
		}
	}
	return d
}

// Each row lies half a cell to the right of the one above it, without room at the left.
func TestHexagons(t *testing.T) {
	for _, c := range []struct {
		name    string
		board   Diagram
		text    string
		breadth float64
	}{
		{"rhombus", hexagons("..x", "...", "..."), "3  . . x\n2   . . .\n1    . . .\n      a b c\n", 4},
		{"hexagon", hexagons("#..", ".x.", "..#"), "3   . .\n2  . x .\n1   . .\n     a b c\n", 3},
		{"triangle", hexagons("##.", "#..", "..."), "3    .\n2   . .\n1  . . .\n    a b c\n", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Text(c.board); got != c.text {
				t.Errorf("got\n%s\nwant\n%s", got, c.text)
			}
			if _, breadth := c.board.Slants(); breadth != c.breadth {
				t.Errorf("the board is %v cells wide, want %v", breadth, c.breadth)
			}
			cells := strings.Count(strings.NewReplacer("\n", "").Replace(c.text), ".") + strings.Count(c.text, "x")
			var svg strings.Builder
			if err := SVG(&svg, c.board, Light); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(svg.String(), "Z\""); got != cells {
				t.Errorf("%d hexagons are drawn, want %d", got, cells)
			}
		})
	}
	if slants, breadth := (Diagram{Rows: 3, Cols: 4, Cells: make([]Cell, 12)}).Slants(); slants != nil || breadth != 4 {
		t.Errorf("squares are slanted: %v, %v", slants, breadth)
	}
}
