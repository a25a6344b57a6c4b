package games

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// A game that can skip turns does so in most positions, and the two who had them
// stand as before.
func TestSkip(t *testing.T) {
	for _, e := range List() {
		g, err := Make(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := g.New(0).(env.Tactical); !ok {
			continue
		}
		asked, skipped := 0, 0
		for n := range uint64(10) {
			rng, s := seed.New(n).Rand(), g.New(n)
			for range 60 {
				legal := s.Legal(nil)
				if len(legal) == 0 {
					break
				}
				asked++
				if s.Copy(nil).(env.Tactical).Skip() {
					skipped++
				}
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
		if 2*skipped < asked {
			t.Errorf("%s: %d of %d turns can be skipped, want most", e.Name, skipped, asked)
		}
	}
}
