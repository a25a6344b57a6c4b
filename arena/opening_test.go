package arena

import (
	"math"
	"strings"
	"testing"

	"ludens/env"
	"ludens/internal/seed"
	"ludens/selfplay"
)

// Balanced openings differ, are unfinished, leave nobody a win at once and
// nobody far ahead; in any order of asking they are the same.
func TestBalancedOpenings(t *testing.T) {
	for _, name := range []string{"connect4", "celta", "cetran2", "cetro"} {
		g := game(t, name)
		openings, again := Balanced(g, 4, seed.New(1)), Balanced(g, 4, seed.New(1))
		again.Opening(30)
		seen := map[uint64]bool{}
		for i := range 40 {
			o := openings.Opening(i)
			s, err := o.State(g)
			if err != nil {
				t.Fatal(err)
			}
			start := g.New(o.Seed)
			if s.Result() != env.Ongoing || new(balanced).winsAtOnce(s) || len(o.Actions) != 4 {
				t.Errorf("%s, pair %d: %d plies to\n%s", name, i, len(o.Actions), s)
			}
			if lead := selfplay.Estimate(s, env.First) - selfplay.Estimate(start, env.First); math.Abs(float64(lead)) > Lead {
				t.Errorf("%s, pair %d: somebody is %v ahead in\n%s", name, i, lead, s)
			}
			if seen[s.Key()] {
				t.Errorf("%s, pair %d: an opening that was there before", name, i)
			}
			seen[s.Key()] = true
			if formatted(again.Opening(i).Actions) != formatted(o.Actions) {
				t.Errorf("%s, pair %d: another opening when asked in another order", name, i)
			}
		}
	}
}

// Where there are few openings they come again rather than never.
func TestOpeningsRunOut(t *testing.T) {
	g := game(t, "tictactoe")
	openings := Balanced(g, 1, seed.New(1))
	var games []Game
	for i := range 20 {
		o := openings.Opening(i)
		if len(o.Actions) != 1 {
			t.Fatalf("pair %d: %v", i, o.Actions)
		}
		games = append(games, Game{Actions: o.Actions, Opening: 1})
	}
	if n := Different(games); n != 9 {
		t.Errorf("%d different first moves of tic-tac-toe in 20 pairs, want all 9", n)
	}
}

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
