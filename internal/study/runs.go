package study

import (
	"ludens/arena"
	"ludens/env"
)

// Runs is what studies ask of training runs. It is handed to the room, which opens
// no file of a run itself.
type Runs struct {
	// Checkpoints returns the paths of a run's checkpoints, the oldest first. For
	// another path than a folder it returns none.
	Checkpoints func(dir string) ([]string, error)

	// Seconds returns how long the run had been trained, by iteration, as far as is
	// known.
	Seconds func(dir string) map[int]float64

	// Games returns the games of self-play.
	Games func(dir string, g env.Game) ([]arena.Game, error)
}
