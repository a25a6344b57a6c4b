package exact

import (
	"context"
	"os"
	"path/filepath"

	"ludens/internal/atomicfile"
	"ludens/internal/cputime"
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
	clock := cputime.ClockOf(w.Workers)
	began := clock()
	table, err := w.table(ctx, w.Game, filepath.Dir(file))
	if err != nil {
		return Solution{}, err
	}
	if err := atomicfile.Write(file, table.Write); err != nil {
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
	clock := cputime.ClockOf(w.Workers)
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
