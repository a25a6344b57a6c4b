package exact

import (
	"context"

	"ludens/env"
	"ludens/solve"
)

// Work is a game to be solved.
type Work struct {
	Game    env.Game
	File    string               // of the table, as in File
	Memory  uint64               // bytes to work with
	Workers int                  // goroutines; the table does not depend on it
	Seen    func(solve.Progress) // called now and then, one call at a time; may be nil
	Tell    func(line string)    // gets lines on what a long work needs, and how far it is; may be nil
}

// Solution is what a table says as a whole, and how it was made.
type Solution struct {
	solve.Summary
	Reachable uint64  `json:"reachable,omitempty"` // positions from the start, if they were counted
	Endless   string  `json:"endless"`             // what endless play counts as
	Verified  int     `json:"verified,omitempty"`  // positions drawn at random that the rule book found right
	Seconds   float64 `json:"seconds"`             // with one worker, of a core
	Workers   int     `json:"workers"`
	File      string  `json:"file"`

	Endgame *solve.EndgameSummary `json:"endgame,omitempty"`
}

// table makes the table of g. What memory does not hold goes to a file in folder,
// which is gone afterwards.
func (w Work) table(ctx context.Context, g env.Game, folder string) (*solve.Table, error) {
	scratch := &scratch{folder: folder}
	defer scratch.remove()
	return solve.Game(ctx, g, solve.Config{Workers: w.Workers, Memory: w.Memory, Scratch: scratch}, w.Seen)
}
