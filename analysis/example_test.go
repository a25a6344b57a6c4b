package analysis_test

import (
	"context"
	"fmt"

	"ludens/analysis"
	"ludens/env/games"
	"ludens/mcts"
)

func Example() {
	g, _ := games.Make("connect4")
	a := analysis.New(g, mcts.NewRollout(g, 1, 7), analysis.Simulations(400))
	s := g.New(0)
	r, err := a.Analyse(context.Background(), s, analysis.Limits{Lines: 2}, nil)
	fmt.Println(s.Format(r.Best()), r.Simulations, len(r.Moves), err)
	// Output: 3 400 7 <nil>
}
