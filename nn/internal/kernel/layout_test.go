package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLayoutOfAnySize: every path moves the numbers to where Flatten and Pack
// put them, and touches nothing else.
func TestLayoutOfAnySize(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 9))
		for i, ch := range widths {
			b, n := boardsOfAllSizes[i%len(boardsOfAllSizes)], 1+i%3
			s := shape{board: b, in: ch, n: n}
			l := NewLayout[float32](b, ch)
			x := random[float32](r, n*ch*b.Cells())

			got, want := guarded[float32](b, n, ch), guarded[float32](b, n, ch)
			l.Pack(got, x, n)
			Pack(b, want, x, n, ch)
			if !slices.Equal(got, want) {
				t.Errorf("%v: packed otherwise than Pack", s)
			}
			stride := ch*b.Cells() + 3
			flat, plain := slices.Repeat([]float32{guard}, n*stride), slices.Repeat([]float32{guard}, n*stride)
			l.Flatten(flat, got, n, stride)
			Flatten(b, plain, got, n, ch, stride)
			if !slices.Equal(flat, plain) {
				t.Errorf("%v: flattened otherwise than Flatten", s)
			}
		}
	})
}
