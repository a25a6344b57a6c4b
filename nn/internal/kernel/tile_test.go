package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// widths are channels on both sides of every vector and tile width there is.
var widths = []int{1, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 25, 31, 32, 33, 40, 48, 49, 56, 64}

// boardsOfAllSizes are from the smallest to the largest, of every number of
// cells from less than a tile to many.
var boardsOfAllSizes = []Board{{1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}, {4, 3}, {5, 5}, {6, 7}, {7, 7}, {8, 8}, {9, 9}, {11, 13}, {19, 19}}

// TestConvOfAnySize holds every path against the definition in float64.
func TestConvOfAnySize(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for i, out := range widths {
			for j, in := range []int{1, 2, 3, 4, 8, 13, 16, 24} {
				b := boardsOfAllSizes[(i+3*j)%(len(boardsOfAllSizes)-2)]
				checkConv32(t, shape{b, 1 + 2*((i+j)%2), in, out, 1 + i%2}, uint64(i))
			}
		}
		for i, b := range boardsOfAllSizes {
			checkConv32(t, shape{b, 3, 6, 24, 1}, uint64(i))
			checkConv32(t, shape{b, 1, 5, 33, 2}, uint64(i))
		}
	})
}

// checkConv32 compares with the same convolution in float64.
func checkConv32(t *testing.T, s shape, seed uint64) {
	t.Helper()
	o := s.operands(seed)
	w, bias := narrow(o.w), narrow(o.bias)
	x, skip := boards(s.board, narrow(o.x), s.n, s.in), boards(s.board, narrow(o.skip), s.n, s.out)
	c := NewConv[float32](s.board, s.side, s.in, s.out)
	c.Set(w, bias)
	terms := s.in*s.side*s.side + 2

	y := guarded[float32](s.board, s.n, s.out)
	c.Run(y, x, nil, s.n, false)
	checkBorder(t, s.board, y, s.n, s.out, guard)
	bounded(t, s.String(), y, s.reference(w, bias, x, nil, wide), s.reference(w, bias, x, nil, sizes), terms)

	want, size := s.reference(w, bias, x, skip, wide), s.reference(w, bias, x, skip, sizes)
	for i := range want {
		want[i] = max(want[i], 0)
	}
	for _, dst := range [][]float32{make([]float32, len(skip)), skip} {
		c.Run(dst, x, skip, s.n, true)
		checkBorder(t, s.board, dst, s.n, s.out, 0)
		bounded(t, s.String()+", skip, relu", dst, want, size, terms)
	}
}

// reference convolves in float64 what as makes of the operands. Its border is
// the guard, or zero with a skip.
func (s shape) reference(w, bias, x, skip []float32, as func([]float32) []float64) []float64 {
	c := NewConv[float64](s.board, s.side, s.in, s.out)
	c.Set(as(w), as(bias))
	if skip == nil {
		y := guarded[float64](s.board, s.n, s.out)
		c.Run(y, as(x), nil, s.n, false)
		return y
	}
	y := as(skip)
	c.Run(y, as(x), y, s.n, false)
	return y
}

// TestConvGradientsOfAnySize holds every path against float64.
func TestConvGradientsOfAnySize(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for i, out := range widths {
			for j, in := range []int{1, 3, 5, 8, 16, 24, 33} {
				b := boardsOfAllSizes[(i+3*j)%(len(boardsOfAllSizes)-2)]
				checkConvGradients32(t, shape{b, 1 + 2*((i+j)%2), in, out, 1 + (i+j)%11}, uint64(i))
			}
		}
	})
}

