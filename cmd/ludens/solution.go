package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/schollz/progressbar/v3"

	"ludens/env"
	"ludens/internal/tui"
	"ludens/solve"
)

// tableFile returns where the table of a game is: at path, or in the user's
// cache.
func tableFile(g env.Game, path string) (string, error) {
	if path != "" {
		return path, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("solve: %w: name the table's file", err)
	}
	return filepath.Join(cache, "ludens", "solves", folderName(strings.ReplaceAll(tableName(g), " ", "-"))+".solution"), nil
}

// tableName returns the name of the game of whose positions a table of g tells.
func tableName(g env.Game) string {
	if p, ok := g.(env.Paired); ok {
		if pairing, err := p.Pairing(); err == nil {
			return pairing.Bound().Spec().Name
		}
	}
	return g.Spec().Name
}

// paired reports whether a game is solved by pairs.
func paired(g env.Game) bool {
	p, ok := g.(env.Paired)
	if ok {
		_, err := p.Pairing()
		ok = err == nil
	}
	return ok
}

// atOnce is up to how many positions a game is solved while somebody waits.
const atOnce = 1 << 20

// openTruth returns what makes solvers of a game: its own search, or the table
// in a file. A game that is small enough needs none.
func openTruth(ctx context.Context, g env.Game, path string) (func() env.Solver, error) {
	if searched, ok := g.(env.Solvable); ok {
		return searched.NewSolver, nil
	}
	if paired(g) {
		table, err := readTable(g, path, openPairs)
		return func() env.Solver { return table }, err
	}
	table, err := tableOf(ctx, g, path)
	return func() env.Solver { return table }, err
}

// tableOf returns the table of a game, out of a file unless the game is small.
func tableOf(ctx context.Context, g env.Game, path string) (*solve.Table, error) {
	positions, err := solve.Number(g)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be solved: %w", g.Spec().Name, err)
	}
	if path == "" && positions.Len() <= atOnce {
		return solve.Game(ctx, g, solve.Config{Workers: runtime.GOMAXPROCS(0), Memory: 1 << 30}, nil)
	}
	return readTable(g, path, openTable)
}

// zeroingOf returns how a position stands against the clock, if a table knows.
func zeroingOf(solver env.Solver, s env.State) (solve.Zeroing, bool) {
	table, ok := solver.(*solve.Table)
	if !ok {
		return solve.Zeroing{}, false
	}
	return table.Zeroing(s)
}

// readTable reads the table of a game in the way that open does.
func readTable[T env.Solver](g env.Game, path string, open func(env.Game, string) (T, error)) (table T, err error) {
	file, err := tableFile(g, path)
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

// openTable reads a table that fits into memory.
func openTable(g env.Game, file string) (*solve.Table, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	table, err := solve.Read(f, info.Size(), g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return table, nil
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

// phases draws a bar for each phase of solving, if it is visible.
type phases struct {
	visible bool
	phase   string
	bar     *progressbar.ProgressBar
}

func (p *phases) seen(at solve.Progress) {
	if at.Phase != p.phase {
		p.finish()
		p.phase = at.Phase
		p.bar = tui.NewBar(p.visible, os.Stderr, int(at.Total), "positions", at.Phase)
	}
	p.bar.Set64(int64(at.Done))
}

func (p *phases) finish() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
