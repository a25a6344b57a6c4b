package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// convolve is the definition, on planes:
//
//	y[o, r, c] = bias[o] + sum over i, ky, kx of w[o, i, ky, kx] x[i, r+ky-reach, c+kx-reach]
func (s shape) convolve(w, bias, x []float64) []float64 {
	y := make([]float64, s.n*s.out*s.board.Cells())
	for k := range y {
		y[k] = bias[k/s.board.Cells()%s.out]
	}
	s.eachTap(func(yi, wi, xi int) { y[yi] += w[wi] * x[xi] })
	return y
}

// eachTap calls f with the indices of output, weight and input of every product
// of a convolution on planes.
func (s shape) eachTap(f func(yi, wi, xi int)) {
	b, reach := s.board, s.side/2
	for yi := range s.n * s.out * b.Cells() {
		board, o, r, c := yi/b.Cells()/s.out, yi/b.Cells()%s.out, yi%b.Cells()/b.Cols, yi%b.Cols
		for wi := o * s.in * s.side * s.side; wi < (o+1)*s.in*s.side*s.side; wi++ {
			i := wi / (s.side * s.side) % s.in
			y, x := r+wi/s.side%s.side-reach, c+wi%s.side-reach
			if 0 <= y && y < b.Rows && 0 <= x && x < b.Cols {
				f(yi, wi, ((board*s.in+i)*b.Rows+y)*b.Cols+x)
			}
		}
	}
}

// operands are random numbers for one convolution, on planes.
type operands struct{ w, bias, x, skip, dy []float64 }

func (s shape) operands(seed uint64) operands {
	r := rand.New(rand.NewPCG(seed, 3))
	in, out := s.n*s.in*s.board.Cells(), s.n*s.out*s.board.Cells()
	return operands{
		w: random[float64](r, s.out*s.in*s.side*s.side), bias: random[float64](r, s.out),
		x: random[float64](r, in), skip: random[float64](r, out), dy: random[float64](r, out),
	}
}

func TestConvIsItsDefinition(t *testing.T) {
	for _, s := range shapes {
		checkConv(t, s, s.operands(1))
	}
}

// FuzzConv holds convolution and gradients of any small size against their
// definitions.
func FuzzConv(f *testing.F) {
	f.Add(uint8(7), uint8(7), uint8(4), uint8(5), uint8(2), true, uint64(1))
	f.Add(uint8(2), uint8(3), uint8(1), uint8(1), uint8(1), false, uint64(2))
	f.Fuzz(func(t *testing.T, rows, cols, in, out, n uint8, wide bool, seed uint64) {
		s := shape{Board{2 + int(rows%8), 2 + int(cols%8)}, 1, 1 + int(in%9), 1 + int(out%9), 1 + int(n%3)}
		if wide {
			s.side = 3
		}
		o := s.operands(seed)
		checkConv(t, s, o)
		checkConvGradients(t, s, o)
	})
}

func checkConv(t *testing.T, s shape, o operands) {
	t.Helper()
	c := NewConv[float64](s.board, s.side, s.in, s.out)
	c.Set(o.w, o.bias)
	x, skip := boards(s.board, o.x, s.n, s.in), boards(s.board, o.skip, s.n, s.out)
	want := s.convolve(o.w, o.bias, o.x)

	y := guarded[float64](s.board, s.n, s.out)
	c.Run(y, x, nil, s.n, false)
	checkBorder(t, s.board, y, s.n, s.out, guard)
	near(t, s.String(), planes(s.board, y, s.n, s.out), want, 1e-12)

	for i := range want {
		want[i] = max(want[i]+o.skip[i], 0)
	}
	c.Run(skip, x, skip, s.n, true)
	checkBorder(t, s.board, skip, s.n, s.out, 0)
	near(t, s.String()+", onto skip, relu", planes(s.board, skip, s.n, s.out), want, 1e-12)
}

func TestConvGradientsAreTheirDefinition(t *testing.T) {
	for _, s := range shapes {
		checkConvGradients(t, s, s.operands(2))
	}
}

func checkConvGradients(t *testing.T, s shape, o operands) {
	t.Helper()
	dx, dw := make([]float64, len(o.x)), make([]float64, len(o.w))
	s.eachTap(func(yi, wi, xi int) {
		dx[xi] += o.dy[yi] * o.w[wi]
		dw[wi] += o.dy[yi] * o.x[xi]
	})
	x, dy := boards(s.board, o.x, s.n, s.in), boards(s.board, o.dy, s.n, s.out)

	back := NewConv[float64](s.board, s.side, s.out, s.in)
	back.SetTransposed(o.w)
	got := guarded[float64](s.board, s.n, s.in)
	back.Run(got, dy, nil, s.n, false)
	near(t, s.String()+": dx", planes(s.board, got, s.n, s.in), dx, 1e-12)

	weights := slices.Repeat([]float64{guard}, len(dw))
	g := newConvGrad[float64](s.board, s.side, s.in, s.out, s.n, nil)
	for range 2 { // what is left of a run must not show in the next
		g.Run(weights, x, dy, s.n)
		near(t, s.String()+": dw", weights, dw, 1e-11)
	}
}

// TestConvRows: a board gives the same bits alone and among others.
func TestConvRows(t *testing.T) {
	s := shape{Board{7, 7}, 3, 5, 6, 3}
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
}
