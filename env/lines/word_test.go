package lines

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/envtest"
	"ludens/env/seed"
)

// Which games have words, and which of them are classic.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"rows=3\ncols=3\nlength=3\nlook='crosses_noughts'":                              "classic",
		"like='tictactoe'\nlonger='wins'":                                               "classic",
		"like='tictactoe'\nlonger='nothing'\ncap=9":                                     "classic", // no row is longer
		"like='tictactoe'\nrows=0\ncols=0\nboard='''\n. . .\n. . .\n. . .'''":           "classic",
		"like='tictactoe'\ncap=8":                                                       "classic",
		"like='connect4'\ncapture_wins=3":                                               "classic",
		"like='tictactoe'\nlook='black_white'":                                          "word",
		"like='tictactoe'\nline='loses'":                                                "word",
		"like='connect4'\ncols=8":                                                       "word",
		"like='mnk-5-5-4'\nrows=7\ncols=8":                                              "word",
		"like='connect4'\nrows=7\ncols=8":                                               "word",
		"like='mnk-5-5-4'\nrows=8\ncols=8":                                              "",
		"like='connect4'\nrows=8\ncols=8":                                               "",
		"like='connect4'\nlonger='nothing'":                                             "",
		"like='tictactoe'\nswap=true":                                                   "",
		"like='tictactoe'\nstones=2":                                                    "",
		"like='tictactoe'\nfull='first'":                                                "",
		"like='tictactoe'\ncapture='pairs'":                                             "",
		"like='tictactoe'\nrows=0\ncols=0\nboard='''\n. . .\n. . .\n. . #'''\nlength=3": "",
	} {
		g, err := read(file(t, text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := ""
		switch g.New(0).(type) {
		case *word:
			got = "classic"
		case *counted:
			got = "word"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// The classic games have the keys of ever, and neither scores nor decisive moves, which
// would change searches and the openings of matches.
func TestClassic(t *testing.T) {
	for name, row := range map[string]struct {
		moves string
		key   uint64
	}{
		"tictactoe": {"a3 b2", 1<<9 | 1<<4},
		"connect4":  {"1 1 2", 0b100 + 1 + 0b10<<7 + 1<<7 + 1<<14 + 1<<21 + 1<<28 + 1<<35 + 1<<42},
	} {
		g, err := read(envtest.File(t, name, Rules))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := env.Fingerprint(general(g)), env.Fingerprint(g); got != want {
			t.Errorf("%s: fingerprint %s, want %s", name, got, want)
		}
		s := g.New(0)
		for _, move := range strings.Fields(row.moves) {
			a, err := env.Parse(s, move)
			if err != nil {
				t.Fatal(err)
			}
			s.Play(a)
		}
		if s.Key() != row.key {
			t.Errorf("%s: key %x, want %x", name, s.Key(), row.key)
		}
		if _, scored := s.(env.Scored); scored {
			t.Errorf("%s has a score", name)
		}
		if _, decisive := s.(env.Decisive); decisive {
			t.Errorf("%s knows decisive moves", name)
		}
	}
}

// Texts of classic positions, and what is wrong with others.
func TestClassicPositions(t *testing.T) {
	const empty = "......./......./......./"
	for _, row := range []struct{ game, text, want string }{
		{"tictactoe", "o../.x./..x", ""},
		{"tictactoe", ".../...", "2 rows, want 3"},
		{"tictactoe", "..../.../...", `rank 3 "....": has more than 3 squares`},
		{"tictactoe", ".../.#./...", "'#' stands for no stone: want x or o"},
		{"tictactoe", ".../.o./...", "0 x and 1 o, but x begins"},
		{"tictactoe", "x../.x./...", "2 x and 0 o"},
		{"tictactoe", "xxx/oo./o..", "after the end"},
		{"tictactoe", "xx./ooo/x.x", "after the end"},
		{"tictactoe", "xxx/xoo/xoo", ""}, // the last stone joins two lines
		{"connect4", empty + "...r.../..rry../.ryry../", "7 rows, want 6"},
		{"connect4", "......./......./...r.../..rry../.ryry../ryyry..", ""},
		{"connect4", empty + "...r.../......./...y...", "nothing below it"},
		{"connect4", empty + "......./......./...rr..", "2 r and 0 y, but r begins"},
		{"connect4", empty + "......./yy...../rrrryy.", "after the end"},
		{"connect4", "......./......./r.....r/r.....r/ryy.yyr/ryyryyr", "after the end"},
		{"connect4", "......./......./ry...../ry...../ry...../ry.....", "after the end"},
	} {
		g, err := read(envtest.File(t, row.game, Rules))
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.ParsePosition(row.text)
		switch {
		case row.want == "" && err != nil:
			t.Errorf("%s: %v", row.text, err)
		case row.want == "":
			if got := g.Position(s); got != row.text {
				t.Errorf("%s is written back as %s", row.text, got)
			}
		case err == nil || !strings.Contains(err.Error(), row.want):
			t.Errorf("%s: got %v, want %q", row.text, err, row.want)
		}
	}
}

// A word is what a State is, wherever random games of random plain rules go, and in all of
// tic-tac-toe; so are the positions that their texts and numbers lead to.
func TestWordsAreStates(t *testing.T) {
	met := map[uint64]bool{}
	tictactoe, err := read(envtest.File(t, "tictactoe", Rules))
	if err != nil {
		t.Fatal(err)
	}
	tree(t, tictactoe.New(0), general(tictactoe).New(0), met)
	if len(met) != 5478 {
		t.Errorf("%d positions of tic-tac-toe, want 5478", len(met))
	}
	words, ended := 0, map[ending]int{}
	for i := range 200 {
		f := file(t, plainFile(seed.New(31).At("file", i)))
		g, err := read(f)
		if err != nil || g.word == nil {
			continue
		}
		words++
		for n := range 2 {
			rng := seed.New(32).At("file", i).At("game", n).Rand()
			x, y := g.New(0), general(g).New(0)
			for alike(t, x, y); x.Result() == env.Ongoing; alike(t, x, y) {
				legal := x.Legal(nil)
				a := legal[rng.IntN(len(legal))]
				x.Play(a)
				y.Play(a)
			}
			ended[y.(*State).end]++
		}
	}
	if words < 100 || ended[byLine] < 20 || ended[byFull] < 20 {
		t.Errorf("%d games with words, want 100; endings %v, want 20 of each", words, ended)
	}
}

// plainFile returns the text of a random game most of which have words.
func plainFile(at seed.Seed) string {
	r := at.Rand()
	of := func(words ...string) string { return words[r.IntN(len(words))] }
	return fmt.Sprintf("rows=%d\ncols=%d\nlength=%d\nline='%s'\ndiagonals=%v\ngravity=%v\nfull='%s'\nlook='%s'",
		1+r.IntN(8), 1+r.IntN(9), 2+r.IntN(5), of(wins, wins, loses), r.IntN(4) > 0, r.IntN(2) > 0,
		of("draw", "draw", "last", "next"), of("crosses_noughts", "black_white", "red_yellow"))
}

// Words keep the laws of all games.
func TestWordLaws(t *testing.T) {
	for _, text := range []string{
		"like='tictactoe'", "like='connect4'", "like='mnk-4-4-3'\nfull='last'", "like='misere-tictactoe'\nrows=4", "like='connect4'\nrows=7\ncols=8\nlength=5\nfull='next'",
		"rows=2\ncols=19\nlength=17",
	} {
		t.Run(text, func(t *testing.T) {
			g, err := Read(file(t, text))
			if err != nil {
				t.Fatal(err)
			}
			envtest.Run(t, g, envtest.Games(3))
		})
	}
}

// tree visits all positions that two games come to by the same moves.
func tree(t *testing.T, x, y env.State, met map[uint64]bool) {
	if met[x.Key()] {
		return
	}
	met[x.Key()] = true
	alike(t, x, y)
	for _, a := range x.Legal(nil) {
		x, y := x.Copy(nil), y.Copy(nil)
		x.Play(a)
		y.Play(a)
		tree(t, x, y, met)
	}
}

// alike compares all that a word and a State show of a position.
func alike(t *testing.T, x, y env.State) {
	t.Helper()
	g, s := y.(*State).game, y.(*State)
	legal := x.Legal(nil)
	if x.Result() != y.Result() || !slices.Equal(legal, y.Legal(nil)) || x.ToMove() != y.ToMove() || x.(env.Bounded).Left() != s.Left() {
		t.Fatalf("%v or %v, moves %v or %v\n%+v\n%s\n%s", x.Result(), y.Result(), legal, y.Legal(nil), g.rules, x, y)
	}
	if !slices.Equal(env.Texts(x, legal), env.Texts(y, legal)) || x.(env.Explained).Ending() != s.Ending() || x.String() != y.String() ||
		!reflect.DeepEqual(x.(diagram.Pictured).Diagram(), s.Diagram()) {
		t.Fatalf("texts differ: ending %q or %q\n%+v\n%s\n%s", x.(env.Explained).Ending(), s.Ending(), g.rules, x, y)
	}
	for _, a := range legal {
		if got, want := x.(env.Spatial).Squares(a), s.Squares(a); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: squares %+v or %+v\n%s", x.Format(a), want, got, x)
		}
	}
	for c := range g.rows * g.cols {
		p, ok := x.(env.Spatial).Owner(c)
		if q, there := s.Owner(c); p != q || ok != there {
			t.Fatalf("cell %d: %v, %v or %v, %v\n%s", c, p, ok, q, there, x)
		}
	}
	saw, want := make([]float32, g.Spec().Size()), make([]float32, g.Spec().Size())
	x.Observe(saw)
	y.Observe(want)
	if !slices.Equal(saw, want) {
		t.Fatalf("observations %v and %v\n%s", saw, want, x)
	}
	if c, ok := x.(*counted); ok {
		own := c.board.game
		if c.Key() != s.Key() || c.Score(env.First) != s.Score(env.First) || !slices.Equal(c.Decisive(nil), s.Decisive(nil)) {
			t.Fatalf("keys %x and %x, scores %v and %v, decisive %v and %v\n%+v\n%s", c.Key(), s.Key(),
				c.Score(env.First), s.Score(env.First), c.Decisive(nil), s.Decisive(nil), g.rules, x)
		}
		if own.Position(x) != g.Position(y) {
			t.Fatalf("written as %s and %s", own.Position(x), g.Position(y))
		}
		read, err := own.ParsePosition(g.Position(y))
		if err != nil || read.Key() != c.Key() || read.Result() != c.Result() {
			t.Fatalf("%s: %v, %v", g.Position(y), read, err)
		}
	}
	if n, err := g.Numbering(); err == nil {
		of := x.(interface{ number() uint64 }).number()
		if i, _ := n.Of(y); i != of {
			t.Fatalf("number %d or %d\n%s", of, i, x)
		}
	}
}
