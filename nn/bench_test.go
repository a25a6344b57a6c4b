package nn

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"ludens/env/seed"
	"ludens/nn/internal/kernel"
)

// benchSpec is a network for a square board with moves as far as a rook's.
func benchSpec(side, channels, blocks int) Spec {
	return Spec{Planes: 12, Rows: side, Cols: side, Channels: channels, Blocks: blocks,
		PolicyChannels: channels, PolicyPlanes: 24, ValueChannels: 4, ValueHidden: 64}
}

// BenchmarkInfer measures whole evaluations on every path: medians of many
// short slices, in turn with slices of the peak loop of the same path.
//
//	go test ./nn -run x -bench Infer/avx512/24x3 -benchtime 100x
func BenchmarkInfer(b *testing.B) {
	for _, path := range kernel.Paths() {
		for _, c := range []struct{ channels, blocks int }{{16, 2}, {24, 3}, {32, 4}, {64, 6}, {128, 8}} {
			for _, side := range []int{7, 8, 9} {
				for _, n := range []int{1, 8, 32} {
					b.Run(fmt.Sprintf("%s/%dx%d/board=%d/batch=%d", path, c.channels, c.blocks, side, n), func(b *testing.B) {
						benchInfer(b, path, benchSpec(side, c.channels, c.blocks), n)
					})
				}
			}
		}
	}
}

func benchInfer(b *testing.B, path string, s Spec, n int) {
	e := benchEngine(b, path, s)
	obs, out := make([]float32, n*s.Size()), s.NewOutputs(n)
	for i := 0; i < len(obs); i += 5 {
		obs[i] = 1
	}
	peak, limit := kernel.Peak(path)
	flops := 2 * float64(n*s.MulAdds())
	times := max(1, int(30e6/flops))
	var peaks, rates []float64
	b.ReportAllocs()
	for b.Loop() {
		peaks = append(peaks, limit/seconds(1, peak))
		rates = append(rates, flops*float64(times)/seconds(times, func() {
			if err := e.Infer(obs, n, out); err != nil {
				b.Fatal(err)
			}
		}))
	}
	rate := median(rates)
	b.ReportMetric(rate/flops*float64(n), "evals/s")
	b.ReportMetric(rate/1e9, "GFLOP/s")
	b.ReportMetric(100*rate/median(peaks), "%peak")
	b.ReportMetric(0, "ns/op")
}

// benchEngine returns an engine on a path.
func benchEngine(b *testing.B, path string, s Spec) *Engine {
	defer kernel.Use(kernel.Chosen())
	if err := kernel.Use(path); err != nil {
		b.Fatal(err)
	}
	net, err := New(s, seed.New(1).Rand())
	if err != nil {
		b.Fatal(err)
	}
	return NewEngine(net)
}

// seconds returns how long it takes to run f that many times.
func seconds(times int, f func()) float64 {
	start := time.Now()
	for range times {
		f()
	}
	return time.Since(start).Seconds()
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		ops                    string
		side, channels, blocks int
	}{{"fast", 7, 24, 3}, {"fast", 7, 32, 4}, {"fast", 9, 64, 6}, {"stock", 7, 32, 4}} {
		b.Run(fmt.Sprintf("%s/%dx%d/board=%d", c.ops, c.channels, c.blocks, c.side), func(b *testing.B) {
			s, config := benchSpec(c.side, c.channels, c.blocks), DefaultConfig()
			tr := trainerOn(b, c.ops, newNet(b, s, 0), config)
			batch := randomBatch(s, config.Batch, 0)
			var times []float64
			b.ReportAllocs()
			for b.Loop() {
				times = append(times, seconds(1, func() { step(b, tr, batch, 0.02) }))
			}
			b.ReportMetric(median(times), "s/step")
			b.ReportMetric(float64(config.Batch)/median(times), "rows/s")
		})
	}
}
