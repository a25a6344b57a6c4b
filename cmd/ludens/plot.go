package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ludens/internal/chart"
	"ludens/internal/exit"
	runs "ludens/internal/run"
	"ludens/internal/tui"
)

func newPlot() *cobra.Command {
	var files []string
	var over string
	var dark, asJSON, asCSV bool
	c := &cobra.Command{
		Use:   "plot FOLDER...",
		Short: "Draw the learning curves of a run, or compare runs",
		Long: `Plot draws what a run has done so far, finished or not: losses, strength against
its baseline in each role with 95 % intervals, how games end and how long they
last, whether values come true, how far the network follows the search, and what
looks wrong. Of several runs it prints the settings that differ and the scores side by
side, and draws their curves together; three seeds or more are one line with a band.`,
		Example: `  ludens plot runs/celta                             into runs/celta/curves.png
  ludens plot runs/celta -o celta.svg --dark
  ludens plot runs/celta --over time                 wall time instead of iterations
  ludens plot runs/celta --csv > celta.csv           the numbers
  ludens plot runs/a runs/b                          compare them, into comparison.png`,
		Args: arguments(1, runs.MostCompared, "plot FOLDER..."),
		RunE: func(c *cobra.Command, args []string) error {
			all, err := runs.ReadAll(args)
			if err != nil {
				return err
			}
			r, page, usual := all[0], all[0].Page, filepath.Join(args[0], "curves.png")
			if len(all) > 1 {
				page, usual = all.Page, "comparison.png"
			}
			switch {
			case (asJSON || asCSV) && len(all) > 1:
				return exit.Usagef("plot: --json and --csv: want one run")
			case asJSON && asCSV:
				return exit.Usagef("plot: --json and --csv: want one of them")
			case asJSON:
				e := json.NewEncoder(c.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(r.Points)
			case asCSV:
				return r.WriteTable(c.OutOrStdout())
			}
			if err := exit.OneOf("plot: --over", over, runs.Overs); err != nil {
				return err
			}
			if len(files) == 0 {
				files = []string{usual}
			}
			if len(all) > 1 {
				fmt.Fprint(c.OutOrStdout(), all.Text(tui.Width(c.OutOrStdout())))
			}
			theme := chart.Light
			if dark {
				theme = chart.Dark
			}
			for _, file := range files {
				err := page(over).Save(file, theme)
				if errors.Is(err, chart.ErrEnding) {
					return exit.Usagef("plot: -o %w", err)
				} else if err != nil {
					return err
				}
				fmt.Fprintln(c.OutOrStdout(), file)
			}
			return nil
		},
	}
	c.Flags().StringArrayVarP(&files, "out", "o", nil, "picture to write, .png or .svg (default FOLDER/curves.png, of several runs comparison.png; may be repeated)")
	c.Flags().StringVar(&over, "over", "iterations", "what the curves run over: "+strings.Join(runs.Overs, ", "))
	c.Flags().BoolVar(&dark, "dark", false, "on dark ground")
	c.Flags().BoolVar(&asJSON, "json", false, "print the numbers as JSON instead")
	c.Flags().BoolVar(&asCSV, "csv", false, "print the numbers as a table instead")
	return c
}
