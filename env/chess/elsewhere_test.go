package chess

import (
	"testing"

	"ludens/env"
	"ludens/env/variant"
)

// What is said to be one of Fairy-Stockfish's own variants is the same game: its section,
// read as ours, differs in nothing. Control: crazyhouse is none of them.
func TestFairyNames(t *testing.T) {
	section := func(theirs string) *Game {
		text, problems, err := Import("[own:"+theirs+"]\n", "own")
		if err != nil || len(problems) > 0 {
			t.Fatal(theirs, err, problems)
		}
		f, err := variant.Parse("own", text, nil)
		if err != nil {
			t.Fatal(theirs, err)
		}
		g, err := Read(f)
		if err != nil {
			t.Fatal(theirs, err)
		}
		return g.(*Game)
	}
	for ours, theirs := range fairyNames {
		g, h := general(t, ours), section(theirs)
		key := g.difference(h)
		if key == "men" && env.Perft(g.New(0), 3) == env.Perft(h.New(0), 3) { // it has kinds there that never come to the board
			continue
		}
		if key != "" {
			t.Errorf("%s is not %s: %s", ours, theirs, key)
		}
	}
	if general(t, "three-check").difference(section("crazyhouse")) == "" {
		t.Error("crazyhouse is three-check")
	}
}

// Other programs write a promotion of shogi as + and a soldier of xiangqi as a p on both banks.
// Both ways of writing are read; without Written's cases the texts are those of Format.
func TestWritten(t *testing.T) {
	for _, c := range []struct{ game, position, format, want string }{
		{"xiangqi", "4k4/9/9/9/9/P8/9/9/9/3K5 w - - 0 1", "a5a6s", "a5a6"},
		{"xiangqi", "4k4/9/9/9/P8/9/9/9/9/3K5 w - - 0 1", "a6b6", "a6b6"}, // a p across the river is promoted
		{"xiangqi", "4k4/9/9/9/p8/9/9/9/9/3K5 b - - 0 1", "a6a5s", "a6a5"},
		{"shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1", "a6a7g", "a6a7+"},
		{"shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1", "a6a7", "a6a7"},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a7a8q"},
	} {
		s, err := general(t, c.game).ParsePosition(c.position)
		if err != nil {
			t.Fatal(c.game, c.position, err)
		}
		a, err := env.Parse(s, c.format)
		if err != nil {
			t.Fatal(c.game, c.position, err)
		}
		if got := Written(s, a); got != c.want {
			t.Errorf("%s: %s is written %s, want %s", c.game, c.format, got, c.want)
		}
		for _, text := range []string{c.format, c.want} {
			if got, err := ReadWritten(s, text); err != nil || got != a {
				t.Errorf("%s: %s is read as %v, %v, want %v", c.game, text, got, err, a)
			}
		}
		if _, err := ReadWritten(s, "a1a1"); err == nil {
			t.Errorf("%s: a1a1 is read", c.game)
		}
	}
	g := general(t, "xiangqi")
	s, err := g.ParsePosition("4k4/9/9/9/S7p/9/s8/9/9/3K5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.FEN(s), "4k4/9/9/9/P7p/9/p8/9/9/3K5 w - - 0 1"; got != want {
		t.Errorf("FEN %s, want %s", got, want)
	}
	again, err := g.ParsePosition(g.FEN(s))
	if err != nil || g.Position(again) != g.Position(s) {
		t.Errorf("%s is read back as %v, %v", g.Position(s), again, err)
	}
}
