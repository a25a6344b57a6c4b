// Levels measures what the levels of a game's champion score against other agents,
// and writes that where the page has it from:
//
//	go run ./scripts/levels celta connect4
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"

	"ludens/arena"
	"ludens/env/games"
	"ludens/internal/disk"
	"ludens/internal/roster"
)

func main() {
	pairs := flag.Int("pairs", 10, "pairs of games between a level and each agent")
	seed := flag.Uint64("seed", 1, "seed of openings and of what agents draw")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "games at once; the result does not depend on it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "levels: which game? As in: go run ./scripts/levels celta connect4")
		os.Exit(2)
	}
	for _, game := range flag.Args() {
		if err := measure(ctx, game, arena.Config{Pairs: *pairs, Workers: *workers}, *seed); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// measure writes the calibration of a game, and prints it as it comes.
func measure(ctx context.Context, game string, c arena.Config, seed uint64) error {
	g, err := games.Make(game)
	if err != nil {
		return err
	}
	fmt.Println(game)
	all, err := roster.Calibrate(ctx, g, roster.Steps, c, seed, func(s roster.Step, m roster.Met) {
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
