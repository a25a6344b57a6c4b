package lines

import (
	"testing"

	"ludens/env/envtest"
	"ludens/env/variant"
	"ludens/games"
)

// game returns the game of a text without a head, whose positions are States.
func game(t testing.TB, text string) *Game {
	t.Helper()
	g, err := read(file(t, text))
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return general(g)
}

// general returns a game whose positions are States.
func general(g *Game) *Game {
	wide := *g
	wide.word, wide.classic = nil, false
	return &wide
}

// file returns a file of this family that says a text.
func file(t testing.TB, text string) *variant.File {
	t.Helper()
	f, err := variant.Parse("mine.toml", "family = \"lines\"\nname = \"mine\"\n"+text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The conformance kit, for rules that change the planes, the actions and the ways to end.
func TestLaws(t *testing.T) {
	for name, text := range map[string]string{
		"tictactoe":    "rows=3\ncols=3\nlength=3\nlook='crosses_noughts'",
		"misere":       "rows=4\ncols=3\nlength=3\nline='loses'",
		"squava":       "rows=5\ncols=5\nlength=3\nline='loses'\nlonger='wins'\nswap=true",
		"exact":        "rows=7\ncols=6\nlength=4\nlonger='nothing'\ndiagonals=false\nfull='last'",
		"upright":      "rows=4\ncols=5\nlength=3\ngravity=true\nswap=true\nfull='second'\nlook='red_yellow'",
		"six":          "rows=9\ncols=9\nlength=6\nstones=2",
		"six firsts":   "rows=5\ncols=6\nlength=4\nstones=3\nfirst_stones=2\nswap=true\nfull='next'",
		"pente":        "rows=9\ncols=9\nlength=5\ncapture='pairs'\ncentre='only'\naway=3",
		"keryo":        "rows=7\ncols=7\nlength=5\ncapture='pairs_and_triples'\ncapture_wins=15\nstones=2\nlonger='nothing'",
		"misere pente": "rows=6\ncols=6\nlength=3\ncapture='pairs'\ncapture_wins=4\nline='loses'\nlonger='nothing'\nswap=true\nfull='first'",
		"holes":        "board='''\n#...#\n.....\n..#..\n.....\n#...#'''\nlength=4\ncentre='never'",
		"upright hole": "board='''\n#...#\n.....\n.....\n.###.'''\nlength=3\ngravity=true\ncentre='never'\naway=1",
		"capped":       "rows=19\ncols=19\ncap=20",
	} {
		t.Run(name, func(t *testing.T) {
			g := game(t, text)
			envtest.Run(t, g, envtest.Games(3))
		})
	}
}
