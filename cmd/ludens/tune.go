package main

import (
	"github.com/spf13/cobra"

	"ludens/internal/roster"
	"ludens/internal/tui"
	"ludens/internal/tuning"
	"ludens/tune"
)

func newTune() *cobra.Command {
	s := tuning.Session{Config: tune.Default("")}
	c := &cobra.Command{
		Use:   "tune GAME",
		Short: "Learn an evaluation for alpha-beta from its own games",
		Long: `Tune learns an evaluation for alpha-beta from nothing, in minutes: integer weights of
features that follow from the rules (a piece on a square, its way to a king, what it
attacks), fitted by logistic regression to games of alpha-beta against itself. Each
round plays with the evaluation of the round before; the first one plays with the
game's score.

Agents use it as alphabeta:8+eval=FOLDER, or +eval=FOLDER/round-2.json for one round.
Ctrl-C stops a run; the same command continues it. The result does not depend on stops
or on the number of workers.`,
		Example: `  ludens tune cetran2                               in runs/cetran2-eval
  ludens tune celta --games 500 --rounds 3 --run runs/quick
  ludens match cetran2 alphabeta:cpu=4ms+eval=runs/cetran2-eval alphabeta:cpu=4ms
  ludens play cetran2 --agent alphabeta:8+eval=runs/cetran2-eval`,
		Args: arguments(1, 1, "tune GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			if s.Workers, err = hands(s.Workers); err != nil {
				return err
			}
			s.Out, s.Errs, s.Bars = c.OutOrStdout(), stderr, tui.Terminal(stderr)
			return s.Learn(c.Context(), g)
		},
	}
	c.Flags().StringVar(&s.Dir, "run", "", "folder (default runs/GAME-eval)")
	c.Flags().IntVar(&s.Config.Rounds, "rounds", s.Config.Rounds, "rounds of games; more of them continue a finished run")
	c.Flags().IntVar(&s.Config.Games, "games", s.Config.Games, "games per round")
	c.Flags().IntVar(&s.Config.Nodes, "nodes", s.Config.Nodes, "search budget per move, in positions")
	c.Flags().Float64Var(&s.Config.Mix, "mix", s.Config.Mix, "weight of the search's value beside the game's result, 0 to 1")
	c.Flags().Uint64Var(&s.Config.Seed, "seed", s.Config.Seed, "seed of all games")
	c.Flags().IntVar(&s.Workers, "workers", 0, "goroutines that play (default: one per core); the result does not depend on it")
	return c
}
