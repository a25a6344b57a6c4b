package games_test

import (
	"fmt"

	"ludens/env"
	"ludens/env/games"
)

func Example() {
	game, err := games.Make("tictactoe")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := env.Make(game)
	_, info := e.Reset(7)
	for over := false; !over; {
		var terminated, truncated bool
		_, _, terminated, truncated, info, err = e.Step(e.Legal()[0])
		if err != nil {
			fmt.Println(err)
			return
		}
		over = terminated || truncated
	}
	fmt.Printf("%v after %d plies: %s\n", info.Result, info.Ply, info.Ending)
	// Output: first wins after 7 plies: three in a row
}
