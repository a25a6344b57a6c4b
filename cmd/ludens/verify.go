package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"ludens/internal/exit"
	"ludens/internal/report"
	runs "ludens/internal/run"
)

func newVerify() *cobra.Command {
	var workers int
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify RUN",
		Short: "Read everything that a run has written, and say whether it is as it was",
		Long: `Verify holds every file of a run against its ledger, which knows their SHA-256;
reads every checkpoint; plays every game of self-play again by the rules, and counts
them against the metrics. It changes nothing. Each problem is one line, and makes
the exit code 1.

The ledger tells what was changed since the run wrote it, by accident or by somebody
who did not mean to hide it. It is not signed: who rewrites all of a run can make it
say what he likes. Compare its SHA-256 with the one that you were given.`,
		Example: `  ludens verify runs/celta
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
			if asJSON {
				e := json.NewEncoder(c.OutOrStdout())
				e.SetIndent("", "  ")
				err = e.Encode(r)
			} else {
				err = r.Text(c.OutOrStdout())
			}
			if n := len(r.Problems); n > 0 {
				return errors.Join(err, fmt.Errorf("%s is not as it was written: %s", args[0], report.Count(n, "problem")))
			}
			return err
		},
	}
	c.Flags().IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play the games again; what is found does not depend on it")
	c.Flags().BoolVar(&asJSON, "json", false, "print what was found as JSON")
	return c
}
