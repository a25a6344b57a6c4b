package nn

import (
	"fmt"
	"testing"

	"ludens/internal/seed"
)

// benchSpec is a network for a 7x7 board with moves as far as a rook's.
func benchSpec(channels, blocks int) Spec {
	return Spec{Planes: 12, Rows: 7, Cols: 7, Channels: channels, Blocks: blocks,
		PolicyChannels: channels, PolicyPlanes: 24, ValueChannels: 4, ValueHidden: 64}
}

func BenchmarkInfer(b *testing.B) {
	for _, c := range []struct{ channels, blocks int }{{16, 2}, {32, 4}} {
		b.Run(fmt.Sprintf("%dx%d", c.channels, c.blocks), func(b *testing.B) {
			s := benchSpec(c.channels, c.blocks)
			net, err := New(s, seed.New(1).Rand())
			if err != nil {
				b.Fatal(err)
			}
			const n = 8
			e, obs, out := NewEngine(net), make([]float32, n*s.Size()), s.NewOutputs(n)
			for i := 0; i < len(obs); i += 5 {
				obs[i] = 1
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := e.Infer(obs, n, out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "evals/s")
			b.ReportMetric(float64(n*b.N*s.MulAdds())/b.Elapsed().Seconds()/1e9, "Gmuladd/s")
		})
	}
}

func BenchmarkStep(b *testing.B) {
	for _, ops := range []string{"stock", "fast"} {
		b.Run(ops, func(b *testing.B) {
			s, c := benchSpec(32, 4), DefaultConfig()
			c.Ops = ops
			tr := newTrainer(b, newNet(b, s, 0), c)
			batch := randomBatch(s, c.Batch, 0)
			b.ReportAllocs()
			for b.Loop() {
				step(b, tr, batch, 0.02)
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/step")
		})
	}
}
