package stones

import (
	"testing"

	"ludens/env/seed"
)

// The nth cell is the one that each visits after n others.
func TestNth(t *testing.T) {
	rng := seed.New(7).Rand()
	for n := range 200 {
		s := set{rng.Uint64(), rng.Uint64() & rng.Uint64(), 0, rng.Uint64() | rng.Uint64()}
		if n == 0 {
			s = set{1 << 63, ^uint64(0), 1, 0}
		}
		i := 0
		s.each(func(c int) {
			if got := s.nth(i); got != c {
				t.Fatalf("%x: cell %d is %d, want %d", s, i, got, c)
			}
			i++
		})
	}
}
