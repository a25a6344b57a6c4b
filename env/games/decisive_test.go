package games

import (
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Random games of every variant meet wins at once, and each is among the
// decisive actions. In the main variants these are few, or they would not be
// needed.
func TestDecisive(t *testing.T) {
	for _, e := range List() {
		g, err := Make(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := g.New(0).(env.Decisive); !ok {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			var c census
			for n := range uint64(30) {
				c.play(t, g, n)
			}
			t.Logf("%d of %d moves are decisive, %d win", c.decisive, c.legal, c.wins)
			if 2*c.decisive > c.legal && slices.Contains([]string{"celta", "cetro", "cetran2"}, e.Name) {
				t.Errorf("%d of %d moves are decisive, want fewer than half", c.decisive, c.legal)
			}
		})
	}
}

// census counts moves.
type census struct{ legal, decisive, wins int }

// play plays a random game and tries every move on the way.
func (c *census) play(t *testing.T, g env.Game, n uint64) {
	rng, s := seed.New(n).Rand(), g.New(n)
	for range g.Spec().MaxPly {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			return
		}
		decisive := s.(env.Decisive).Decisive(nil)
		for _, a := range legal {
			after := s.Copy(nil)
			if after.Play(a); after.Result() != env.WinFor(s.ToMove()) {
				continue
			}
			c.wins++
			if !slices.Contains(decisive, a) {
				t.Fatalf("%s wins at once, and is not decisive, in\n%s", s.Format(a), s)
			}
		}
		c.legal, c.decisive = c.legal+len(legal), c.decisive+len(decisive)
		s.Play(legal[rng.IntN(len(legal))])
	}
}
