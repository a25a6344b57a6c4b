package train_test

import (
	"context"
	"fmt"
	"testing"

	"ludens/env/games"
	"ludens/train"
)

// A run in memory: two iterations of tic-tac-toe. The same run with a Store goes on
// where it was stopped.
func Example() {
	game, err := games.Make("tictactoe")
	if err != nil {
		panic(err)
	}
	config := train.Defaults(game.Spec())
	config.Iterations, config.SelfPlay.Games = 2, 16
	run := train.Run{Game: game, Config: config, Seed: 1}
	if err := run.Loop(context.Background()); err != nil {
		panic(err)
	}
	fmt.Println(run.At().Iteration, "iterations,", run.At().Games, "games")
	// Output: 2 iterations, 32 games
}

// The defaults fit every game that there is.
func TestDefaults(t *testing.T) {
	for _, e := range games.List() {
		g := games.Must(e.Name)
		c := train.Defaults(g.Spec())
		if err := c.Validate(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if err := (&train.Run{Game: g, Config: c}).Open(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}
