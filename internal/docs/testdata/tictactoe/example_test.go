package tictactoe_test

import (
	"fmt"

	"ludens/env"
	"ludens/env/tictactoe"
)

// A game is played through the gym, or directly on its positions.
func Example() {
	s := tictactoe.Game{}.New(0)
	for _, move := range []string{"b2", "a3", "b3", "b1", "c3"} {
		a, err := env.Parse(s, move)
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Play(a)
	}
	fmt.Print(s)
	// Output:
	// 3  o x x
	// 2  . x .
	// 1  . o .
	//    a b c
	// o to move
}
