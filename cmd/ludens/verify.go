package main

import (
	"errors"
	"runtime"

	"github.com/spf13/cobra"

	"ludens/internal/exit"
	"ludens/internal/fleet"
	runs "ludens/internal/run"
)

func newVerify() *cobra.Command {
	var workers int
	var asJSON, retrain bool
	var replay runs.Share
	var by fleet.KeyName
	c := &cobra.Command{
		Use:   "verify RUN",
		Short: "Read everything that a run has written, and say whether it is as it was",
		Long: `Verify holds every file of a run against its ledger, which knows their SHA-256;
reads every checkpoint; plays every game of self-play again by the rules, and counts
them against the metrics. It changes nothing. Each problem is one line, and makes
the exit code 1.

The ledger shows what was changed since the run wrote it, by accident or without
the intent to hide it. A run that was rewritten as a whole has a ledger that
fits: compare its SHA-256 with the one that you were given, or have the run
signed (ludens sign) and name the key with --by. Without --by a signature only
shows which key it is of.

Games are a function of the networks, bit for bit. --replay 1% plays one game in a
hundred of each iteration again, by the network of the checkpoint before it, and says
the first difference. It needs that checkpoint, the games of the window before it, and
the kernels of the run (--kernels); how many games could not be replayed is said.
--retrain trains each iteration again from its games and compares the checkpoints. It
takes the time of the training steps. With it the games after pruned checkpoints are
replayed, too.`,
		Example: `  ludens verify runs/celta
  ludens verify runs/celta --replay 1%         and play some of its games again
  ludens verify runs/celta --retrain           and train it again
  ludens verify runs/celta --by invitation.txt   signed by the machine that invited
  ludens verify runs/celta --json`,
		Args: arguments(1, 1, "verify RUN"),
		RunE: func(c *cobra.Command, args []string) error {
			if workers < 1 {
				return exit.Usagef("--workers %d: want 1 or more", workers)
			}
			r, err := runs.Verify(args[0], workers)
			if err != nil {
				return err
			}
			r.CheckSignature(fleet.Signed, string(by))
			if replay > 0 || retrain {
				if err := r.Audit(c.Context(), float64(replay), retrain, workers); err != nil {
					return err
				}
			}
			print := r.Text
			if asJSON {
				print = r.JSON
			}
			return errors.Join(print(c.OutOrStdout()), r.Err())
		},
	}
	c.Flags().IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play the games again; what is found does not depend on it")
	c.Flags().Var(&replay, "replay", "play this share of the games again, as in 1% or 100%")
	c.Flags().BoolVar(&retrain, "retrain", false, "train each iteration again from its games, and compare the checkpoints")
	c.Flags().Var(&by, "by", "the key that must have signed all of the run: its name, an invitation of its machine, or a file with one")
	c.Flags().BoolVar(&asJSON, "json", false, "print what was found as JSON")
	return c
}
