package kernel

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
)

// slice measures one slice of about a third of a millisecond.
func slice(flops float64, times int, f func()) float64 {
	start := time.Now()
	for range times {
		f()
	}
	return flops * float64(times) / time.Since(start).Seconds() / 1e9
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

// BenchmarkConv measures one 3x3 convolution of the trunk, with bias and ReLU:
//
//	go test ./nn/internal/kernel -run x -bench Conv
func BenchmarkConv(b *testing.B) {
	for _, name := range Paths() {
		for _, ch := range []int{16, 24, 32, 64, 128} {
			for _, side := range []int{7, 8, 9} {
				for _, n := range []int{1, 8, 32} {
					b.Run(fmt.Sprintf("%s/ch=%d/board=%d/batch=%d", name, ch, side, n), func(b *testing.B) {
						benchConv(b, name, Board{side, side}, ch, n)
					})
				}
			}
		}
	}
}

func benchConv(b *testing.B, name string, board Board, ch, n int) {
	usePath(b, name)
	c := NewConv[float32](board, 3, ch, ch)
	c.Set(slices.Repeat([]float32{0.01}, ch*ch*9), nil)
	x, y := make([]float32, n*board.Padded()*ch), make([]float32, n*board.Padded()*ch)
	for i := range x {
		x[i] = float32(i%7) - 3
	}
	measure(b, name, 2*9*float64(n*ch*ch*board.Cells()), func() { c.Run(y, x, nil, n, true) })
}

// BenchmarkConvGrad measures the gradient of its weights, on one core.
func BenchmarkConvGrad(b *testing.B) {
	for _, name := range Paths() {
		for _, ch := range []int{16, 24, 32, 64, 128} {
			for _, side := range []int{7, 9} {
				b.Run(fmt.Sprintf("%s/ch=%d/board=%d", name, ch, side), func(b *testing.B) {
					usePath(b, name)
					defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
					const n = 64
					board := Board{side, side}
					g := newConvGrad[float32](board, 3, ch, ch, n, nil)
					x, dw := make([]float32, n*board.Padded()*ch), make([]float32, ch*ch*9)
					measure(b, name, 2*9*float64(n*ch*ch*board.Cells()), func() { g.Run(dw, x, x, n) })
				})
			}
		}
	}
}

// measure runs f, of that many floating-point operations, and reports its rate
// and its share of the peak: medians of many short slices of both, in turn, so
// that both see the same machine.
func measure(b *testing.B, path string, flops float64, f func()) {
	times := max(1, int(30e6/flops))
	loop, limit := Peak(path)
	var rates, peaks []float64
	for b.Loop() {
		peaks = append(peaks, slice(limit, 1, loop))
		rates = append(rates, slice(flops, times, f))
	}
	b.ReportMetric(median(rates), "GFLOP/s")
	b.ReportMetric(100*median(rates)/median(peaks), "%peak")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLayout measures planes to boards and back, in numbers a second.
func BenchmarkLayout(b *testing.B) {
	for _, name := range Paths() {
		for _, ch := range []int{4, 12, 24} {
			usePath(b, name)
			const n = 8
			board := Board{7, 7}
			l := NewLayout[float32](board, ch)
			boards, flat := make([]float32, n*board.Padded()*ch), make([]float32, n*board.Cells()*ch)
			b.Run(fmt.Sprintf("%s/flatten/ch=%d", name, ch), func(b *testing.B) {
				for b.Loop() {
					l.Flatten(flat, boards, n, len(flat)/n)
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N*len(flat)), "ns/number")
			})
			b.Run(fmt.Sprintf("%s/pack/ch=%d", name, ch), func(b *testing.B) {
				for b.Loop() {
					l.Pack(boards, flat, n)
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N*len(flat)), "ns/number")
			})
		}
	}
}
