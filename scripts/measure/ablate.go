package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
)

// ablate measures what each part of the method is worth: it trains one arm after
// another from several seeds, the whole method and each part left out alone, and prints
// how many evaluations an arm takes to a strength, and how strong it is after a number
// of them: the network alone, and with its search.
//
// A run is a line of OUT/runs.jsonl. Those that are there are not made again, and one
// that was stopped goes on where it stood.
func ablate(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("ablate", flag.ExitOnError)
	var (
		ludens = f.String("ludens", "ludens", "the program")
		file   = f.String("arms", filepath.Join("scripts", "measure", "ablate.toml"), "the study: what all runs share, and its arms")
		out    = f.String("out", filepath.Join("runs", "ablation"), "folder of the runs")
		only   = f.String("only", "", "arms, with commas between them; all if empty")
		seeds  = f.Int("seeds", 3, "seeds 1 to N")
		after  = f.Int("after", 0, "evaluations after which marks are compared; 0: what every run has made")
		tell   = f.Bool("tell", false, "print the table of the runs that are there, and make none")
	)
	f.Parse(args)
	s, err := readStudy(*file)
	if err != nil {
		return err
	}
	if *only != "" {
		if s.Arms, err = s.choose(strings.Split(*only, ",")); err != nil {
			return err
		}
	}
	done, err := readRuns(*out)
	if err != nil {
		return err
	}
	if !*tell {
		w := worker{ludens: *ludens, dir: *out, study: s}
		if done, err = w.all(ctx, *seeds, done); err != nil {
			return err
		}
	}
	fmt.Print(tables(s, done, *after))
	return nil
}
