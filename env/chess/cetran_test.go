package chess

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// mine returns the game of a file that is like cetran2 and says something besides.
func mine(t *testing.T, text string) *Game {
	t.Helper()
	f, err := variant.Parse("mine.toml", "family = \"chess\"\nname = \"mine\"\nlike = \"cetran2\"\n"+text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Read(f)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return g.(*Game)
}

// A file that says what a game of Cetran with some options says is that game: the same
// actions, planes, arrays and keys.
func TestCetranByItsData(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "cetran2",
		"clock = 0\ncap = 300": "cetran2 fifty=off cap=300",
		"repetition = 0":       "cetran2 threefold=off",
		"insufficient = \"\"":  "cetran2 insufficient=off",
		"shuffle = \"\"":       "cetran2 array=qrknchsa/KSNRCAQH",
		"[men.P]\nmoves = \"fmWfceFifmnD\"\npromotes = \"QR\"": "cetran2 promo=qr",
		"draw = \"central\"": "cetran2-central",
		"draw = \"mirror\"":  "cetran2-mirror",
	} {
		name, options, _ := strings.Cut(want, " ")
		other, err := New(name, settings(options))
		if err != nil {
			t.Fatal(err)
		}
		g, o := mine(t, text), other.(*Cetran)
		if env.Fingerprint(g) != env.Fingerprint(o) || g.New(5).Key() != o.New(5).Key() || !slices.Equal(g.PlaneNames(), o.PlaneNames()) || !slices.Equal(g.ActionNames(), o.ActionNames()) {
			t.Errorf("%q is not %s", text, want)
		}
	}
}

// One rule more leaves the arrays, actions and known planes as they are, and adds planes behind
// them: so a network for cetran2 can begin it. Another army has nothing of it.
func TestCetranWithMoreRules(t *testing.T) {
	cetran2 := cetran2Game(t)
	for text, more := range map[string]int{
		"checks = 20":                               2,
		"clock = 60":                                0,
		"stalemate = \"loss\"":                      0,
		"repetition = 5":                            1,
		"drops = true\ncaptures_to_hand = true":     2*8 + 2*7, // hands, and what was a pawn
		"castling = \"a1c1 d1b1\"\nshuffle = \"\"":  2,
		"[men.Q]\nname = \"queen\"\nmoves = \"QA\"": 0,
	} {
		g := mine(t, text)
		planes, actions := g.PlaneNames(), g.ActionNames()
		if n := len(cetran2.PlaneNames()); !slices.Equal(planes[:n], cetran2.PlaneNames()) || len(planes) != n+more {
			t.Errorf("%q: %d planes, %v behind the known ones, want %d", text, len(planes), planes[n:], more)
		}
		if n := len(cetran2.ActionNames()); !slices.Equal(actions[:n], cetran2.ActionNames()) {
			t.Errorf("%q: other actions", text)
		}
		if g.keys.Shuffle != "" && !strings.HasPrefix(g.Position(g.New(0)), "hsckrnqa/") {
			t.Errorf("%q: seed 0 begins with %s", text, g.Position(g.New(0)))
		}
		if seen := observation(g.New(0)); len(seen) != 64*len(planes) {
			t.Errorf("%q: %d numbers are seen", text, len(seen))
		}
	}
	for _, text := range []string{"without = [\"H\"]\nboard = \"k......q\\npppppppp\\n........\\n........\\n........\\n........\\nPPPPPPPP\\nK......Q\"\n[men.P]\nmoves = \"fmWfceFifmnD\"\npromotes = \"Q\"", "[men.S]\nname = \"sissa\"\nmoves = \"N\""} {
		if g := mine(t, text); g.cetran != nil {
			t.Errorf("%q has the planes of Cetran", text)
		}
	}
}

// What cannot be drawn is not among the kinds of starts, and asking for it ends nonetheless:
// a lone bishop cannot mate.
func TestStartWithoutMates(t *testing.T) {
	g := made(t, "cetran1", "promo=b")
	if slices.Contains(g.Starts(), mating) || !slices.Contains(g.Starts(), few) {
		t.Errorf("starts %v", g.Starts())
	}
	done := make(chan env.State, 1)
	go func() { done <- g.Start(mating, 1, rand.New(rand.NewPCG(1, 2))) }()
	select {
	case s := <-done:
		if s.Result() != env.Ongoing {
			t.Errorf("began with %v", s)
		}
	case <-time.After(time.Minute):
		t.Error("no start in a minute")
	}
	if g := made(t, "cetran1", "promo=q"); !slices.Contains(g.Starts(), mating) {
		t.Errorf("promo=q: starts %v", g.Starts())
	}
}
