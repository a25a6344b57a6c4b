package proof_test

import (
	"context"
	"fmt"

	"ludens/env"
	"ludens/env/games"
	"ludens/proof"
)

func Example() {
	g, _ := games.Make("cetran2")
	s, _ := g.(env.Notated).ParsePosition("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	p := proof.New(g, proof.Defaults())
	for _, found := range p.Root(context.Background(), s) {
		fmt.Println(found.Result, "in", found.Plies+1, "plies")
		for _, a := range found.Line {
			fmt.Print(s.Format(a), " ")
			s.Play(a)
		}
		fmt.Println()
	}
	// Output:
	// first wins in 3 plies
	// f6f7 h8h7 a1h1
}
