package race

import (
	"math/rand/v2"
	"testing"

	"ludens/env"
)

// What Start draws is unfinished, told whole by its text, and the harder the
// higher the level.
func TestStarts(t *testing.T) {
	for _, name := range []string{"cetro", "cetro:first=north", "cetro:demand=veto", "cetro-5x5", "cetro-5x7",
		"halma-8x8", "salta", "ugolki", "grasshopper", "five-field-kono", "halma:lock=goal"} {
		g := game(t, name)
		var need [2]int // at the levels 0 and 1
		drawn := map[uint64]bool{}
		for level := range need {
			for seed := range uint64(200) {
				s := g.Start(near, float64(level), rand.New(rand.NewPCG(seed, 1))).(*State)
				again, err := g.ParsePosition(g.Position(s))
				switch {
				case err != nil:
					t.Fatalf("%s: %v", name, err)
				case again.Key() != s.Key() || s.Result() != env.Ongoing:
					t.Fatalf("%s: %s: key or result is not that of its text", name, g.Position(s))
				case g.Position(s) != g.Position(g.Start(near, float64(level), rand.New(rand.NewPCG(seed, 1)))):
					t.Fatalf("%s: seed %d gives two positions", name, seed)
				}
				drawn[s.Key()] = true
				need[level] += min(s.need[south], s.need[north])
			}
		}
		if drawn[g.New(0).Key()] || len(drawn) < 100 {
			t.Errorf("%s: %d different positions, the start among them: %v", name, len(drawn), drawn[g.New(0).Key()])
		}
		if need[0] >= need[1] {
			t.Errorf("%s: the leader needs %d moves at level 0, %d at level 1", name, need[0], need[1])
		}
	}
}

// Where pieces are put on the board no side is near the end before that is done.
func TestNoStartsWithAReserve(t *testing.T) {
	for name, want := range map[string]int{"conspirateurs": 0, "halma": 1} {
		if got := game(t, name).Starts(); len(got) != want {
			t.Errorf("%s: starts %v, want %d", name, got, want)
		}
	}
}
