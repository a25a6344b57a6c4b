package agent

import (
	"context"
	"os"
	"testing"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
	"ludens/eval"
)

// BenchmarkLearned searches positions of random games with the evaluation that comes with ludens.
func BenchmarkLearned(b *testing.B) {
	for _, name := range []string{"cetran2", "chess", "capablanca"} {
		b.Run(name, func(b *testing.B) {
			g := game(b, name)
			text, err := os.ReadFile("../configs/champions/" + name + ".eval.json")
			if err != nil {
				b.Fatal(err)
			}
			w, err := eval.Decode(text, g)
			if err != nil {
				b.Fatal(err)
			}
			f, err := eval.NewFeatures(g)
			if err != nil {
				b.Fatal(err)
			}
			nodes := 0
			for b.Loop() {
				for n := range 20 {
					a, err := AlphaBeta(g, alphabeta.Config{Depth: 6, Evaluation: eval.New(f, w)}, seed.New(1))
					if err != nil {
						b.Fatal(err)
					}
					d, err := a.Act(context.Background(), wandered(g, 4+3*n))
					if err != nil {
						b.Fatal(err)
					}
					nodes += d.Simulations
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "positions")
		})
	}
}

// wandered returns a position after some random plies.
func wandered(g env.Game, plies int) env.State {
	for try := 0; ; try++ {
		s, rng := g.New(uint64(try)), seed.New(uint64(plies)).At("try", try).Rand()
		for range plies {
			if legal := s.Legal(nil); len(legal) > 0 {
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
		if s.Result() == env.Ongoing {
			return s
		}
	}
}
