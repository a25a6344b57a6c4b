//go:build !purego

package kernel

import (
	"slices"
	"testing"
)

// TestGradientsLeaveOutOnlyZeros: the gradient of weights has the bits of one that
// multiplies the border, too. Control: with a border that is not zero it has others.
func TestGradientsLeaveOutOnlyZeros(t *testing.T) {
	for _, path := range []string{AVX512, AVX2} {
		t.Run(path, func(t *testing.T) {
			usePath(t, path)
			for _, b := range []Board{{1, 2}, {2, 2}, {5, 5}, {7, 7}, {9, 9}, {11, 13}} {
				for _, ch := range []int{8, 13, 24, 64} {
					s := shape{b, 3, ch, ch + 3, 2}
					o := s.operands(6)
					g := newTiledConvGrad(path, b, 3, s.in, s.out, 1, nil).(*tiledConvGrad)
					x, dy := boards(b, narrow(o.x), s.n, s.in), boards(b, narrow(o.dy), s.n, s.out)
					g.add(0, x, dy, 0, s.n)
					got := slices.Clone(g.sums)
					if !slices.Equal(got, wholeGradient(g, x, dy, s.n)) {
						t.Errorf("%v: other numbers", s)
					}
					for i := range s.in {
						x[i] = 1 // the corner above the first cell
					}
					if slices.Equal(got, wholeGradient(g, x, dy, s.n)) {
						t.Errorf("%v: a border of ones changes nothing", s)
					}
				}
			}
		})
	}
}

// wholeGradient returns the sums of n boards with all products of the border.
func wholeGradient(g *tiledConvGrad, x, dy []float32, n int) []float32 {
	b := g.board
	border, rest := b.Width()-b.Cols, b.Padded()-b.Rows*b.Width()
	clear(g.sums)
	for _, s := range g.shares {
		for ky := range 3 {
			s.run(gradTile{
				boards: n, rows: b.Rows, cols: b.Cols,
				dyStep: 4 * g.out, dyGap: 4 * g.out * border, dyJump: 4 * g.out * rest,
				xStep: 4 * g.in, xGap: 4 * g.in * border, xJump: 4 * g.in * rest,
				sumStep: 4 * g.width,
			}, dy[b.At(0, 0)*g.out:], x[b.At(ky-1, -1)*g.in:], g.tapRow(g.section(0), ky))
		}
	}
	return g.sums
}
