package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	runs "ludens/internal/run"
	"ludens/internal/tui"
	"ludens/internal/watch"
	"ludens/internal/wrap"
)

func newRuns() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "runs [FOLDER...]",
		Short: "List runs of training, and how each stands",
		Long: `Runs lists the runs in runs/, or in the folders that are named, the newest first. A
run is running while somebody works on it, finished after its last iteration, damaged
if it cannot be gone on with as it is, and else stopped: ludens resume goes on with it.

Of a damaged run the list says what is wrong and the way on. It is told from the lock,
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
			all := watch.List(dirs)
			if asJSON {
				return encodeRuns(c.OutOrStdout(), all)
			}
			return tellRuns(c.OutOrStdout(), all, time.Now())
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, a line for each run")
	return c
}

func encodeRuns(out io.Writer, all []watch.Listed) error {
	e := json.NewEncoder(out)
	for _, r := range all {
		err := e.Encode(struct {
			Folder     string     `json:"folder"`
			Game       string     `json:"game,omitempty"`
			State      runs.State `json:"state"`
			Iteration  int        `json:"iteration"`
			Iterations int        `json:"iterations"`
			Changed    time.Time  `json:"changed,omitzero"`
			Trouble    string     `json:"trouble,omitempty"`
		}{r.Dir, r.Game, r.State, r.Iteration, r.Iterations, r.Changed, r.Trouble})
		if err != nil {
			return err
		}
	}
	return nil
}

func tellRuns(out io.Writer, all []watch.Listed, now time.Time) error {
	if len(all) == 0 {
		_, err := fmt.Fprintf(out, "There is no run in runs/ yet; one begins with: %s train GAME\n", caller(called))
		return err
	}
	rows := [][]string{{"run", "state", "iteration", "changed", "game"}}
	for _, r := range all {
		done := fmt.Sprintf("%d of %d", r.Iteration, r.Iterations)
		if r.Game == "" {
			done = ""
		}
		rows = append(rows, []string{r.Dir, string(r.State), done, ago(now.Sub(r.Changed)), r.Game})
	}
	columns := tui.Width(out)
	fmt.Fprint(out, wrap.Table(rows, []bool{true, true, false, false, true}, columns))
	for _, r := range all {
		if r.Trouble != "" {
			fmt.Fprint(out, "\n"+wrap.Words(r.Trouble, columns, "  "))
		}
	}
	return nil
}

// ago writes how long ago something was.
func ago(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s ago", max(0, d.Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min ago", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f h ago", d.Hours())
	}
	return fmt.Sprintf("%.0f days ago", d.Hours()/24)
}
