package exact

import (
	"context"
	"os"
	"path/filepath"

	"ludens/env"
	"ludens/internal/disk"
	"ludens/internal/machine"
	"ludens/solve"
)

// Solve solves the game and keeps the table. A game that is solved by pairs goes
// on where it was stopped, and is not solved again if its table is there.
func (w Work) Solve(ctx context.Context) (Solution, error) {
	file, err := File(w.Game, w.File)
	if err != nil {
		return Solution{}, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return Solution{}, err
	}
	if _, ok := pairingOf(w.Game); ok {
		return w.solvePairs(ctx, file)
	}
	clock := machine.ClockOf(w.Workers)
	began := clock()
	table, err := w.table(ctx, w.Game, filepath.Dir(file))
	if err != nil {
		return Solution{}, err
	}
	if err := disk.Write(file, table.Write); err != nil {
		return Solution{}, err
	}
	s := Solution{Summary: table.Summary(), Endless: "drawn", Seconds: (clock() - began).Seconds(), Workers: w.Workers, File: file}
	if sum, ok := table.EndgameSummary(); ok {
		s.Endgame = &sum
	}
	return s, nil
}

// EndgameSolution is what a table says of an endgame. With one worker the seconds are
// those on a core.
type EndgameSolution struct {
	solve.EndgameSummary
	Seconds float64 `json:"seconds"`
	Workers int     `json:"workers"`
}

// SolveEndgame solves an endgame of the game. Its table is not kept.
func (w Work) SolveEndgame(ctx context.Context, name string) (e EndgameSolution, err error) {
	clock := machine.ClockOf(w.Workers)
	began := clock()
	g, err := solve.Endgame(w.Game, name)
	if err != nil {
		return e, err
	}
	table, err := w.table(ctx, g, "")
	if err != nil {
		return e, err
	}
	e.EndgameSummary, _ = table.EndgameSummary()
	e.Seconds, e.Workers = (clock() - began).Seconds(), w.Workers
	return e, nil
}

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

// scratch is a file that is made when something is written to it.
type scratch struct {
	folder string
	file   *os.File
}

func (s *scratch) WriteAt(b []byte, at int64) (n int, err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp(s.folder, ".moves.*"); err != nil {
			return 0, err
		}
	}
	return s.file.WriteAt(b, at)
}

func (s *scratch) ReadAt(b []byte, at int64) (int, error) { return s.file.ReadAt(b, at) }

// remove removes the file, if there is one.
func (s *scratch) remove() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
