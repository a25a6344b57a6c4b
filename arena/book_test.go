package arena

import (
	"strings"
	"testing"

	"ludens/env/seed"
)

const book = `# two ways to begin
b2 a1
1. b2 c3 {a corner} 2. a1

[Game "tictactoe"]
[First "Ana"]

1. a1 b2 2. c3

[Start "x../.o./..."]
1. c3
`

func TestParseBook(t *testing.T) {
	g := game(t, "tictactoe")
	b, err := ParseBook(g, book, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"x", "x", "x", "x"}
	plies := []int{2, 3, 3, 1}
	if len(b) != len(want) {
		t.Fatalf("%d openings, want %d", len(b), len(want))
	}
	for i, o := range b {
		s, err := o.State(g)
		if err != nil || len(o.Actions) != plies[i] || !strings.Contains(s.String(), want[i]) {
			t.Errorf("opening %d: %d plies, %v, to\n%s", i, len(o.Actions), err, s)
		}
	}
	if formatted(b.Opening(5).Actions) != formatted(b[1].Actions) {
		t.Error("the sixth pair does not begin with the second opening")
	}
}

// An opening without a start takes the one that is drawn for it; one that names a start or a
// seed keeps that.
func TestStartsOfOpenings(t *testing.T) {
	for text, want := range map[string]Opening{
		"1. c3":                          {Seed: 7},
		"[Seed \"3\"]\n1. c3":            {Seed: 3},
		"[Start \"x../.o./...\"]\n1. c3": {Start: "x../.o./..."},
	} {
		o, err := parseOpening(game(t, "tictactoe"), strings.Split(text, "\n"), 7)
		if err != nil || o.Seed != want.Seed || o.Start != want.Start {
			t.Errorf("%q: %+v, %v; want seed %d, start %q", text, o, err, want.Seed, want.Start)
		}
	}
}

func TestParseBookComplains(t *testing.T) {
	g := game(t, "tictactoe")
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "# only words\n\n", "no opening"},
		{"an illegal move", "b2 a1\n\nb2 b2\n", `illegal action "b2"`},
		{"where it is", "b2 a1\n\nb2 b2\n", "line 3: "},
		{"an illegal move in a record", "b2\n[Game \"tictactoe\"]\n\n1. a1 a1", "line 2: "},
		{"a game that is over", "a1 b1 a2 b2 a3", "line 1: the game is over after it (first wins)"},
		{"another game", "[Game \"celta\"]\n1. c4c1", "line 1: a record of celta, the match is tictactoe"},
	} {
		if _, err := ParseBook(g, tt.text, seed.New(1)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.name, err, tt.want)
		}
	}
}
