package lines

import (
	"reflect"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/seed"
	"ludens/env/variant"
	"ludens/games"
)

// game returns the game of a text without a head, as this package plays it.
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
		t.Run(name, func(t *testing.T) { envtest.Run(t, game(t, text), envtest.Games(3)) })
	}
}

// The general engine plays the games that have a package of their own as that does.
func TestFastEngines(t *testing.T) {
	for _, name := range []string{"tictactoe", "connect4"} {
		fast, general := both(t, name)
		if _, ok := fast.(*Game); ok {
			t.Errorf("%s: played by the general engine", name)
		}
		if got, want := general.Spec(), fast.Spec(); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		if got, want := env.Fingerprint(general), env.Fingerprint(fast); got != want {
			t.Errorf("%s: fingerprint %s, want %s", name, got, want)
		}
	}
}

// Wherever random games go, and in all of tic-tac-toe, the two are at one.
func TestFastEnginesAgree(t *testing.T) {
	fast, general := both(t, "tictactoe")
	met := map[uint64]bool{}
	tree(t, fast.New(0), general.New(0), met)
	if len(met) != 5478 {
		t.Errorf("%d positions of tic-tac-toe, want 5478", len(met))
	}
	fast, general = both(t, "connect4")
	for n := range 300 {
		rng := seed.New(4).At("game", n).Rand()
		x, y := fast.New(0), general.New(0)
		for alike(t, x, y); x.Result() == env.Ongoing; alike(t, x, y) {
			legal := x.Legal(nil)
			a := legal[rng.IntN(len(legal))]
			x.Play(a)
			y.Play(a)
		}
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

// alike compares what two games show of a position.
func alike(t *testing.T, x, y env.State) {
	t.Helper()
	legal := x.Legal(nil)
	if x.Result() != y.Result() || !slices.Equal(legal, y.Legal(nil)) || len(legal) > 0 && x.ToMove() != y.ToMove() {
		t.Fatalf("%v or %v, moves %v or %v\n%s\n%s", x.Result(), y.Result(), legal, y.Legal(nil), x, y)
	}
	if !slices.Equal(env.Texts(x, legal), env.Texts(y, legal)) || x.(env.Explained).Ending() != y.(env.Explained).Ending() || x.String() != y.String() {
		t.Fatalf("texts differ: ending %q or %q\n%s\n%s", x.(env.Explained).Ending(), y.(env.Explained).Ending(), x, y)
	}
	for _, a := range legal {
		if got, want := y.(env.Spatial).Squares(a), x.(env.Spatial).Squares(a); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: squares %+v or %+v\n%s", x.Format(a), want, got, x)
		}
	}
}

// both returns the game of a file that comes with ludens, and as this package plays it.
func both(t testing.TB, name string) (env.Game, *Game) {
	t.Helper()
	text, _ := games.Text(name)
	f, err := variant.Parse(name, text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	read1, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	general, err := read(f)
	if err != nil {
		t.Fatal(err)
	}
	return read1, general
}
