package chess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/cetran"
	"ludens/env/variant"
	"ludens/games"
)

var cetranNames = []string{"cetran1", "cetran1-mirror", "cetran2", "cetran2-mirror", "cetran2-central"}

// file returns the file of a game that comes with ludens.
func file(t testing.TB, name string) *variant.File {
	t.Helper()
	text, ok := games.Text(name)
	if !ok {
		t.Fatalf("no file of %s", name)
	}
	f, err := variant.Parse(name+".toml", text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// general returns the game of a file as this package's own engine plays it.
func general(t testing.TB, name string) *Game {
	t.Helper()
	k := Rules().(*Keys)
	if err := file(t, name).Decode(k); err != nil {
		t.Fatal(err)
	}
	g, err := assemble(k)
	if err != nil {
		t.Fatal(err)
	}
	g.spec.Name = name
	return g
}

// The files of Cetran are played by its own package: the same game in all respects.
func TestCetranFiles(t *testing.T) {
	for _, name := range cetranNames {
		g, err := Read(file(t, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := cetran.New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if g.Spec() != want.Spec() || env.Fingerprint(g) != env.Fingerprint(want) {
			t.Errorf("%s is not the game of env/cetran", name)
		}
	}
}

// A file of a user that says the same has that engine, too.
func TestCetranByItsData(t *testing.T) {
	const head = "family = \"chess\"\nname = \"mine\"\nlike = \"cetran2\"\n"
	for text, want := range map[string]string{
		"":                     "cetran2",
		"clock = 0\ncap = 300": "cetran2:fifty=off,cap=300",
		"repetition = 0":       "cetran2:threefold=off",
		"insufficient = \"\"":  "cetran2:insufficient=off",
		"shuffle = \"\"":       "cetran2:array=qrknchsa/KSNRCAQH",
		"[men.P]\nmoves = \"fmWfceFifmnD\"\npromotes = \"QR\"": "cetran2:promo=qr",
		"draw = \"central\"":                       "cetran2-central",
		"clock = 60":                               "",
		"[men.Q]\nmoves = \"QN\"":                  "",
		"stalemate = \"loss\"":                     "",
		"castling = \"a1c1 d1b1\"\nshuffle = \"\"": "",
	} {
		f, err := variant.Parse("mine.toml", head+text, games.Text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Read(f)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		fast, ok := g.(renamed)
		if g.Spec().Name != "mine" || ok != (want != "") || ok && fast.Game.Spec().Name != want {
			t.Errorf("%q: %T called %s, want %q", text, g, g.Spec().Name, want)
		}
	}
}

// Both engines play the same file alike, and find the same moves: random games move by
// move, by the texts of positions and moves.
func TestGeneralAgainstCetran(t *testing.T) {
	for _, name := range cetranNames {
		g := general(t, name)
		fast, err := cetran.New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := range uint64(6) {
			s := fast.New(n)
			own, err := g.ParsePosition(fast.(env.Notated).Position(s))
			if err != nil {
				t.Fatal(err)
			}
			if n < 2 {
				for depth := 1; depth <= 3; depth++ {
					if got, want := env.Perft(own, depth), env.Perft(s, depth); got != want {
						t.Errorf("%s, seed %d: perft %d is %d, want %d", name, n, depth, got, want)
					}
				}
			}
			playAlike(t, name, own, s, rand.New(rand.NewPCG(n, 1)))
		}
	}
}

// playAlike plays a random game in both engines.
func playAlike(t *testing.T, name string, own, want env.State, rng *rand.Rand) {
	t.Helper()
	for ply := 0; ply < 600; ply++ {
		a, b := texts(own), texts(want)
		if !slices.Equal(a, b) || own.Result() != want.Result() {
			t.Fatalf("%s, ply %d: %v with %v, want %v with %v\n%s", name, ply, own.Result(), a, want.Result(), b, want)
		}
		if len(a) == 0 {
			sameEnding(t, own, want)
			return
		}
		text := a[rng.IntN(len(a))]
		for _, s := range []env.State{own, want} {
			m, err := env.Parse(s, text)
			if err != nil {
				t.Fatal(err)
			}
			s.Play(m)
		}
	}
}

// sameEnding compares what the two engines call the end.
func sameEnding(t *testing.T, own, want env.State) {
	t.Helper()
	words := map[string]string{
		"checkmate": "checkmate", "stalemate": "stalemate", "third occurrence": endings[repeated],
		"fifty moves without a capture or pawn move": endings[tooSlow],
		"only kings (and a knight) left":             endings[insufficient], "only kings (and a knight or bishop) left": endings[insufficient],
	}
	got, ending := own.(env.Explained).Ending(), want.(env.Explained).Ending()
	if words[ending] != got {
		t.Errorf("ends by %q, want %q", got, ending)
	}
}

// texts returns the texts of the legal moves in order.
func texts(s env.State) []string { return env.Texts(s, env.ByText(s)) }
