package exact

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/disk"
	"ludens/internal/machine"
	"ludens/solve"
)

// atOnce is up to how many positions a game is solved at once, before an answer.
const (
	atOnce      = 1 << 20
	pairsAtOnce = 1 << 24 // where they are pairs
)

// Open returns what makes solvers of a game: its own search, or the table in a
// file, as File has it. A game that is small enough needs no file.
func Open(ctx context.Context, g env.Game, path string) (func() env.Solver, error) {
	if searched, ok := env.As[env.Solvable](g); ok {
		return searched.NewSolver, nil
	}
	if _, ok := pairingOf(g); ok {
		if err := makeAtOnce(ctx, g, path); err != nil {
			return nil, err
		}
		table, err := read(g, path, openPairs)
		return func() env.Solver { return table }, err
	}
	table, err := openTable(ctx, g, path)
	return func() env.Solver { return table }, err
}

// makeAtOnce makes the table of a game that is solved by pairs and small enough, such as
// cetro-5x5, unless it is there: it takes some seconds.
func makeAtOnce(ctx context.Context, g env.Game, path string) error {
	needs, err := solve.Needs(g)
	if err != nil || path != "" || needs.Pairs > pairsAtOnce {
		return err
	}
	file, err := File(g, path)
	if err != nil {
		return err
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, err = Work{Game: g, Memory: 1 << 30, Workers: runtime.GOMAXPROCS(0)}.Solve(ctx)
	return err
}

// openTable returns the table of a game, out of a file unless the game is small.
func openTable(ctx context.Context, g env.Game, path string) (*solve.Table, error) {
	positions, err := solve.Number(g)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be solved: %w", g.Spec().Name, err)
	}
	if path == "" && positions.Len() <= atOnce {
		return solve.Game(ctx, g, solve.Config{Workers: runtime.GOMAXPROCS(0), Memory: 1 << 30}, nil)
	}
	return read(g, path, readTable)
}

// read reads the table of a game in the way that open does.
func read[T env.Solver](g env.Game, path string, open func(env.Game, string) (T, error)) (table T, err error) {
	file, err := File(g, path)
	if err != nil {
		return table, err
	}
	table, err = open(g, file)
	if errors.Is(err, fs.ErrNotExist) {
		how := "ludens solve " + strings.Replace(g.Spec().Name, " ", " --endgame ", 1)
		if path != "" {
			how += " -o " + path
		}
		return table, fmt.Errorf("there is no table at %s: make it with: %s", file, how)
	}
	return table, err
}

// mostTable bounds the file of a table, bytes: a reader holds it against its game.
const mostTable = 256 << 30

// readTable reads a table that fits into memory.
func readTable(g env.Game, file string) (*solve.Table, error) {
	f, size, err := disk.Open(file, mostTable)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	table, err := solve.Read(f, size, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return table, nil
}

// openPairs opens the table of a game that is solved by pairs. Its file is closed
// when the table is no longer referenced.
func openPairs(g env.Game, file string) (*solve.PairTable, error) {
	f, _, err := disk.Open(file, mostTable)
	if err != nil {
		return nil, err
	}
	table, err := solve.OpenPairs(f, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return table, nil
}

// File returns where the table of a game is: at path, or in the user's cache if
// that is "".
func File(g env.Game, path string) (string, error) {
	if path != "" {
		return path, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("solve: %w: name the table's file", err)
	}
	return filepath.Join(cache, "ludens", "solves", games.FileName(strings.ReplaceAll(tableName(g), " ", "-"))+".solution"), nil
}

// tableName returns the name of the game whose positions a table of g holds.
func tableName(g env.Game) string {
	if pairing, ok := pairingOf(g); ok {
		return pairing.Bound().Spec().Name
	}
	return g.Spec().Name
}

// pairingOf returns how the positions of a game are pairs, if it is solved by
// them.
func pairingOf(g env.Game) (env.Pairing, bool) {
	p, ok := env.As[env.Paired](g)
	if !ok {
		return nil, false
	}
	pairing, err := p.Pairing()
	return pairing, err == nil
}

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
