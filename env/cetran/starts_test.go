package cetran

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"ludens/env"
)

// What Start draws is legal, unfinished, told whole by its text, and of its kind.
func TestStarts(t *testing.T) {
	for _, name := range []string{"cetran2", "cetran2-mirror", "cetran1"} {
		made, err := New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		g := made.(*Game)
		for _, kind := range g.Starts() {
			lost := 0
			for seed := range uint64(300) {
				level := float64(seed%4) / 3
				s := g.Start(kind, level, rand.New(rand.NewPCG(seed, 1))).(*State)
				again, err := g.ParsePosition(g.Position(s))
				switch {
				case err != nil:
					t.Fatalf("%s %s: %v", name, kind, err)
				case again.Key() != s.Key() || s.Result() != env.Ongoing:
					t.Fatalf("%s %s: %s: key or result is not that of its text", name, kind, g.Position(s))
				case g.Position(s) != g.Position(g.Start(kind, level, rand.New(rand.NewPCG(seed, 1)))):
					t.Fatalf("%s %s: seed %d gives two positions", name, kind, seed)
				}
				lost += 32 - bits.OnesCount64(s.board.occupied())
				checkKind(t, kind, s)
			}
			if lost == 0 {
				t.Errorf("%s %s: nobody ever misses a man", name, kind)
			}
		}
	}
}

func checkKind(t *testing.T, kind string, s *State) {
	t.Helper()
	white, black := bits.OnesCount64(s.board.men[env.First]), bits.OnesCount64(s.board.men[env.Second])
	switch {
	case kind == odds && min(white, black) < 13:
		t.Errorf("odds: %s lacks more than three men", s.game.Position(s))
	case kind == few && white+black > 7:
		t.Errorf("few: %s has more than seven men", s.game.Position(s))
	case kind == bareKing && min(white, black) != 1:
		t.Errorf("endgame: in %s nobody has a bare king", s.game.Position(s))
	case kind == mating && (min(white, black) != 1 || max(white, black) != 2):
		t.Errorf("mate: %s is not one officer against a bare king", s.game.Position(s))
	}
}
