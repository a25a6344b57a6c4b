package kernel

import (
	"fmt"
	"slices"
	"testing"
)

// BenchmarkConv8 measures one 3x3 convolution of bytes on every path that has
// instructions for them, in turn with that of floats: x-float32 is how many times
// as fast it is as the direct form, x-fastest as that which networks take.
//
//	go test ./nn/internal/kernel -run x -bench Conv8 -benchtime 60x
func BenchmarkConv8(b *testing.B) {
	if Active8() == Portable {
		b.Skip("wants a CPU with instructions for int8, and a build with assembly")
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
	x, y := make([]float32, size), make([]float32, size)
	direct, fastest := NewConv[float32](board, 3, ch, ch), NewFastestConv[float32](board, 3, ch, ch, nil)
	for _, c := range []*Conv[float32]{direct, fastest} {
		c.Set(slices.Repeat([]float32{0.01}, ch*ch*9), nil)
	}
	loops := []func(){
		func() { direct.Run(y, x, nil, n, true) },
		func() { fastest.Run(y, x, nil, n, true) },
	}
	names := []string{"float32", "fastest"}
	x8, y8 := NewBytes(size), NewBytes(size)
	for _, path := range []string{AVX2, AVXVNNI, AVX512, AMX} {
		if !slices.Contains(Paths(), path) {
			continue
		}
		usePath(b, path)
		c := NewConv8(board, 3, ch, ch)
		c.Set(slices.Repeat([]int8{1}, ch*ch*9), Affine{make([]float32, ch), make([]float32, ch), make([]float32, ch)})
		loops, names = append(loops, func() { c.Run(y8, x8, nil, n) }), append(names, Active8())
	}
	flops := 2 * 9 * float64(n*ch*ch*board.Cells())
	times := max(1, int(60e6/flops))
	rates := make([][]float64, len(loops))
	for b.Loop() {
		for i, loop := range loops {
			rates[i] = append(rates[i], slice(flops, times, loop))
		}
	}
	for i, name := range names {
		b.ReportMetric(median(rates[i]), "GOP/s-"+name)
	}
	b.ReportMetric(median(rates[len(rates)-1])/median(rates[0]), "x-float32")
	b.ReportMetric(median(rates[len(rates)-1])/median(rates[1]), "x-fastest")
	b.ReportMetric(0, "ns/op")
}
