package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ludens/configs"
)

func newConfig() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Show the configuration that a run would have",
		Args:  knownVerb,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var from configSource
	show := &cobra.Command{
		Use:   "show GAME",
		Short: "Print the effective configuration as TOML",
		Long: `Show prints every value that ludens train would use, after the preset, the file
and --set have had their say. What it prints is itself a configuration file.`,
		Example: `  ludens config show celta > mine.toml
  ludens config show celta --set network.blocks=6`,
		Args: arguments(0, 1, "config show GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := from.load(args)
			if err != nil {
				return err
			}
			fmt.Fprint(c.OutOrStdout(), cfg.Text())
			return nil
		},
	}
	from.flags(show)
	presets := &cobra.Command{
		Use:   "presets",
		Short: "List the presets",
		Args:  arguments(0, 0, "config presets"),
		RunE: func(c *cobra.Command, _ []string) error {
			for _, name := range configs.Presets() {
				fmt.Fprintln(c.OutOrStdout(), name)
			}
			return nil
		},
	}
	c.AddCommand(show, presets)
	return c
}
