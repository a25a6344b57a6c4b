package main

import (
	"github.com/spf13/cobra"

	"ludens/internal/session"
)

func newSign() *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "sign RUN",
		Short: "Verify a run and sign it with the key of this machine",
		Long: `Sign verifies a run, and writes a signature of its ledger into the folder if nothing is
wrong. The ledger has the SHA-256 of every configuration, checkpoint and file of games,
and all metrics but the times. Others check the signature with the key's name:

  ludens verify RUN --by KEY

The key is that of this machine's server (see ludens work --invite), so the holders of an
invitation know its name. Sign makes a key if there is none; from then on a run with
--listen wants workers to be invited.`,
		Example: `  ludens sign runs/celta
  ludens sign runs/celta --keys other/keys`,
		Args: arguments(1, 1, "sign RUN"),
		RunE: func(c *cobra.Command, args []string) error {
			dir, err := keysFolder(dir)
			if err != nil {
				return err
			}
			return session.Sign(c.OutOrStdout(), args[0], dir)
		},
	}
	keysFlag(c, &dir)
	return c
}
