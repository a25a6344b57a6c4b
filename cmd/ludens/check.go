package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env/card"
	"ludens/internal/exit"
	"ludens/internal/roster"
)

func newCheck() *cobra.Command {
	var asJSON, keys, asMarkdown bool
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Look at a game that you wrote as a file",
		Long: `Check reads a game from a file (docs/variants.md), draws its board and its men,
counts the games of one to three moves, plays some at random, and says what its
author may want to look at. What is wrong is reported with its file, its line and what
would be right.

All other verbs take the file, too, where they take a game:

  ludens train my-halma.toml
  ludens play my-halma.toml runs/my-halma
  ludens balance my-halma.toml --agent runs/my-halma`,
		Example: `  ludens check my-halma.toml
  ludens check my-halma.toml:cap=100     with one of its keys set otherwise
  ludens check --keys                    the families and their keys
  ludens check --keys chess              those of one family`,
		Args: arguments(0, 1, "check FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if keys {
				return card.WriteKeys(c.OutOrStdout(), strings.Join(args, ""), asMarkdown)
			}
			if len(args) == 0 {
				return exit.Usagef("check: which file? want: ludens check FILE.toml")
			}
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			about, err := card.NewCheck(g)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(about)
			}
			if err := about.Write(c.OutOrStdout()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "\nludens games %s shows its rules; ludens train %s learns it\n", args[0], args[0])
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&keys, "keys", false, "print what files can say")
	c.Flags().BoolVar(&asMarkdown, "markdown", false, "with --keys: print Markdown")
	return c
}
