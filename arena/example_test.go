package arena_test

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/arena"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/stat"
)

// Is greedy better than random? Play until a test says so.
func Example() {
	g, _ := games.Make("connect4")
	greedy, _ := agent.Parse("greedy", nil)
	random, _ := agent.Parse("random", nil)
	contest := &arena.Contest{Game: g, A: greedy, B: random, Openings: arena.Balanced(g, 4, seed.New(1)), Seed: seed.New(1)}
	match := arena.NewSeries(0, &stat.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05})
	if err := match.Play(context.Background(), contest, 2, func(arena.Game) error { return nil }); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(match.Verdict(), match.Pairs)
	for role, score := range match.Roles {
		fmt.Println(g.Spec().Roles[role], score)
	}
	// Output:
	// H1 [2 0 2 0 23]
	// red  88.9 % [71.9, 96.1] +24 =0 -3
	// yellow  88.9 % [71.9, 96.1] +24 =0 -3
}
