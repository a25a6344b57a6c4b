package tafl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Every move that wins at once is decisive, whatever the rules: over random files and
// settings, where boards begin with rings around the king and with forts at an edge.
func TestDecisive(t *testing.T) {
	wins := map[ending]int{}
	for i := range 900 {
		rng := seed.New(17).At("file", i).Rand()
		var s *State
		switch i % 3 {
		case 0:
			s = general(t, randomFile(rng)).start.Copy(nil).(*State)
		case 1:
			s = anyPosition(anyRules(t, rng), rng)
		default:
			s = almostEncircled(t, rng)
		}
		for range 15 {
			if s.end != ongoing {
				break
			}
			holdDecisive(t, s, wins)
			s.Play(wild(s, rng))
		}
	}
	t.Log(wins)
	for e := kingFromTwo; e <= endings; e++ {
		if wins[e] == 0 {
			t.Errorf("no move wins by ending %d", e)
		}
	}
}

// holdDecisive tries all moves of a position, and counts those that win.
func holdDecisive(t *testing.T, s *State, wins map[ending]int) {
	t.Helper()
	decisive := s.Decisive(nil)
	for _, a := range s.Legal(nil) {
		after := s.Copy(nil).(*State)
		if after.Play(a); after.result != env.WinFor(s.ToMove()) {
			continue
		}
		wins[after.end]++
		if !slices.Contains(decisive, a) {
			t.Fatalf("%s\n%s wins (%s), and is none of %v\n%s", s.game.rules.Board, s.Format(a), after.Ending(), env.Texts(s, decisive), s)
		}
	}
}

// almostEncircled returns a position in which a ring of attackers has one gap.
func almostEncircled(t *testing.T, rng *rand.Rand) *State {
	name := []string{"wtf", "wtf:encirclement=off,surround=king", "celta:encirclement=on,shieldwall=weak"}[rng.IntN(3)]
	g := game(t, name)
	b, gap := g.empty(), rng.IntN(8)
	g.put(b, king, 3*7+3)
	around(7, 7, 3, 3, func(row, col, far int) {
		c := cell(7*row + col)
		switch {
		case far == 1 && rng.IntN(2) == 0:
			g.put(b, defender, c)
		case far == 2:
			if gap--; gap != -1 {
				g.put(b, attacker, c)
			}
		}
	})
	g.put(b, attacker, []cell{1, 2, 3, 7, 14, 21, 27, 34, 45}[rng.IntN(9)])
	return g.place(b, attackers, g.beyond)
}

// Few moves are decisive though a side may win in many ways: in copenhagen by cutting off,
// by a fort and by a repetition.
func TestFewAreDecisive(t *testing.T) {
	g := game(t, "copenhagen")
	s, rng := g.New(0), seed.New(18).Rand()
	moves, decisive := 0, 0
	for range 400 {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			s = g.New(0)
			continue
		}
		moves += len(legal)
		decisive += len(s.(env.Decisive).Decisive(nil))
		s.Play(legal[rng.IntN(len(legal))])
	}
	if t.Logf("%d of %d moves are decisive", decisive, moves); 4*decisive > moves {
		t.Errorf("%d of %d moves are decisive, want a quarter at most", decisive, moves)
	}
}