func checkConvGradients32(t *testing.T, s shape, seed uint64) {
	t.Helper()
	o := s.operands(seed)
	x, dy := boards(s.board, narrow(o.x), s.n, s.in), boards(s.board, narrow(o.dy), s.n, s.out)
	gradient := func(as func([]float32) []float64) []float64 {
		dw := make([]float64, len(o.w))
		newConvGrad[float64](s.board, s.side, s.in, s.out, s.n, nil).Run(dw, as(x), as(dy), s.n)
		return dw
	}
	got := slices.Repeat([]float32{guard}, len(o.w))
	g := newConvGrad[float32](s.board, s.side, s.in, s.out, s.n, nil)
	for range 2 { // what is left of a run must not show in the next
		g.Run(got, x, dy, s.n)
		bounded(t, s.String()+": dw", got, gradient(wide), gradient(sizes), s.n*s.board.Cells()+s.n)
	}
}

// TestThreads: any number of goroutines gives the same bits.
func TestThreads(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		s := shape{Board{7, 7}, 3, 24, 40, 19}
		r := rand.New(rand.NewPCG(1, 7))
		x := boards(s.board, random[float32](r, s.n*s.in*s.board.Cells()), s.n, s.in)
		dy := boards(s.board, random[float32](r, s.n*s.out*s.board.Cells()), s.n, s.out)
		var results [][]float32
		for _, threads := range []int{1, 2, 3, 8} {
			before := runtime.GOMAXPROCS(threads)
			dw := make([]float32, s.out*s.in*9)
			newConvGrad[float32](s.board, s.side, s.in, s.out, s.n, nil).Run(dw, x, dy, s.n)
			runtime.GOMAXPROCS(before)
			results = append(results, dw)
		}
		for i, dw := range results[1:] {
			if !slices.Equal(dw, results[0]) {
				t.Errorf("weight gradients on %d threads differ from those on one", []int{2, 3, 8}[i])
			}
		}
	})
}

// TestDenseOfAnySize holds every path against float64, forward and back.
func TestDenseOfAnySize(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 6))
		for i, out := range widths {
			in, n := widths[(i*7+3)%len(widths)], 1+i%20
			w, bias, x := random[float32](r, in*out), random[float32](r, out), random[float32](r, n*in)
			turned := make([]float32, in*out)
			for k := range w {
				turned[k%out*in+k/out] = w[k]
			}
			d, back := NewDense[float32](in, out), NewDense[float32](in, out)
			d.Set(w, bias)
			back.SetTransposed(turned)
			what := fmt.Sprintf("%d rows, %d to %d", n, in, out)
			checkDense(t, what, d, w, bias, x, n)
			checkDense(t, what+", transposed", back, w, make([]float32, out), x, n)
		}
	})
}

// checkDense compares rows, stride two more than they are long, with the
// definition.
func checkDense(t *testing.T, what string, d *Dense[float32], w, bias, x []float32, n int) {
	t.Helper()
	stride := d.Out + 2
	got := slices.Repeat([]float32{guard}, n*stride)
	d.Run(got, x, n, stride, false)
	want, size := slices.Repeat([]float64{guard}, n*stride), make([]float64, n*stride)
	for i := range n {
		for o := range d.Out {
			sum, abs := float64(bias[o]), math.Abs(float64(bias[o]))
			for k := range d.In {
				p := float64(x[i*d.In+k]) * float64(w[k*d.Out+o])
				sum, abs = sum+p, abs+math.Abs(p)
			}
			want[i*stride+o], size[i*stride+o] = sum, abs
		}
	}
	bounded(t, what, got, want, size, d.In+1)
	d.Run(got, x, n, stride, true)
	for i := range want {
		want[i] = max(want[i], 0)
	}
	bounded(t, what+", relu", got, want, size, d.In+1)
}

// FuzzPaths holds convolutions, their gradients and dense layers of any small
// size, on every path, against float64.
func FuzzPaths(f *testing.F) {
	f.Add(uint8(7), uint8(7), uint8(24), uint8(24), uint8(2), true, uint64(1))
	f.Add(uint8(1), uint8(3), uint8(1), uint8(33), uint8(1), false, uint64(2))
	f.Fuzz(func(t *testing.T, rows, cols, in, out, n uint8, wide bool, seed uint64) {
		s := shape{Board{1 + int(rows%19), 1 + int(cols%19)}, 1, 1 + int(in%40), 1 + int(out%70), 1 + int(n%10)}
		if wide {
			s.side = 3
		}
		for _, name := range Paths() {
			usePath(t, name)
			checkConv32(t, s, seed)
			checkConvGradients32(t, s, seed)
		}
	})
}

