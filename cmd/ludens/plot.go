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
)

func newPlot() *cobra.Command {
	var files []string
	var over string
	var dark, asJSON, asCSV bool
	c := &cobra.Command{
		Use:   "plot FOLDER",
		Short: "Draw the learning curves of a run",
		Long: `Plot draws what a run has done so far, finished or not: losses, strength against
its baseline in each role with 95 % intervals, how games end and how long they
last, whether values come true, how far the network follows the search, and what
looks wrong.`,
		Example: `  ludens plot runs/celta                             into runs/celta/curves.png
  ludens plot runs/celta -o celta.svg --dark
  ludens plot runs/celta --over time                 wall time instead of iterations
  ludens plot runs/celta --csv > celta.csv           the numbers`,
		Args: arguments(1, 1, "plot FOLDER"),
		RunE: func(c *cobra.Command, args []string) error {
			r, err := runs.ReadCurves(args[0])
			if err != nil {
				return err
			}
			switch {
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
				files = []string{filepath.Join(args[0], "curves.png")}
			}
			theme := chart.Light
			if dark {
				theme = chart.Dark
			}
			for _, file := range files {
				err := r.Page(over).Save(file, theme)
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
	c.Flags().StringArrayVarP(&files, "out", "o", nil, "picture to write, .png or .svg (default FOLDER/curves.png; may be repeated)")
	c.Flags().StringVar(&over, "over", "iterations", "what the curves run over: "+strings.Join(runs.Overs, ", "))
	c.Flags().BoolVar(&dark, "dark", false, "on dark ground")
	c.Flags().BoolVar(&asJSON, "json", false, "print the numbers as JSON instead")
	c.Flags().BoolVar(&asCSV, "csv", false, "print the numbers as a table instead")
	return c
}
