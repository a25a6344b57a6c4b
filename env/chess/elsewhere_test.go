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
