package tafl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
)

// On boards of one word and of two the short loops find what the general one finds.
func TestShortLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	for name, want := range map[string]loop{"celta": byWord, "ardri": byWord, "tablut": byPair, "copenhagen": byPair, "tablut-foteviken": byPair} {
		g := game(t, name)
		if g.fast != want {
			t.Errorf("%s is played by loop %d, want %d", name, g.fast, want)
		}
		s := g.New(0).(*State)
		for range 2000 {
			if s.Result() != env.Ongoing {
				s = g.New(0).(*State)
			}
			legal := s.Legal(nil)
			if want := g.slideSets(s.board, s.mover, &g.all, nil); !slices.Equal(legal, want) {
				t.Fatalf("%s\nin few words %v\nin sets      %v", s, legal, want)
			}
			if g.stuck(s.board, s.mover) || g.stuck(s.board, s.mover.other()) != (len(g.slide(s.board, s.mover.other(), nil)) == 0) {
				t.Fatalf("%s\nwho is stuck?", s)
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
}
