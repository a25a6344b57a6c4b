package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"ludens/agent"
	"ludens/arena"
	"ludens/env/games"
	"ludens/internal/disk"
	"ludens/internal/roster"
)

// levels measures what the levels of a game's champion score against other agents, and
// writes that where the page has it from.
func levels(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("levels", flag.ExitOnError)
	pairs := f.Int("pairs", 10, "pairs of games between a level and each agent")
	seed := f.Uint64("seed", 1, "seed of openings and of what agents draw")
	workers := f.Int("workers", runtime.GOMAXPROCS(0), "games at once; the result does not depend on it")
	f.Parse(args)
	if f.NArg() == 0 {
		return errors.New("which game? As in: go run ./scripts/measure levels celta connect4")
	}
	for _, game := range f.Args() {
		if err := calibrate(ctx, game, arena.Config{Pairs: *pairs, Workers: *workers}, *seed); err != nil {
			return err
		}
	}
	return nil
}

// calibrate writes the calibration of a game, and prints it as it comes.
func calibrate(ctx context.Context, game string, c arena.Config, seed uint64) error {
	g, err := games.Make(game)
	if err != nil {
		return err
	}
	fmt.Println(game)
	all, err := roster.Calibrate(ctx, g, agent.Levels, c, seed, func(s agent.Level, m roster.Met) {
		fmt.Printf("%-20s %-12s %3.0f %% of %d\n", s.Name, m.Opponent, 100*m.Score(), m.Wins+m.Draws+m.Losses)
	})
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	return disk.Write(filepath.Join("internal", "roster", roster.CalibrationFile(game)), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}
