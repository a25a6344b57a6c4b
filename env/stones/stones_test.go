package stones

import (
	"testing"

	"ludens/env/envtest"
	"ludens/env/variant"
	"ludens/games"
)

// game returns the game of a text without a head.
func game(t testing.TB, text string) *Game {
	t.Helper()
	g, err := read(file(t, text))
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return g
}

// file returns a file of this family that says a text.
func file(t testing.TB, text string) *variant.File {
	t.Helper()
	f, err := variant.Parse("mine.toml", "family = \"stones\"\nname = \"mine\"\n"+text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// rulesOf are games for the conformance kit and the slow reference: rules that change the
// planes, the actions and the ways to end.
var rulesOf = map[string]string{
	"reversi 4":         "rows=4\ncols=4\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'",
	"reversi 6 misere":  "rows=6\ncols=6\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'\nresult='loses'\nlook='white_black'",
	"reversi wide":      "rows=6\ncols=12\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'\nkomi=3",
	"reversi stuck":     "rows=4\ncols=6\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\nstuck='loses'",
	"reversi holes":     "board='''\n#....#\n......\n..ox..\n..xo..\n...#..\n......'''\nneighbours=4\nput='flanking'\nflip='lines'\npass='stuck'",
	"hex":               "rows=5\ncols=4\ncells='hexagons'\ngoal='sides'\nswap=true\nranks='down'\nlook='red_blue'",
	"hex 9":             "rows=9\ncols=9\ncells='hexagons'\ngoal='sides'",
	"rex":               "rows=4\ncols=4\ncells='hexagons'\ngoal='sides'\nresult='loses'",
	"square hex":        "rows=5\ncols=5\nneighbours=4\ngoal='sides'\nstuck='draws'",
	"y":                 "rows=6\ncols=6\ncells='hexagons'\nshape='triangle'\ngoal='three'\nswap=true",
	"havannah":          "rows=7\ncols=7\ncells='hexagons'\nshape='hexagon'\ngoal='havannah'\nstuck='draws'",
	"ataxx":             "rows=5\ncols=5\nneighbours=8\nstart='corners'\nput='beside'\nmove='leap'\nflip='neighbours'\npass='stuck'\nleast=1",
	"hexxagon":          "rows=7\ncols=7\ncells='hexagons'\nshape='hexagon'\nstart='corners'\nput='beside'\nmove='leap'\nflip='neighbours'\npass='stuck'\nleast=1\nquiet=40",
	"go 3":              "rows=3\ncols=3\ncapture=true\nko='positional'\npass='free'\ncount='area'\ncap=200",
	"go 5":              "rows=5\ncols=4\ncapture=true\nko='simple'\npass='free'\ncount='area'\nkomi=7\ncap=200",
	"go suicide":        "rows=3\ncols=4\ncapture=true\nsuicide=true\nko='positional'\npass='free'\ncount='area'\ncap=200",
	"go 9":              "rows=9\ncols=9\ncapture=true\nko='positional'\npass='free'\ncount='area'\nkomi=14\ncap=300",
	"go of hexagons":    "rows=5\ncols=5\ncells='hexagons'\ncapture=true\nko='simple'\npass='free'\ncount='area'\ncap=200",
	"amazons":           "board='''\n..x..\nx...x\n.....\no...o\n..o..'''\nneighbours=8\nput='never'\nmove='slide'\nshoot=true\nstuck='loses'",
	"amazons of steps":  "board='''\n..x.\n....\n.o..'''\nneighbours=8\nput='never'\nmove='step'\nshoot=true\nstuck='wins'",
	"mills":             "board='''\n.--.--.\n|.-.-.|\n||...||\n...#...\n||...||\n|.-.-.|\n.--.--.'''\nreserve=9\nmove='step'\nfly=3\nmill=3\nleast=3\nstuck='loses'\nquiet=12",
	"six mills":         "board='''\n.-.-.\n|...|\n..#..\n|...|\n.-.-.'''\nreserve=6\nmove='step'\nmill=3\nleast=3\nstuck='loses'\nquiet=30",
	"linked mills":      "board='''\n.#.#.\n#...#\n..#..\n#...#\n.#.#.'''\nlinks='" + links + "'\nreserve=6\nmove='step'\nfly=3\nmill=3\nleast=3\nstuck='loses'\nquiet=30",
	"linked go":         "board='''\n.#.#.\n#...#\n..#..\n#...#\n.#.#.'''\nlinks='" + links + "'\ncapture=true\nko='positional'\npass='free'\ncount='area'\ncap=200",
	"linked sides":      "board='''\n.#.#.\n#...#\n..#..\n#...#\n.#.#.'''\nlinks='" + links + "'\ngoal='sides'\nstuck='draws'",
	"lasker":            "board='''\n.-.-.\n|...|\n..#..\n|...|\n.-.-.'''\nreserve=5\nearly=true\nmove='step'\nfly=3\nmill=3\nleast=3\nstuck='loses'\nquiet=30",
	"clobber":           "rows=4\ncols=5\nstart='full'\nput='never'\nmove='clobber'\nstuck='loses'",
	"konane":            "rows=6\ncols=6\nstart='full'\nput='never'\nmove='jump'\nremoval=true\nstuck='loses'",
	"lines of action":   "rows=5\ncols=5\nneighbours=8\nstart='edges'\nput='never'\nmove='count'\ngoal='gather'\nstuck='loses'\nquiet=30",
	"lines of hexagons": "rows=6\ncols=6\ncells='hexagons'\nstart='edges'\nput='never'\nmove='count'\ngoal='gather'\npass='stuck'\nquiet=20",
}

// links are those of two squares whose corners are joined.
const links = "a5-c5 c5-e5 e5-e3 e3-e1 e1-c1 c1-a1 a1-a3 a3-a5 b4-c4 c4-d4 d4-d3 d3-d2 d2-c2 c2-b2 b2-b3 b3-b4 a5-b4 e5-d4 e1-d2 a1-b2 c5-c4"

// The conformance kit.
func TestLaws(t *testing.T) {
	for name, text := range rulesOf {
		t.Run(name, func(t *testing.T) { envtest.Run(t, game(t, text), envtest.Games(2)) })
	}
}
