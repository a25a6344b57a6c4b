package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNormOfAnySize holds batch norm of every path, forward and back, against
// float64.
func TestNormOfAnySize(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for i, ch := range widths {
			b := boardsOfAllSizes[2+i%(len(boardsOfAllSizes)-4)]
			for _, withSkip := range []bool{false, true} {
				checkNorm32(t, b, ch, 1+i%3, withSkip)
			}
		}
	})
}

// norms is what batch norm gives, forward and back.
type norms[T Float] struct{ y, dx, dskip, dgamma, dbeta, mean, variance []T }

// runNorm runs both passes; without a skip, dskip stays nil.
func runNorm[T Float](b Board, ch, n int, x, skip, dy, gamma, beta []T) norms[T] {
	m := newNorm[T](b, ch, n, 1e-5, 0.1)
	r := norms[T]{y: guarded[T](b, n, ch), dx: guarded[T](b, n, ch)}
	if skip != nil {
		r.dskip = guarded[T](b, n, ch)
	}
	m.forward(r.y, x, gamma, beta, skip, n)
	m.backward(r.dx, r.dskip, x, r.y, dy, gamma, n)
	r.dgamma, r.dbeta, r.mean, r.variance = m.DGamma, m.DBeta, m.Mean, m.Variance
	return r
}

// checkNorm32 compares within a tolerance that suits numbers about 1. Where y
// is close to 0 the two precisions may disagree about its sign, so shifts keep
// it away from there.
func checkNorm32(t *testing.T, b Board, ch, n int, withSkip bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(ch), 8))
	x := boards(b, random[float32](r, n*ch*b.Cells()), n, ch)
	dy := boards(b, random[float32](r, n*ch*b.Cells()), n, ch)
	gamma, beta := make([]float32, ch), make([]float32, ch)
	for k := range gamma {
		gamma[k], beta[k] = 0.1+0.01*float32(k%5), float32(k%2*4-2)
	}
	var skip []float32
	var skip64 []float64
	if withSkip {
		skip = boards(b, random[float32](r, n*ch*b.Cells()), n, ch)
		for i := range skip {
			skip[i] = max(-1, min(skip[i], 1))
		}
		skip64 = wide(skip)
	}
	got := runNorm(b, ch, n, x, skip, dy, gamma, beta)
	want := runNorm(b, ch, n, wide(x), skip64, wide(dy), wide(gamma), wide(beta))
	what := fmt.Sprintf("%d boards of %dx%d, %d channels, skip %t: ", n, b.Rows, b.Cols, ch, withSkip)
	for _, c := range []struct {
		name      string
		got       []float32
		want      []float64
		tolerance float64
	}{
		{"y", got.y, want.y, 1e-5}, {"dx", got.dx, want.dx, 1e-5}, {"dskip", got.dskip, want.dskip, 0},
		{"dgamma", got.dgamma, want.dgamma, 1e-3}, {"dbeta", got.dbeta, want.dbeta, 1e-3},
		{"mean", got.mean, want.mean, 1e-6}, {"variance", got.variance, want.variance, 1e-6},
	} {
		near(t, what+c.name, wide(c.got), c.want, c.tolerance)
	}
	for _, boards := range [][]float32{got.y, got.dx} {
		checkBorder(t, b, boards, n, ch, guard)
	}
}

// TestNormKeepsNaN: a NaN passes through y and through the gate.
func TestNormKeepsNaN(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		b, nan := Board{2, 2}, float32(math.NaN())
		x := boards(b, []float32{1, 2, nan, 4}, 1, 1)
		got := runNorm(b, 1, 1, x, nil, boards(b, []float32{1, 1, 1, 1}, 1, 1), []float32{1}, []float32{0})
		for what, v := range map[string][]float32{"y": got.y, "dx": got.dx} {
			if cells := planes(b, v, 1, 1); !slices.ContainsFunc(cells, func(v float32) bool { return v != v }) {
				t.Errorf("%s = %v, want no numbers", what, cells)
			}
		}
	})
}
