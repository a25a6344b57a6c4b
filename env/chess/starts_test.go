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
				if s.board.own[0].count() == g.start.own[0].count() && s.board.own[1].count() == g.start.own[1].count() {
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
	white, black := s.board.own[env.First].count(), s.board.own[env.Second].count()
	royals := s.game.royalMen(env.First) + s.game.royalMen(env.Second)
	lost := func(p env.Player) int { return 5 * (s.game.start.own[p].count() - s.board.own[p].count()) }
	switch {
	case kind == odds && (lost(env.First) > s.game.start.own[0].count()+2 || lost(env.Second) > s.game.start.own[1].count()+2),
		kind == few && white+black-royals > 5,
		kind == bareKing && min(white, black) != 1,
		kind == mating && (min(white, black) != 1 || max(white, black) != 2):
		t.Errorf("%s: %s: %s has %d and %d pieces", name, kind, s.game.Position(s), white, black)
	}
}
