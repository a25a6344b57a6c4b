package env_test

import (
	"fmt"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

// The gym, as Gymnasium users know it.
func ExampleEnv() {
	g, _ := games.Make("tictactoe")
	e := env.Make(g)
	obs, info := e.Reset(7)
	fmt.Println(len(obs), "numbers,", info.Legal, "legal actions")
	for _, text := range []string{"b2", "a1", "b3", "b1", "c1", "a3", "a2", "c2", "c3"} {
		a, err := env.Parse(e.State(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		_, reward, terminated, truncated, info, err := e.Step(a)
		if err != nil {
			fmt.Println(err)
			return
		}
		if terminated || truncated {
			fmt.Println(info.Result, reward, info.Ending)
		}
	}
	// Output:
	// 18 numbers, 9 legal actions
	// drawn [0 0] the board is full
}

// Many episodes side by side, by random play.
func ExampleVecEnv() {
	const n, steps = 16, 100
	g, _ := games.Make("tictactoe")
	vec := env.MakeVec(g, n)
	vec.Reset(1)
	rng := seed.New(2).Rand()
	actions := make([]env.Action, n)
	episodes := 0
	for range steps {
		for i := range actions {
			legal := vec.Legal(i)
			actions[i] = legal[rng.IntN(len(legal))]
		}
		if err := vec.Step(actions); err != nil {
			fmt.Println(err)
			return
		}
		for _, over := range vec.Terminated {
			if over {
				episodes++
			}
		}
	}
	fmt.Println(n*steps, "plies,", episodes, "games")
	// Output: 1600 plies, 202 games
}
