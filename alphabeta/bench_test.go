package alphabeta

import (
	"context"
	"testing"

	"ludens/env/seed"
)

// BenchmarkSearch searches one position after some random plies, by a new agent
// each time.
func BenchmarkSearch(b *testing.B) {
	for _, bb := range []struct {
		game  string
		depth int
	}{{"cetran2", 6}, {"celta", 4}, {"cetro", 8}, {"connect4", 8}} {
		b.Run(bb.game, func(b *testing.B) {
			g := game(b, bb.game)
			s, nodes := scramble(g, 12, seed.New(1)), 0
			b.ReportAllocs()
			for b.Loop() {
				d, err := agent(b, g, Strong(bb.depth), 1).Act(context.Background(), s)
				if err != nil {
					b.Fatal(err)
				}
				nodes += d.Simulations
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "positions")
		})
	}
}
