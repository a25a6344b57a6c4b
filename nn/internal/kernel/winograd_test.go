package kernel

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
)

// TestWinogradIsConvolution holds both forms on every path against the
// definition in float64, with and without skip, on boards that tiles fill and
// that they do not. Of the largest boards and widths there are few together: an emulated
// CPU takes long for them.
func TestWinogradIsConvolution(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for m := range winogradForms {
			for i, b := range []Board{{4, 4}, {5, 5}, {6, 7}, {7, 7}, {8, 8}, {9, 9}, {4, 11}, {19, 19}} {
				for _, ch := range [][2]int{{16, 32}, {48, 16}, {32, 64}, {12, 20}} {
					if b.Cells() > 49 && ch[1] > 32 || b.Cells() > 81 && ch[1] != 20 {
						continue
					}
					checkWinograd(t, m, shape{b, 3, ch[0], ch[1], 1 + i%3})
				}
			}
			if Active() == Portable {
				checkWinograd(t, m, shape{Board{5, 6}, 3, 3, 7, 3})
			}
		}
	})
}

// winogradRounding is what the transforms add to the terms of the bound, by m.
var winogradRounding = map[int]int{3: 32, 4: 128}

func checkWinograd(t *testing.T, m int, s shape) {
	t.Helper()
	o := s.operands(uint64(m))
	w, bias := narrow(o.w), narrow(o.bias)
	x, skip := boards(s.board, narrow(o.x), s.n, s.in), boards(s.board, narrow(o.skip), s.n, s.out)
	c := newWinograd(Active(), s.board, m, s.in, s.out, nil)
	c.set(weights[float32]{w: w, in: s.in, taps: 9, perOut: 9 * s.in, perIn: 9}, bias)
	terms := 9*s.in + 2 + winogradRounding[m]

	y := guarded[float32](s.board, s.n, s.out)
	c.run(y, x, nil, s.n, false)
	checkBorder(t, s.board, y, s.n, s.out, guard)
	what := fmt.Sprintf("%v, m = %d", s, m)
	bounded(t, what, y, s.reference(w, bias, x, nil, wide), s.reference(w, bias, x, nil, sizes), terms)

	want, size := s.reference(w, bias, x, skip, wide), s.reference(w, bias, x, skip, sizes)
	for i := range want {
		want[i] = max(want[i], 0)
	}
	c.run(skip, x, skip, s.n, true)
	checkBorder(t, s.board, skip, s.n, s.out, 0)
	bounded(t, what+", onto skip, relu", skip, want, size, terms)
}

// TestWinogradRows: a board gives the same bits alone and among others.
func TestWinogradRows(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for m := range winogradForms {
			s := shape{Board{7, 7}, 3, 16, 48, 13}
			o := s.operands(1)
			c := newWinograd(Active(), s.board, m, s.in, s.out, nil)
			c.set(weights[float32]{w: narrow(o.w), in: s.in, taps: 9, perOut: 9 * s.in, perIn: 9}, nil)
			x := boards(s.board, narrow(o.x), s.n, s.in)
			all, one := make([]float32, s.n*s.board.Padded()*s.out), make([]float32, s.board.Padded()*s.out)
			c.run(all, x, nil, s.n, true)
			for i := range s.n {
				c.run(one, x[i*s.board.Padded()*s.in:], nil, 1, true)
				if !slices.Equal(one, all[i*len(one):][:len(one)]) {
					t.Errorf("m = %d: board %d alone differs", m, i)
				}
			}
		}
	})
}

// TestWinogradConcurrently: callers do not disturb one another.
func TestWinogradConcurrently(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		s := shape{Board{7, 7}, 3, 32, 32, 5}
		o := s.operands(1)
		c := newWinograd(Active(), s.board, 4, s.in, s.out, nil)
		c.set(weights[float32]{w: narrow(o.w), in: s.in, taps: 9, perOut: 9 * s.in, perIn: 9}, nil)
		x := boards(s.board, narrow(o.x), s.n, s.in)
		want := make([]float32, s.n*s.board.Padded()*s.out)
		c.run(want, x, nil, s.n, true)
		var wait sync.WaitGroup
		for n := range s.n {
			wait.Go(func() {
				got := make([]float32, (n+1)*s.board.Padded()*s.out)
				for range 10 {
					c.run(got, x, nil, n+1, true)
					if !slices.Equal(got, want[:len(got)]) {
						t.Errorf("%d boards: another result beside other callers", n+1)
						return
					}
				}
			})
		}
		wait.Wait()
	})
}

// FuzzWinograd holds both forms of any board and number of boards, on every
// path, against float64.
func FuzzWinograd(f *testing.F) {
	f.Add(uint8(7), uint8(7), uint8(2), uint8(3), uint8(2))
	f.Add(uint8(4), uint8(19), uint8(1), uint8(1), uint8(9))
	f.Fuzz(func(t *testing.T, rows, cols, in, out, n uint8) {
		s := shape{Board{3 + int(rows%17), 3 + int(cols%17)}, 3, 16 + 16*int(in%3), 16 + 16*int(out%5), 1 + int(n%10)}
		for _, name := range Paths() {
			usePath(t, name)
			for m := 3; m <= min(4, s.board.Rows, s.board.Cols); m++ {
				checkWinograd(t, m, s)
			}
		}
	})
}

