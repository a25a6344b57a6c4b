package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/configs"
	"ludens/env/games"
	"ludens/internal/atomicfile"
	"ludens/internal/chart"
	"ludens/internal/nearest"
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
			r, err := readCurves(args[0])
			if err != nil {
				return err
			}
			switch {
			case asJSON && asCSV:
				return usage{errors.New("plot: --json and --csv: want one of them")}
			case asJSON:
				return r.writeJSON(c.OutOrStdout())
			case asCSV:
				return r.writeCSV(c.OutOrStdout())
			}
			if r.over, err = chooseOver(over); err != nil {
				return err
			}
			if len(files) == 0 {
				files = []string{filepath.Join(args[0], "curves.png")}
			}
			return r.draw(c.OutOrStdout(), files, dark)
		},
	}
	c.Flags().StringArrayVarP(&files, "out", "o", nil, "picture to write, .png or .svg (default FOLDER/curves.png; may be repeated)")
	c.Flags().StringVar(&over, "over", "iterations", "what the curves run over: "+strings.Join(overs, ", "))
	c.Flags().BoolVar(&dark, "dark", false, "on dark ground")
	c.Flags().BoolVar(&asJSON, "json", false, "print the numbers as JSON instead")
	c.Flags().BoolVar(&asCSV, "csv", false, "print the numbers as a table instead")
	return c
}

// overs are what curves can run over.
var overs = []string{"iterations", "positions", "time"}

func chooseOver(name string) (string, error) {
	if slices.Contains(overs, name) {
		return name, nil
	}
	return "", usage{fmt.Errorf("plot: --over %q%s; want one of %s", name, nearest.Hint(name, overs), strings.Join(overs, ", "))}
}

// curves are the numbers of a run.
type curves struct {
	dir     string
	config  configs.Run
	roles   [2]string
	points  []runs.Metric
	seconds []float64 // that each iteration took
	over    string
}

// readCurves reads a run, which may be in progress.
func readCurves(dir string) (*curves, error) {
	r, err := runs.Look(dir)
	if err != nil {
		return nil, err
	}
	config, err := r.Config()
	if err != nil {
		return nil, err
	}
	game, err := games.Make(config.Game)
	if err != nil {
		return nil, err
	}
	points, err := r.Metrics()
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("%s has no finished iteration yet: nothing to plot", dir)
	}
	return &curves{dir: dir, config: config, roles: game.Spec().Roles, points: points, seconds: spent(points), over: overs[0]}, nil
}

// draw writes the pictures.
func (r *curves) draw(out io.Writer, files []string, dark bool) error {
	theme := chart.Light
	if dark {
		theme = chart.Dark
	}
	page := r.page()
	for _, file := range files {
		write := page.PNG
		switch strings.ToLower(filepath.Ext(file)) {
		case ".png":
		case ".svg":
			write = page.SVG
		default:
			return usage{fmt.Errorf("plot: -o %s: want a name that ends in .png or .svg", file)}
		}
		if err := atomicfile.Write(file, func(w io.Writer) error { return write(w, theme) }); err != nil {
			return err
		}
		fmt.Fprintln(out, file)
	}
	return nil
}

// writeJSON prints the metrics as one list.
func (r *curves) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r.points)
}

// writeCSV prints a line an iteration. What was not measured is left empty.
func (r *curves) writeCSV(w io.Writer) error {
	columns := r.columns()
	rows := make([][]string, 1+len(r.points))
	for _, c := range columns {
		rows[0] = append(rows[0], c.name)
		for i := range r.points {
			rows[i+1] = append(rows[i+1], number(c.values[i]))
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}
