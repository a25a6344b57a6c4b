package main

import (
	"github.com/spf13/cobra"

	"ludens/internal/session"
	"ludens/train"
)

func newResume() *cobra.Command {
	var workers int
	var going session.Going
	var page session.Page
	var curves string
	var many machines
	var limit session.Minutes
	c := &cobra.Command{
		Use:   "resume FOLDER",
		Short: "Go on with a run that was stopped",
		Long: `Resume goes on with a run from its last checkpoint. The outcome is that of a run
that was never stopped, bit for bit.

Every file of the run must be as it was written: the ledger of the run knows their
SHA-256. After a change on purpose, such as the number of iterations in
config.toml, give --accept-changes; the ledger then records it. --iterations alone
trains a finished run further. --back-to N deletes the checkpoints and games after iteration N,
such as those that were trained on forged games, and trains from there again. --keep-games N
deletes old games, to save disk space; a finished run stays as strong as it was measured.`,
		Example: `  ludens resume runs/celta
  ludens resume runs/celta --serve             and watch it in a browser
  ludens resume runs/celta --listen :4222      and have other machines play, too
  ludens resume runs/celta --iterations 150    train on after the end
  ludens resume runs/celta --back-to 20        drop what came after iteration 20, and train from there
  ludens resume runs/celta --accept-changes    with a configuration that was edited`,
		Args: arguments(1, 1, "resume FOLDER"),
		RunE: func(c *cobra.Command, args []string) (err error) {
			going.Until = limit.Until()
			if workers, err = hands(workers); err != nil {
				return err
			}
			if err := inRange(amount{"iterations", going.Iterations, 0, train.MaxIterations}); err != nil {
				return err
			}
			if err := many.check(); err != nil {
				return err
			}
			if err := page.Listen(); err != nil {
				return err
			}
			defer page.Close()
			v := view(c.OutOrStdout())
			v.Curves = curves
			s, err := session.Resume(args[0], going, workers, many.asked(), v)
			if err != nil {
				return err
			}
			return page.Beside(c.Context(), c.OutOrStdout(), args[0], s.Train)
		},
	}
	besideFlag(c, &page)
	minutesFlag(c, &limit)
	many.flags(c)
	c.Flags().StringVar(&curves, "tensorboard", "", "write the curves of what is to come into this folder, for TensorBoard")
	c.Flags().BoolVar(&going.Accept, "accept-changes", false, "go on with files that were changed since the run wrote them, and note that in its ledger")
	c.Flags().Var(&going.Back, "back-to", "delete what came after this iteration, note that in the ledger, and go on from there")
	c.Flags().Var(&going.KeepGames, "keep-games", "keep the games of the last N iterations, and those of the window; 0: all (train.keep_games)")
	c.Flags().IntVar(&going.Iterations, "iterations", 0, "iterations in all, also if the run was complete with fewer (default: what its config.toml says)")
	c.Flags().IntVar(&workers, "workers", 0, "goroutines that play (default: one a core); the outcome does not depend on it")
	return c
}
