package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"ludens/internal/fleet"
	"ludens/internal/session"
)

func newDemo() *cobra.Command {
	t := training{from: configSource{Source: session.Source{Preset: "demo"}}, many: machines{audit: fleet.DefaultAudit}, stays: true}
	c := &cobra.Command{
		Use:   "demo",
		Short: "Watch a small game being learned, then play against what was learned",
		Long: `Demo prints the address of a page and trains a small network from nothing. After every
iteration it plays 80 games against itself as it was before its first step: the page
draws the score with its 95 % interval. When the training is done, it is your move.
It is an ordinary run in runs/demo (or runs/demo-2): ludens train --preset demo --serve.`,
		Example: "  ludens demo\n  ludens demo --set train.learning_rate=1e-7      nothing is learned: the curve stays where it is",
		Args:    arguments(0, 0, "demo"),
		RunE: func(c *cobra.Command, args []string) error {
			t.dir = session.Vacant(filepath.Join("runs", "demo"))
			return t.run(c, args)
		},
	}
	c.Flags().StringVar(&t.page.Addr, "addr", "127.0.0.1:0", "address of the page; port 0 takes any that is free")
	c.Flags().StringArrayVar(&t.from.set, "set", nil, "override one value of the preset (may be repeated)")
	return c
}
