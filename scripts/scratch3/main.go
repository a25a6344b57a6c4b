package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"ludens/env"
	"ludens/env/games"
	"ludens/selfplay"
)

// demander wraps an agent: plays its move with a demand whenever one is offered.
func main() {
	g, _ := games.Make("cetro:cap=480")
	depth := 3
	fmt.Sscan(os.Args[1], &depth)
	opp := os.Args[2]
	for seed := uint64(0); seed < 6; seed++ {
		rng := rand.New(rand.NewPCG(seed, 3))
		me := env.Player(seed % 2)
		ab, _ := selfplay.AlphaBeta(depth, rng)
		var o env.Agent
		if opp == "random" {
			o = selfplay.Random(rng)
		} else {
			o = selfplay.Greedy(rng)
		}
		s := g.New(0)
		ply := 0
		best := 99
		for s.Result() == env.Ongoing {
			var a env.Action
			if s.ToMove() == me {
				d, err := ab.Act(context.Background(), s)
				if err != nil {
					panic(err)
				}
				a = d.Action
				f := s.Format(a)
				if !strings.HasSuffix(f, "!") {
					for _, b := range s.Legal(nil) {
						if s.Format(b) == f+"!" {
							a = b
						}
					}
				}
			} else {
				d, _ := o.Act(context.Background(), s)
				a = d.Action
			}
			s.Play(a)
			ply++
			_ = best
		}
		fmt.Println(seed, "me", me, ply, s.Result(), s.(env.Explained).Ending())
		fmt.Println(s)
	}
}
