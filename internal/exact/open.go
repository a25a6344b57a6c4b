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
