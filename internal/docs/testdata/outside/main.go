// Command domineering is a program outside the module: a game of its own, trained in a
// folder, searched and measured.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"ludens"
	"ludens/env/games"
)

func main() {
	if err := laboratory(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func laboratory(ctx context.Context) error {
	err := ludens.Register(games.Family{Name: "dominoes", Variants: variants, New: newGame})
	if err != nil {
		return err
	}
	run, err := trained(ctx)
	if err != nil {
		return err
	}
	start := domineering{}.New(0)
	report, err := ludens.Search(ctx, run.Game(), start, run.Agent(16))
	if err != nil {
		return err
	}
	fmt.Println("best at the start:", start.Format(report.Best()))
	roles, err := ludens.Match(ctx, run.Game(), run.Agent(32), "random", 5)
	if err != nil {
		return err
	}
	for i, role := range (domineering{}).Spec().Roles {
		fmt.Printf("as %s: %v\n", role, roles[i])
	}
	return nil
}

// trained returns the run in the folder that the command line names, a new one or one that
// was there.
func trained(ctx context.Context) (*ludens.Run, error) {
	folder := os.Args[1]
	if run, err := ludens.Open(folder); err == nil {
		return run, run.Resume(ctx, ludens.Training{})
	}
	return ludens.Train(ctx, variant.Name, ludens.Training{Folder: folder, Config: "domineering.toml", Log: os.Stdout})
}
