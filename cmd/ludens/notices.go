package main

import (
	_ "embed"
	"io"

	"github.com/spf13/cobra"
)

// notices is made by scripts/release notices, and the gate compares it.
//
//go:embed notices.txt
var notices string

func newNotices() *cobra.Command {
	return &cobra.Command{
		Use:   "notices",
		Short: "Print the licences of what others wrote and this program has in it",
		Args:  arguments(0, 0, "notices"),
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), notices)
			return err
		},
	}
}
