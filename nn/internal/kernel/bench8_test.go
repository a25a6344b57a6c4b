package kernel

import (
	"fmt"
	"slices"
	"testing"
)

// BenchmarkConv8 measures one 3x3 convolution of bytes, in turn with that of
// floats and with the peak loop: x float32 is how many times as fast it is,
// %peak its share of four times the peak, which is that of VNNI.
//
//	go test ./nn/internal/kernel -run x -bench Conv8 -benchtime 60x
func BenchmarkConv8(b *testing.B) {
	if Active8() != VNNI {
		b.Skip("this machine or this build has no vnni")
	}
	for _, ch := range []int{16, 24, 32, 64, 128} {
		for _, side := range []int{7, 8, 9} {
			for _, n := range []int{1, 8, 32} {
				b.Run(fmt.Sprintf("ch=%d/board=%d/batch=%d", ch, side, n), func(b *testing.B) {
					benchConv8(b, Board{side, side}, ch, n)
				})
			}
		}
	}
}

func benchConv8(b *testing.B, board Board, ch, n int) {
	size := n * board.Padded() * ch
	c, c8 := NewConv[float32](board, 3, ch, ch), NewConv8(board, 3, ch, ch)
	c.Set(slices.Repeat([]float32{0.01}, ch*ch*9), nil)
	c8.Set(slices.Repeat([]int8{1}, ch*ch*9), Affine{make([]float32, ch), make([]float32, ch), make([]float32, ch)})
	x, y := make([]float32, size), make([]float32, size)
	x8, y8 := NewBytes(size), make([]uint8, size)
	flops := 2 * 9 * float64(n*ch*ch*board.Cells())
	times := max(1, int(60e6/flops))
	loop, limit := Peak(AVX512)
	var peaks, floats, bytes []float64
	for b.Loop() {
		peaks = append(peaks, slice(limit, 1, loop))
		floats = append(floats, slice(flops, times, func() { c.Run(y, x, y, n, true) }))
		bytes = append(bytes, slice(flops, times, func() { c8.Run(y8, x8, y8, n) }))
	}
	b.ReportMetric(median(bytes), "GOP/s")
	b.ReportMetric(median(bytes)/median(floats), "x-float32")
	b.ReportMetric(100*median(bytes)/median(peaks)/4, "%peak")
	b.ReportMetric(0, "ns/op")
}
