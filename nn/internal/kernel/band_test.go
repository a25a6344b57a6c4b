//go:build (amd64 || arm64) && !purego

package kernel

import (
	"slices"
	"testing"
)

// TestBandsLeaveOutOnlyZeros: a convolution of bands has the bits of one that multiplies
// the border, too. Control: with a border that is not zero it has others.
func TestBandsLeaveOutOnlyZeros(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for _, b := range []Board{{1, 2}, {2, 2}, {5, 5}, {7, 7}, {9, 9}, {11, 13}} {
			for _, ch := range []int{8, 13, 24, 64} {
				s := shape{b, 3, ch, ch + 3, 2}
				o := s.operands(5)
				c := NewConv[float32](b, 3, s.in, s.out)
				bands, ok := any(c.loops).(*tiledConv)
				if !ok {
					t.Skip("the portable path has no tiles")
				}
				c.Set(narrow(o.w), narrow(o.bias))
				whole := *bands
				whole.bands = whole.cut(wholeFilter)
				x := boards(b, narrow(o.x), s.n, s.in)
				got, want := make([]float32, s.n*b.Padded()*s.out), make([]float32, s.n*b.Padded()*s.out)
				bands.run(got, x, nil, s.n, false)
				whole.run(want, x, nil, s.n, false)
				if !slices.Equal(got, want) {
					t.Errorf("%v: bands have other numbers", s)
				}
				for i := range s.in {
					x[i] = 1 // the corner above the first cell
				}
				if whole.run(want, x, nil, s.n, false); slices.Equal(got, want) {
					t.Errorf("%v: a border of ones changes nothing", s)
				}
			}
		}
	})
}
