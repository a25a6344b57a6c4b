package main

import (
	"github.com/spf13/cobra"
)

func newResume() *cobra.Command {
	var workers int
	c := &cobra.Command{
		Use:   "resume FOLDER",
		Short: "Go on with a run that was stopped",
		Long: `Resume goes on with a run from its last checkpoint. The outcome is that of a run
that was never stopped, bit for bit.`,
		Example: `  ludens resume runs/celta`,
		Args:    arguments(1, 1, "resume FOLDER"),
		RunE: func(c *cobra.Command, args []string) error {
			s, err := openSession(args[0], workers, c.OutOrStdout())
			if err != nil {
				return err
			}
			return s.runAndTell(c.Context())
		},
	}
	c.Flags().IntVar(&workers, "workers", 0, "goroutines that play (default: one a core); the outcome does not depend on it")
	return c
}
