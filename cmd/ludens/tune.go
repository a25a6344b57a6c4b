package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"ludens/env/games"
	"ludens/internal/roster"
	"ludens/internal/tui"
	"ludens/internal/tuning"
	"ludens/tune"
)

func newTune() *cobra.Command {
	cfg := tune.Default("")
	var dir string
	var workers int
	c := &cobra.Command{
		Use:   "tune GAME",
		Short: "Learn an evaluation for alpha-beta from its own games",
		Long: `Tune learns an evaluation of positions for alpha-beta, from nothing, in minutes:
integer weights of features that it finds in the rules (a piece on a square, its way
to a king, what it attacks), fitted by logistic regression to the games of alpha-beta
against itself. Each round plays by the evaluation of the round before; the first one
plays by the game's score.

The outcome is used by agents: alphabeta:8+eval=FOLDER, or +eval=FOLDER/round-2.json
for that of one round. Stop it at any time with Ctrl-C: the same command goes on where
it stood, with the same outcome. It does not depend on the number of workers.`,
		Example: `  ludens tune cetran2                               in runs/cetran2-eval
  ludens tune celta --games 500 --rounds 3 --run runs/quick
  ludens match cetran2 alphabeta:cpu=4ms+eval=runs/cetran2-eval alphabeta:cpu=4ms
  ludens play cetran2 --opponent alphabeta:8+eval=runs/cetran2-eval`,
		Args: arguments(1, 1, "tune GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			if workers, err = hands(workers); err != nil {
				return err
			}
			cfg.Game = g.Spec().Name
			if dir == "" {
				dir = filepath.Join("runs", games.FileName(cfg.Game)+"-eval")
			}
			f, err := tuning.Open(dir, g, cfg)
			if err != nil {
				return err
			}
			defer f.Close()
			var bar *progressbar.ProgressBar
			err = f.Learn(c.Context(), workers, func(round, game int) {
				if bar == nil {
					bar = tui.NewBar(tui.Terminal(os.Stderr), os.Stderr, cfg.Games, "games", fmt.Sprintf("round %d of %d", round, cfg.Rounds))
				}
				bar.Set(game)
			}, func(r tuning.Round) {
				bar = nil
				fmt.Fprintln(c.OutOrStdout(), r)
			})
			if errors.Is(err, context.Canceled) {
				return interrupted{"The same command goes on from there."}
			}
			return err
		},
	}
	c.Flags().StringVar(&dir, "run", "", "folder (default runs/GAME-eval)")
	c.Flags().IntVar(&cfg.Rounds, "rounds", cfg.Rounds, "rounds of games; a finished run goes on with more of them")
	c.Flags().IntVar(&cfg.Games, "games", cfg.Games, "games per round")
	c.Flags().IntVar(&cfg.Nodes, "nodes", cfg.Nodes, "positions looked at for a move")
	c.Flags().Float64Var(&cfg.Mix, "mix", cfg.Mix, "weight of the search's value beside the game's result")
	c.Flags().Uint64Var(&cfg.Seed, "seed", cfg.Seed, "another seed: other games")
	c.Flags().IntVar(&workers, "workers", 0, "goroutines that play (default: one a core); the outcome does not depend on it")
	return c
}
