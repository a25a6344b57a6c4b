package tafl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
)

// On boards of one word both ways of finding moves find the same.
func TestOneWordIsEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	for _, name := range []string{"celta", "ardri"} {
		g, err := New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := g.New(0).(*State)
		for range 2000 {
			if s.Result() != env.Ongoing {
				s = g.New(0).(*State)
			}
			legal := s.Legal(nil)
			room := make([]env.Action, 0, maxCells*2*maxSize)
			if want := s.game.legalInWords(&s.board, s.mover, room); !slices.Equal(legal, want) {
				t.Fatalf("%s\nin one word %v\nin two      %v", s, legal, want)
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
}
