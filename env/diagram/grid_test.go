package diagram_test

import (
	"bytes"
	"strings"
	"testing"

	. "ludens/env/diagram"
)

// plainBoard is an empty chequered board.
func plainBoard(rows, cols int) Diagram {
	d := Diagram{Rows: rows, Cols: cols, Cells: make([]Cell, rows*cols)}
	for i := range d.Cells {
		d.Cells[i].Ground = LightCell + Ground((i/cols+i%cols)%2)
	}
	return d
}

// A grid has a line for each row and column; a river breaks those within, and palaces add two
// diagonals each. Squares have no lines.
func TestGridLines(t *testing.T) {
	for _, test := range []struct {
		grid       Grid
		rows, cols int
		lines      int
		has, not   string
	}{
		{NoGrid, 8, 8, 0, "", "M"},
		{PointGrid, 15, 15, 30, "M20 20L580 20", "M140 20L220 100"},
		{RiverGrid, 10, 9, 10 + 2 + 2*7 + 4, "M140 20L220 100", "M60 20L60 380"},
	} {
		d := plainBoard(test.rows, test.cols).OnPoints(test.grid)
		path := d.Lines()
		if n := strings.Count(path, "M"); n != test.lines || !strings.Contains(path, test.has) || strings.Contains(path, test.not) {
			t.Errorf("grid %d: %d lines, want %d with %q and without %q:\n%s", test.grid, n, test.lines, test.has, test.not, path)
		}
		for i, c := range d.Cells {
			if c.Ground != Plain {
				t.Errorf("grid %d: cell %d has ground %d", test.grid, i, c.Ground)
			}
		}
		if got := strings.Contains(ANSI(d), "┼"); got != (test.grid != NoGrid) {
			t.Errorf("grid %d: crossings at a terminal %v", test.grid, got)
		}
		var pixels, drawn bytes.Buffer
		if err := PNG(&pixels, d, Light, 20); err != nil {
			t.Error(err)
		}
		if err := SVG(&drawn, d, Dark); err != nil || strings.Contains(drawn.String(), "-grid-") != (test.grid != NoGrid) {
			t.Errorf("grid %d: %v\n%s", test.grid, err, drawn.String())
		}
	}
}

// Stars are where players look for them; a board of even sides has none.
func TestStars(t *testing.T) {
	for sides, want := range map[int][]int{15: {48, 56, 112, 168, 176}, 9: {20, 24, 40, 56, 60}, 5: nil, 10: nil} {
		var got []int
		for i, c := range plainBoard(sides, sides).OnPoints(PointGrid).Cells {
			if c.Mark == StarMark {
				got = append(got, i)
			}
		}
		if len(got) != len(want) || len(want) > 0 && (got[0] != want[0] || got[4] != want[4]) {
			t.Errorf("%d by %d: stars on %v, want %v", sides, sides, got, want)
		}
	}
}

// A tile points ahead: turned it is drawn as the other side's. A promoted one is drawn
// otherwise, and called as it is called. Other pieces do not turn.
func TestTilesPointAhead(t *testing.T) {
	gold := Piece{Figure: Tile, Side: FirstSide, Letter: 'G', Called: "gold general"}
	d := Diagram{Rows: 1, Cols: 2, Cells: []Cell{{Piece: gold}, {Piece: Piece{Figure: Token, Side: FirstSide, Letter: 'c'}}}}
	turned := d.Turned()
	if p := turned.Cells[1].Piece; p.Side != SecondSide || turned.Sprite(p) == d.Sprite(gold) {
		t.Errorf("turned, a tile is drawn as %s", turned.Sprite(p))
	}
	if p := turned.Cells[0].Piece; p.Side != FirstSide || !strings.HasSuffix(d.Sprite(p), "-C") {
		t.Errorf("turned, a token is %+v, drawn as %s", p, d.Sprite(p))
	}
	promoted := gold
	promoted.Tone = RedTone
	if d.Sprite(promoted) == d.Sprite(gold) || promoted.Name() != "gold general" {
		t.Errorf("promoted it is %q, drawn as %s", promoted.Name(), d.Sprite(promoted))
	}
}
