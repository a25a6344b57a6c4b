package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// guard is a number that no kernel may read into a result or write over.
const guard = 12345.5

// random returns n numbers around 0.
func random[T Float](r *rand.Rand, n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = T(r.NormFloat64())
	}
	return x
}

// boards returns planes [n, ch, rows, cols] in the layout of b, border zero.
func boards[T Float](b Board, planes []T, n, ch int) []T {
	x := make([]T, n*b.Padded()*ch)
	Pack(b, x, planes, n, ch)
	return x
}

// planes returns boards as [n, ch, rows, cols].
func planes[T Float](b Board, x []T, n, ch int) []T {
	p := make([]T, n*b.Cells()*ch)
	Flatten(b, p, x, n, ch, b.Cells()*ch)
	return p
}

// guarded returns n boards filled with the guard.
func guarded[T Float](b Board, n, ch int) []T {
	return slices.Repeat([]T{guard}, n*b.Padded()*ch)
}

// checkBorder fails unless every border number of x is still want.
func checkBorder[T Float](t *testing.T, b Board, x []T, n, ch int, want T) {
	t.Helper()
	inner := make([]bool, b.Padded())
	for r := range b.Rows {
		for c := range b.Cols {
			inner[b.At(r, c)] = true
		}
	}
	for i, v := range x {
		if !inner[i/ch%b.Padded()] && v != want {
			t.Fatalf("border number %d of cell %d is %v, want %v", i%ch, i/ch%b.Padded(), v, want)
		}
	}
}

// near fails unless got and want differ by at most tolerance everywhere.
func near[T Float](t *testing.T, what string, got, want []T, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if d := math.Abs(float64(got[i] - want[i])); !(d <= tolerance) {
			t.Fatalf("%s[%d] = %v, want %v", what, i, got[i], want[i])
		}
	}
}

// shape is the sizes of one convolution.
type shape struct {
	board         Board
	side, in, out int
	n             int
}

func (s shape) String() string {
	return fmt.Sprintf("%d boards of %dx%d, %d to %d channels, side %d", s.n, s.board.Rows, s.board.Cols, s.in, s.out, s.side)
}

// shapes are even and odd, narrow and wide, below, at and above whole lanes.
var shapes = []shape{
	{Board{2, 2}, 3, 1, 1, 1},
	{Board{3, 4}, 3, 2, 3, 2},
	{Board{4, 3}, 3, 5, 4, 1},
	{Board{7, 7}, 3, 4, 9, 3},
	{Board{6, 7}, 1, 3, 5, 2},
	{Board{9, 2}, 1, 8, 1, 2},
	{Board{2, 9}, 3, 7, 8, 5},
}

func TestBoardLayout(t *testing.T) {
	b := Board{3, 4}
	if b.Cells() != 12 || b.Width() != 5 || b.Padded() != 26 {
		t.Errorf("3x4: %d cells, width %d, %d with border; want 12, 5, 26", b.Cells(), b.Width(), b.Padded())
	}
	got := make([]int, b.Padded())
	Pack(b, make([]float32, 0), []float32{}, 0, 1)
	x := make([]float32, b.Padded())
	Pack(b, x, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 1, 1)
	for i, v := range x {
		got[i] = int(v)
	}
	want := []int{
		0, 0, 0, 0, 0,
		0, 1, 2, 3, 4,
		0, 5, 6, 7, 8,
		0, 9, 10, 11, 12,
		0, 0, 0, 0, 0, 0,
	}
	if !slices.Equal(got, want) {
		t.Errorf("packed\n%v, want\n%v", got, want)
	}
	if b.At(-1, -1) != 0 || b.At(3, 4) != b.Padded()-1 || b.At(0, -1) != b.At(-1, 4) {
		t.Errorf("corners at %d and %d of %d, left of row 0 at %d", b.At(-1, -1), b.At(3, 4), b.Padded(), b.At(0, -1))
	}
}

func TestFlattenUndoesPack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range shapes {
		want := random[float32](r, s.n*s.in*s.board.Cells())
		x := guarded[float32](s.board, s.n, s.in)
		Pack(s.board, x, want, s.n, s.in)
		checkBorder(t, s.board, x, s.n, s.in, guard)
		if !slices.Equal(planes(s.board, x, s.n, s.in), want) {
			t.Errorf("%v: other planes came back", s)
		}
	}
}

func TestFlattenStride(t *testing.T) {
	b := Board{2, 2}
	x := boards(b, []float32{1, 2, 3, 4, 5, 6, 7, 8}, 2, 1)
	got := slices.Repeat([]float32{guard}, 10)
	Flatten(b, got, x, 2, 1, 5)
	if want := []float32{1, 2, 3, 4, guard, 5, 6, 7, 8, guard}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSplitCoversEverythingOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 17} {
		times := make([]int, n)
		Split(n, func(from, to int) {
			for i := from; i < to; i++ {
				times[i]++
			}
		})
		if slices.ContainsFunc(times, func(k int) bool { return k != 1 }) {
			t.Errorf("of %d, each was visited %v times", n, times)
		}
	}
}

func TestSoftmax(t *testing.T) {
	x := []float32{0, 0, 0, 1000, 1000, -1000, float32(math.Log(1)), float32(math.Log(2)), float32(math.Log(5))}
	Softmax(x, 3)
	near(t, "probability", x, []float32{1. / 3, 1. / 3, 1. / 3, 0.5, 0.5, 0, 0.125, 0.25, 0.625}, 1e-6)
}

func TestDense(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range shapes {
		w, bias, x := random[float64](r, s.in*s.out), random[float64](r, s.out), random[float64](r, s.n*s.in)
		d := NewDense[float64](s.in, s.out)
		d.Set(w, bias)
		for _, relu := range []bool{false, true} {
			stride := s.out + 2
			got := slices.Repeat([]float64{guard}, s.n*stride)
			d.Run(got, x, s.n, stride, relu)
			want := slices.Repeat([]float64{guard}, s.n*stride)
			for i := range s.n {
				for o := range s.out {
					sum := bias[o]
					for k := range s.in {
						sum += x[i*s.in+k] * w[k*s.out+o]
					}
					if relu {
						sum = max(sum, 0)
					}
					want[i*stride+o] = sum
				}
			}
			near(t, fmt.Sprintf("%v: dense", s), got, want, 1e-12)
		}
	}
}
