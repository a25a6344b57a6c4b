// Measure measures what the documentation reports, beyond what `ludens` measures itself:
//
//	python3 scripts/measure/compare.py                                      (compare.md)
//	go run ./scripts/measure crowd -preset cetran2 -games 4096 -o docs/pictures/scale.svg
//	go run ./scripts/measure fuzz -share 600
//	go run ./scripts/measure gallery --out gallery copenhagen capablanca halma-8x8 gomoku
//	go run ./scripts/measure levels celta connect4
//	go run ./scripts/measure lines                                          (the house, room by room)
//	go run ./scripts/measure kills --random 300 --aimed 100
//	go run ./scripts/measure mutants --n 30 ./arena ./stat                  (CONTRIBUTING.md)
//	go run ./scripts/measure openings celta connect4
//	go run ./scripts/measure puzzles celta connect4
//	go run ./scripts/measure scoreboard                                     (docs/scoreboard.md)
//	go run ./scripts/measure strength -games 40
//
// It is run in the root of the tree.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
)

var verbs = map[string]func(ctx context.Context, args []string) error{
	"compare":    compare,
	"scoreboard": scoreboard,
	"crowd":      crowd,
	"fuzz":       fuzz,
	"gallery":    showGallery,
	"kills":      kills,
	"levels":     levels,
	"lines":      lines,
	"mutants":    mutants,
	"openings":   openings,
	"puzzles":    puzzles,
	"quota":      quota,
	"strength":   strength,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	verb := strings.Join(os.Args[1:min(2, len(os.Args))], "")
	work, ok := verbs[verb]
	if !ok {
		fmt.Fprintf(os.Stderr, "measure: want one of %s\n", strings.Join(slices.Sorted(maps.Keys(verbs)), ", "))
		os.Exit(2)
	}
	if err := work(ctx, os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", verb, err)
		os.Exit(1)
	}
}