// TestRunAllocatesNothing: what an evaluation needs allocates nothing.
func TestRunAllocatesNothing(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		b, n := Board{7, 7}, 8
		c, d, l := NewConv[float32](b, 3, 24, 40), NewDense[float32](196, 65), NewLayout[float32](b, 24)
		x, y := make([]float32, n*b.Padded()*24), make([]float32, n*b.Padded()*40)
		if got := testing.AllocsPerRun(10, func() {
			c.Run(y, x, nil, n, true)
			d.Run(y, x, n, 65, true)
			l.Flatten(y, x, n, 24*b.Cells())
			l.Pack(x, y, n)
		}); got != 0 {
			t.Errorf("%v allocations a run, want 0", got)
		}
	})
}

// narrow returns x in float32.
func narrow(x []float64) []float32 {
	y := make([]float32, len(x))
	for i, v := range x {
		y[i] = float32(v)
	}
	return y
}

// wide returns x in float64.
func wide(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

// sizes returns |x| in float64.
func sizes(x []float32) []float64 {
	y := wide(x)
	for i := range y {
		y[i] = math.Abs(y[i])
	}
	return y
}

// bounded fails if got differs from want by more than rounding can explain: the
// sum of n terms in any order is off by at most n half units of the last place,
// relative to the sum of their sizes.
func bounded(t *testing.T, what string, got []float32, want, size []float64, n int) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		bound := float64(n) * size[i] * 0x1p-24
		if d := math.Abs(float64(got[i]) - want[i]); !(d <= bound) {
			t.Fatalf("%s[%d] = %v, want %v within %.2g", what, i, got[i], want[i], bound)
		}
	}
}

// TestConvRowsAlone: on every path a board gives the same bits alone and among
// others.
func TestConvRowsAlone(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		s := shape{Board{7, 7}, 3, 6, 41, 3}
		r := rand.New(rand.NewPCG(1, 4))
		c := NewConv[float32](s.board, s.side, s.in, s.out)
		c.Set(random[float32](r, s.out*s.in*9), random[float32](r, s.out))
		x := boards(s.board, random[float32](r, s.n*s.in*s.board.Cells()), s.n, s.in)
		all, one := make([]float32, s.n*s.board.Padded()*s.out), make([]float32, s.board.Padded()*s.out)
		c.Run(all, x, nil, s.n, true)
		for i := range s.n {
			c.Run(one, x[i*s.board.Padded()*s.in:], nil, 1, true)
			if !slices.Equal(one, all[i*len(one):][:len(one)]) {
				t.Errorf("board %d alone differs", i)
			}
		}
	})
}

// TestConvKeepsNaN: a NaN or an infinity reaches the cells around it, as in the
// reference, and no other.
func TestConvKeepsNaN(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, bad := range []float32{nan, inf, -inf} {
		for _, out := range []int{3, 8, 16, 24, 32} {
			results := map[string][]string{}
			eachPath(t, func(t *testing.T) {
				b := Board{5, 5}
				c := NewConv[float32](b, 3, 2, out)
				c.Set(slices.Repeat([]float32{1}, out*2*9), nil)
				x := make([]float32, b.Padded()*2)
				x[b.At(1, 1)*2] = bad
				y := make([]float32, b.Padded()*out)
				c.Run(y, x, nil, 1, true)
				for _, v := range y {
					results[Active()] = append(results[Active()], fmt.Sprint(v))
				}
				if !slices.Equal(results[Active()], results[AVX512]) && results[AVX512] != nil {
					t.Errorf("%v, %d channels: another result than %s", bad, out, AVX512)
				}
			})
		}
	}
}
