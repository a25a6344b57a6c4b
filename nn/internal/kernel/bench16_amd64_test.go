//go:build !purego

package kernel

import (
	"fmt"
	"testing"
)

// BenchmarkConv16 measures one 3x3 convolution of bfloat16, its weight gradient, and
// the rounding of its input, of eight boards: each by the operations of the
// convolution.
//
//	go test ./nn/internal/kernel -run x -bench Conv16 -benchtime 200x
func BenchmarkConv16(b *testing.B) {
	needTiles16(b)
	const n = 8
	for _, ch := range []int{32, 48, 64, 128} {
		for _, side := range []int{7, 8, 9} {
			b.Run(fmt.Sprintf("ch=%d/board=%d", ch, side), func(b *testing.B) {
				board := Board{side, side}
				c, g := newAMXConv16(board, 3, ch, ch, nil), newAMXConvGrad16(board, 3, ch, ch, 1, nil)
				y, x, room := make([]float32, n*board.Padded()*ch), newBoards16(board, ch, n, nil), g.newRoom()
				loops := []func(){
					func() { c.run(y, x.numbers, nil, n) },
					func() { g.add(0, room, x.numbers, x.numbers, n) },
					func() { x.round(0, y, n) },
				}
				flops := 2 * 9 * float64(n*ch*ch*board.Cells())
				rates := make([][]float64, len(loops))
				for b.Loop() {
					for i, loop := range loops {
						rates[i] = append(rates[i], slice(flops, 4, loop))
					}
				}
				for i, name := range []string{"conv", "gradient", "rounding"} {
					b.ReportMetric(median(rates[i]), "GFLOP/s-"+name)
				}
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
