package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ludens/internal/atomicfile"
	"ludens/internal/chart"
	"ludens/internal/nearest"
	"ludens/internal/watch"
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
			r, err := watch.Read(args[0])
			if err != nil {
				return err
			}
			switch {
			case asJSON && asCSV:
				return usage{errors.New("plot: --json and --csv: want one of them")}
			case asJSON:
				return writePoints(c.OutOrStdout(), r)
			case asCSV:
				return writeColumns(c.OutOrStdout(), r)
			}
			if over, err = chooseOver(over); err != nil {
				return err
			}
			if len(files) == 0 {
				files = []string{filepath.Join(args[0], "curves.png")}
			}
			return drawPage(c.OutOrStdout(), r.Page(over), files, dark)
		},
	}
	c.Flags().StringArrayVarP(&files, "out", "o", nil, "picture to write, .png or .svg (default FOLDER/curves.png; may be repeated)")
	c.Flags().StringVar(&over, "over", "iterations", "what the curves run over: "+strings.Join(watch.Overs, ", "))
	c.Flags().BoolVar(&dark, "dark", false, "on dark ground")
	c.Flags().BoolVar(&asJSON, "json", false, "print the numbers as JSON instead")
	c.Flags().BoolVar(&asCSV, "csv", false, "print the numbers as a table instead")
	return c
}

func chooseOver(name string) (string, error) {
	if slices.Contains(watch.Overs, name) {
		return name, nil
	}
	return "", usage{fmt.Errorf("plot: --over %q%s; want one of %s", name, nearest.Hint(name, watch.Overs), strings.Join(watch.Overs, ", "))}
}

// drawPage writes the pictures.
func drawPage(out io.Writer, page chart.Page, files []string, dark bool) error {
	theme := chart.Light
	if dark {
		theme = chart.Dark
	}
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

// writePoints prints the metrics as one list.
func writePoints(w io.Writer, r *watch.Curves) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r.Points)
}

// writeColumns prints a line an iteration. What was not measured is left empty.
func writeColumns(w io.Writer, r *watch.Curves) error {
	columns := r.Columns()
	rows := make([][]string, 1+len(r.Points))
	for _, c := range columns {
		rows[0] = append(rows[0], c.Name)
		for i := range r.Points {
			rows[i+1] = append(rows[i+1], number(c.Values[i]))
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// number writes a value for a table; nothing for one that was not measured.
func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 8, 64)
}
