package main

import (
	"github.com/spf13/cobra"
)

func newResume() *cobra.Command {
	var workers int
	var page beside
	c := &cobra.Command{
		Use:   "resume FOLDER",
		Short: "Go on with a run that was stopped",
		Long: `Resume goes on with a run from its last checkpoint. The outcome is that of a run
that was never stopped, bit for bit.`,
		Example: `  ludens resume runs/celta
  ludens resume runs/celta --serve   and watch it in a browser`,
		Args: arguments(1, 1, "resume FOLDER"),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if workers, err = hands(workers); err != nil {
				return err
			}
			if err := page.listen(); err != nil {
				return err
			}
			defer page.close()
			s, err := openSession(args[0], workers, c.OutOrStdout())
			if err != nil {
				return err
			}
			return page.train(c.Context(), c.OutOrStdout(), args[0], s.runAndTell)
		},
	}
	page.flags(c)
	c.Flags().IntVar(&workers, "workers", 0, "goroutines that play (default: one a core); the outcome does not depend on it")
	return c
}
