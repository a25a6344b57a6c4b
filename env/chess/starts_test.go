package chess

import (
	"math/rand/v2"
	"testing"

	"ludens/env"
)

// What Start draws is unfinished, said in full by its text, and of its kind.
func TestStarts(t *testing.T) {
	for _, name := range gallery(t) {
		g := general(t, name)
		for _, kind := range g.Starts() {
			drawn := 0
			for seed := range uint64(24) {
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
				if s.board.men == g.start.men {
					continue // nothing was taken off
				}
				drawn++
				checkKind(t, name, kind, s)
			}
			if drawn < 5 {
				t.Errorf("%s %s: %d of 24 positions differ from the start", name, kind, drawn)
			}
		}
	}
}

// checkKind reports a position that has not the pieces of its kind.
func checkKind(t *testing.T, name, kind string, s *State) {
	t.Helper()
	white, black := int(s.board.men[env.First]), int(s.board.men[env.Second])
	royals := s.game.royalMen(env.First) + s.game.royalMen(env.Second)
	lost := func(p env.Player) int { return 5 * (int(s.game.start.men[p]) - int(s.board.men[p])) }
	switch {
	case kind == odds && (lost(env.First) > int(s.game.start.men[0])+2 || lost(env.Second) > int(s.game.start.men[1])+2),
		kind == few && white+black-royals > 5,
		kind == bareKing && min(white, black) != 1,
		kind == mating && (min(white, black) != 1 || max(white, black) != 2):
		t.Errorf("%s: %s: %s has %d and %d pieces", name, kind, s.game.Position(s), white, black)
	}
}
