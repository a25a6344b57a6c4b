package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

func main() {
	g, _ := games.Make(os.Args[1])
	c, _, err := train.ReadCheckpoint(os.Args[2])
	if err != nil {
		panic(err)
	}
	ev := mcts.NewCache(selfplay.Network(g.Spec(), selfplay.Net{Inferer: nn.NewEngine(c.Net), Weights: selfplay.Weights{Settled: 0.5}}), 300000)
	rng := rand.New(rand.NewPCG(1, 2))
	// positions from self-play by raw net sampling
	var ps []env.State
	for len(ps) < 60 {
		s := g.New(rng.Uint64())
		cfg := mcts.Defaults()
		t := mcts.NewTree(g, cfg)
		n := 10 + rng.IntN(60)
		for i := 0; i < n && s.Result() == env.Ongoing; i++ {
			t.Reset(s)
			t.Begin(8, nil)
			mcts.Search(context.Background(), t, ev)
			s.Play(t.Pick(0.5, rng))
		}
		if s.Result() == env.Ongoing {
			ps = append(ps, s)
		}
	}
	var even float64
	for _, s := range ps {
		even += math.Log(float64(len(s.Legal(nil)))) / float64(len(ps))
	}
	fmt.Printf("even %.3f\n", even)
	for _, root := range []string{"gumbel", "puct"} {
		for _, sims := range []int{32, 64, 128} {
			for _, sc := range []float64{0.1, 0.3, 1} {
				if root == "puct" && sc < 1 {
					continue
				}
				cfg := mcts.Defaults()
				cfg.Root, cfg.Simulations, cfg.SigmaScale = root, sims, sc
				t := mcts.NewTree(g, cfg)
				const K = 8
				var H, CE, prior float64
				for _, s := range ps {
					var ts [K][]float32
					for k := range K {
						t.Reset(s)
						t.Begin(sims, rng)
						mcts.Search(context.Background(), t, ev)
						ts[k] = t.Policy(nil)
					}
					l := mcts.Leaf{State: s, Legal: s.Legal(nil)}
					l.Prior = make([]float32, len(l.Legal))
					ev.Evaluate(context.Background(), []mcts.Leaf{l})
					for k := range K {
						for i, p := range ts[k] {
							if p == 0 {
								continue
							}
							m := 0.0
							for j := range K {
								if j != k {
									m += float64(ts[j][i]) / (K - 1)
								}
							}
							m = 0.95*m + 0.05/float64(len(ts[k]))
							H -= float64(p) * math.Log(float64(p)) / K / float64(len(ps))
							CE -= float64(p) * math.Log(m) / K / float64(len(ps))
							prior -= float64(p) * math.Log(float64(l.Prior[i])) / K / float64(len(ps))
						}
					}
				}
				fmt.Printf("%s sims %d scale %.1f: H %.3f CE to mean of others %.3f, CE to prior %.3f\n", root, sims, sc, H, CE, prior)
			}
		}
	}
}
