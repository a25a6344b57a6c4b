package kernel

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// BenchmarkPortable measures convolutions and dense layers of the portable path
// against gonum's matrix product of the same shape, slice by slice in turn. The
// matrix of a convolution is laid out beforehand, which gonum gets for free.
//
//	go test ./nn/internal/kernel -run x -bench Portable -benchtime 50x
//	go test -tags noasm ./nn/internal/kernel -run x -bench Portable -benchtime 50x
//
// gonum has assembly for the rows it adds up; with noasm it is plain Go as well.
func BenchmarkPortable(b *testing.B) {
	usePath(b, Portable)
	for name, newConv := range map[string]func(Board, int, int, int) *Conv[float32]{"conv": NewConv[float32], "fastest": func(b Board, side, in, out int) *Conv[float32] {
		return NewFastestConv[float32](b, side, in, out, nil)
	}} {
		for _, c := range []struct{ ch, side, n int }{{24, 7, 2}, {32, 7, 2}, {64, 7, 1}, {64, 9, 1}, {128, 7, 1}, {128, 9, 1}} {
			b.Run(fmt.Sprintf("%s/ch=%d/board=%d", name, c.ch, c.side), func(b *testing.B) {
				board := Board{c.side, c.side}
				conv := newConv(board, 3, c.ch, c.ch)
				conv.Set(slices.Repeat([]float32{0.01}, c.ch*c.ch*9), nil)
				x, y := ramp(c.n*board.Padded()*c.ch), make([]float32, c.n*board.Padded()*c.ch)
				against(b, c.n*board.Cells(), 9*c.ch, c.ch, func() { conv.Run(y, x, nil, c.n, true) })
			})
		}
	}
	for _, c := range []struct{ in, out int }{{196, 64}, {1568, 65}} {
		b.Run(fmt.Sprintf("dense/%dto%d", c.in, c.out), func(b *testing.B) {
			const n = 16
			d := NewDense[float32](c.in, c.out)
			d.Set(slices.Repeat([]float32{0.01}, c.in*c.out), nil)
			x, y := ramp(n*c.in), make([]float32, n*c.out)
			against(b, n, c.in, c.out, func() { d.Run(y, x, n, c.out, true) })
		})
	}
}

// against measures f and gonum's product of [rows, k] and [k, cols].
func against(b *testing.B, rows, k, cols int, f func()) {
	matrix := func(rows, cols int) blas32.General {
		return blas32.General{Rows: rows, Cols: cols, Stride: cols, Data: ramp(rows * cols)}
	}
	x, w, y := matrix(rows, k), matrix(k, cols), matrix(rows, cols)
	flops := 2 * float64(rows*k*cols)
	loop, limit := Peak(Portable)
	var ours, gonums, peaks []float64
	for b.Loop() {
		ours = append(ours, slice(flops, 1, f))
		gonums = append(gonums, slice(flops, 1, func() { blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, x, w, 0, y) }))
		peaks = append(peaks, slice(limit, 1, loop))
	}
	b.ReportMetric(median(ours), "GFLOP/s")
	b.ReportMetric(median(gonums), "gonum-GFLOP/s")
	b.ReportMetric(median(ours)/median(gonums), "x-gonum")
	b.ReportMetric(100*median(ours)/median(peaks), "%peak")
	b.ReportMetric(0, "ns/op")
}

// ramp returns small numbers of both signs.
func ramp(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(i%7) - 3
	}
	return x
}
