package variant_test

import (
	"strings"
	"testing"

	"ludens/env/diagram"
	"ludens/env/variant"
)

// A file's board is drawn as it says, or as that of the game that it is like; another style
// is an error in one line.
func TestBoardStyles(t *testing.T) {
	base := func(style string) variant.Library {
		return func(name string) (string, bool) {
			return "family = \"race\"\nname = \"base\"\nboard_style = \"" + style + "\"\n", name == "base"
		}
	}
	squares := func() diagram.Diagram {
		return diagram.Diagram{Rows: 10, Cols: 9, Cells: append(make([]diagram.Cell, 89), diagram.Cell{Ground: diagram.DarkCell})}
	}
	for style, want := range map[string]struct {
		ground diagram.Ground
		grid   diagram.Grid
		figure diagram.Figure
	}{
		"squares":     {ground: diagram.DarkCell},
		"uncheckered": {},
		"points":      {grid: diagram.PointGrid},
		"xiangqi":     {grid: diagram.RiverGrid, figure: diagram.Token},
		"shogi":       {figure: diagram.Tile},
	} {
		f, err := variant.Parse("mine.toml", "name = \"mine\"\nlike = \"base\"\n", base(style))
		if err != nil {
			t.Fatal(err)
		}
		if d := f.Styled(squares()); d.Grid != want.grid || d.Cells[89].Ground != want.ground || f.Figure() != want.figure {
			t.Errorf("%s: grid %d, ground %d, figure %d", style, d.Grid, d.Cells[89].Ground, f.Figure())
		}
		own, err := variant.Parse("mine.toml", "name = \"mine\"\nlike = \"base\"\nboard_style = \"squares\"\n", base(style))
		if err != nil || own.Styled(squares()).Cells[89].Ground != diagram.DarkCell {
			t.Errorf("%s, and squares over it: %v", style, err)
		}
	}
	_, err := variant.Parse("mine.toml", "family = \"race\"\nname = \"mine\"\nboard_style = \"hexagons\"\n", nil)
	if err == nil || !strings.HasPrefix(err.Error(), "mine.toml:3: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("hexagons: %v", err)
	}
}