// TestWinogradSpreadsNaN: a NaN reaches at least the cells that it
// reaches in the definition.
func TestWinogradSpreadsNaN(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for m := range winogradForms {
			b, ch := Board{7, 7}, 16
			c := newWinograd(Active(), b, m, ch, ch, nil)
			c.set(weights[float32]{w: slices.Repeat([]float32{1}, ch*ch*9), in: ch, taps: 9, perOut: 9 * ch, perIn: 9}, nil)
			for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
				x, y := make([]float32, b.Padded()*ch), make([]float32, b.Padded()*ch)
				x[b.At(3, 4)*ch+5] = bad
				c.run(y, x, nil, 1, false)
				for r := 2; r <= 4; r++ {
					for col := 3; col <= 5; col++ {
						if v := float64(y[b.At(r, col)*ch]); !math.IsNaN(v) && !math.IsInf(v, 0) {
							t.Errorf("m = %d: %v at 3, 4 gave %v at %d, %d", m, bad, v, r, col)
						}
					}
				}
			}
		}
	})
}

// TestWinogradAllocatesNothing: not even with changing numbers of boards, once
// the largest has been there.
func TestWinogradAllocatesNothing(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		b, ch := Board{9, 9}, 32
		c := newWinograd(Active(), b, 3, ch, ch, nil)
		x, y := make([]float32, 8*b.Padded()*ch), make([]float32, 8*b.Padded()*ch)
		if got := testing.AllocsPerRun(10, func() {
			c.run(y, x, nil, 8, true)
			c.run(y, x, nil, 1, true)
		}); got != 0 {
			t.Errorf("%v allocations a run, want 0", got)
		}
	})
}

// TestFastestConv: Winograd where there are channels enough, on boards that its
// tiles suit; and whatever it is, the right numbers.
func TestFastestConv(t *testing.T) {
	for _, c := range []struct {
		board   Board
		side    int
		in, out int
		avx512  int // m, or 0 for the direct convolution
		avx2    int
	}{
		{Board{7, 7}, 3, 64, 64, 4, 4},
		{Board{8, 8}, 3, 64, 64, 4, 4},
		{Board{9, 9}, 3, 64, 64, 3, 3},
		{Board{19, 19}, 3, 64, 64, 4, 4},
		{Board{7, 7}, 3, 128, 128, 4, 4},
		{Board{9, 9}, 3, 128, 128, 3, 3},
		{Board{7, 7}, 3, 16, 16, 0, 4},
		{Board{7, 7}, 3, 24, 24, 0, 4}, // not whole vectors of sixteen
		{Board{7, 7}, 3, 12, 64, 0, 0}, // nor of eight
		{Board{9, 9}, 1, 64, 64, 0, 0}, // nothing to save
		{Board{2, 2}, 3, 64, 64, 0, 0}, // no room for a tile
		{Board{3, 3}, 3, 64, 64, 3, 3},
	} {
		for path, want := range map[string]int{AVX512: c.avx512, AVX2: c.avx2} {
			if got := winogradSide(path, c.board, c.side, c.in, c.out); got != want {
				t.Errorf("%s, %v, side %d, %d to %d: m = %d, want %d", path, c.board, c.side, c.in, c.out, got, want)
			}
		}
	}
	for _, name := range Paths() {
		s := shape{Board{7, 7}, 3, 32, 32, 3}
		o := s.operands(1)
		usePath(t, name)
		direct, fastest := NewConv[float32](s.board, 3, 32, 32), NewFastestConv[float32](s.board, 3, 32, 32, nil)
		x, y, want := boards(s.board, narrow(o.x), s.n, s.in), make([]float32, len(o.x)*2), make([]float32, len(o.x)*2)
		for _, c := range []*Conv[float32]{direct, fastest} {
			c.Set(narrow(o.w), narrow(o.bias))
		}
		direct.Run(want, x, nil, s.n, true)
		fastest.Run(y, x, nil, s.n, true)
		near(t, name, y, want, 1e-3)
	}
}

// BenchmarkWinograd measures both forms against the direct convolution, in turn.
//
//	go test ./nn/internal/kernel -run x -bench Winograd/avx512 -benchtime 60x
func BenchmarkWinograd(b *testing.B) {
	for _, name := range Paths() {
		for _, ch := range []int{16, 32, 64, 128} {
			for _, side := range []int{7, 8, 9, 19} {
				for _, n := range []int{1, 8} {
					b.Run(fmt.Sprintf("%s/ch=%d/board=%d/batch=%d", name, ch, side, n), func(b *testing.B) {
						usePath(b, name)
						benchWinograd(b, Board{side, side}, ch, n)
					})
				}
			}
		}
	}
}

func benchWinograd(b *testing.B, board Board, ch, n int) {
	w := weights[float32]{w: ramp(ch * ch * 9), in: ch, taps: 9, perOut: 9 * ch, perIn: 9}
	direct := NewConv[float32](board, 3, ch, ch)
	loops := []convLoops[float32]{direct.loops, newWinograd(Active(), board, 3, ch, ch, nil), newWinograd(Active(), board, 4, ch, ch, nil)}
	for _, l := range loops {
		l.set(w, nil)
	}
	x, y := ramp(n*board.Padded()*ch), make([]float32, n*board.Padded()*ch)
	flops := 2 * 9 * float64(n*ch*ch*board.Cells())
	times := max(1, int(30e6/flops))
	rates := make([][]float64, len(loops))
	for b.Loop() {
		for i, l := range loops {
			rates[i] = append(rates[i], slice(flops, times, func() { l.run(y, x, nil, n, true) }))
		}
	}
	b.ReportMetric(median(rates[0]), "GFLOP/s")
	b.ReportMetric(median(rates[1])/median(rates[0]), "x-m3")
	b.ReportMetric(median(rates[2])/median(rates[0]), "x-m4")
	b.ReportMetric(0, "ns/op")
}
