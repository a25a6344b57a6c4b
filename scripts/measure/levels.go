package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
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
	start := f.Bool("start", false, "only see again what First can expect at the start")
	f.Parse(args)
	return eachGame(f, func(g env.Game) error {
		if *start {
			return seeStart(ctx, g)
		}
		return calibrate(ctx, g, arena.Config{Pairs: *pairs, Workers: *workers}, *seed)
	})
}

// calibrate writes the calibration of a game, and prints it as it comes.
func calibrate(ctx context.Context, g env.Game, c arena.Config, seed uint64) error {
	fmt.Println(g.Spec().Name)
	all, err := roster.Calibrate(ctx, g, agent.Levels, c, seed, func(s agent.Level, m roster.Met) {
		fmt.Printf("%-20s %-12s %3.0f %% of %d\n", s.Name, m.Opponent, 100*m.Score(), m.Wins+m.Draws+m.Losses)
	})
	if err != nil {
		return err
	}
	return keep(all)
}

// seeStart writes what First can expect into the calibration of a game.
func seeStart(ctx context.Context, g env.Game) error {
	var all roster.Calibration
	text, err := os.ReadFile(calibrationPath(g.Spec().Name))
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err == nil {
		all.First, err = roster.ExpectedFirst(ctx, g)
	}
	if err != nil {
		return err
	}
	fmt.Printf("%s: First can expect %.2f\n", g.Spec().Name, all.First)
	return keep(all)
}

func calibrationPath(game string) string {
	return filepath.Join("internal", "roster", roster.CalibrationFile(game))
}

// keep writes a calibration where the page has it from.
func keep(all roster.Calibration) error {
	text, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	return disk.WriteBytes(calibrationPath(all.Game), append(text, '\n'))
}
