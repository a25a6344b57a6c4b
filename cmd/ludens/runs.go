package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ludens/internal/exit"
	runs "ludens/internal/run"
	"ludens/internal/tui"
)

func newRuns() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "runs [FOLDER...]",
		Short: "List runs of training, and how each stands",
		Long: `Runs lists the runs in runs/, or in the folders that are named, the newest first, with
the size of their files and the memory that training on takes at most. A run is running while
a process works on it, finished after its last iteration, damaged if it cannot be gone on
with as it is, and else stopped: ludens resume goes on with it.

Of a damaged run the list says what is wrong and the way on. It is found by the lock,
the ledger, the metrics and the newest checkpoint; ludens verify reads everything.`,
		Example: `  ludens runs
  ludens runs runs/celta /mnt/other/run
  ludens runs --json`,
		RunE: func(c *cobra.Command, args []string) error {
			var dirs []string
			for _, dir := range args {
				if !runs.Holds(dir) {
					return fmt.Errorf("%s %w; one begins with: ludens train GAME --run %s", dir, runs.ErrNoRun, dir)
				}
				dirs = append(dirs, filepath.Clean(dir))
			}
			all := runs.List(dirs)
			if asJSON {
				return runs.EncodeList(c.OutOrStdout(), all)
			}
			return runs.PrintList(c.OutOrStdout(), all, time.Now(), tui.Width(c.OutOrStdout()), exit.Caller(called))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, a line for each run")
	return c
}
