package solve_test

import (
	"context"
	"fmt"

	"ludens/env"
	"ludens/env/games"
	"ludens/solve"
)

// A table says what each move of a position is worth.
func Example() {
	ctx := context.Background()
	g, err := games.Make("tictactoe")
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := solve.Game(ctx, g, solve.Config{Workers: 2, Memory: 64 << 20}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := g.(env.Notated).ParsePosition("x../.o./..x")
	if err != nil {
		fmt.Println(err)
		return
	}
	worths, err := solve.Moves(ctx, table, s, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, a := range s.Legal(nil) {
		fmt.Println(s.Format(a), worths[i])
	}
	// Output:
	// b3 drawn
	// c3 lost in 4
	// a2 drawn
	// c2 drawn
	// a1 lost in 4
	// b1 drawn
}
