package arena

import (
	"math"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Balanced openings differ, are unfinished, leave neither side a win at once and
// neither far ahead; in any order of asking they are the same.
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
			if lead := env.Estimate(s, env.First) - env.Estimate(start, env.First); math.Abs(float64(lead)) > Lead {
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

// Openings that would always end the game are shorter, and drawn all the same.
func TestOpeningsEnd(t *testing.T) {
	g := game(t, "tictactoe")
	for _, o := range []Openings{Random(g, MaxOpening, seed.New(1)), Balanced(g, MaxOpening, seed.New(1))} {
		s, err := o.Opening(0).State(g)
		if err != nil || s.Result() != env.Ongoing {
			t.Errorf("%T: begins with a game that is over, %v", o, err)
		}
	}
}
