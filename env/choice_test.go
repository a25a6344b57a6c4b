package env_test

import (
	"math"
	"testing"

	"ludens/env"
)

// All choices of three of seven squares of two words have the numbers from 0 on.
func TestChoices(t *testing.T) {
	free := [2]uint64{1<<63 | 1<<5 | 1<<2, 0b10111}
	c := env.NewChoices(7, 3)
	if c[7][3] != 35 || c[2][3] != 0 || env.NewChoices(361, 60)[361][60] != math.MaxUint64 {
		t.Fatalf("%v", c)
	}
	for r := range c[7][3] {
		var set [2]uint64
		left := free
		c.Unrank(r, 3, set[:], left[:])
		again := free
		if got := c.Rank(set[:], again[:]); got != r || left != again || set[0]|left[0] != free[0] || set[1]|left[1] != free[1] {
			t.Errorf("%d: %b is number %d, and %b or %b is left", r, set, got, left, again)
		}
	}
}
