package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ludens/internal/bench"
	"ludens/internal/disk"
	"ludens/internal/exit"
	"ludens/internal/roster"
	"ludens/internal/tui"
	"ludens/nn"
)

func newBenchNN() *cobra.Command {
	var b netBench
	c := &cobra.Command{
		Use:   "nn [GAME]...",
		Short: "Measure the network against the limit of the machine",
		Long: `Bench nn measures evaluations, observation to probabilities, and training steps,
and how much of the machine's limit they reach: the rate of a loop of nothing
but multiply-adds, measured in turn with them. All figures are medians over
short slices. One thread is timed by the core's time that ludens has had (Linux),
so that other processes disturb it little; several threads by the clock, and
want a quiet machine.

The table is of square boards and networks CHANNELSxBLOCKS with a head like that
of a rook's game: 12 planes in, 24 planes of actions over as many channels as
the trunk has, 4 channels and 64 hidden units below the value. With GAME it is
the network of that game's preset.

Int8 is measured on paths that have instructions for it, and held against the
limit of fp32. The portable path leaves out batches of more than 5 billion
operations.`,
		Example: `  ludens bench nn                                  everything, about three minutes
  ludens bench nn --quick
  ludens bench nn --nets 64x6 --boards 9 --batch 8 --paths avx512
  ludens bench nn celta cetro --work infer
  ludens bench nn --json > before.json
  ludens bench nn --against before.json            ratios, row by row
  ludens bench nn --roofline roofline.svg          a picture instead`,
		RunE: func(c *cobra.Command, words []string) error {
			for _, word := range words {
				game, err := roster.GameName(word)
				if err != nil {
					return err
				}
				b.Games = append(b.Games, game)
			}
			if err := b.check(c); err != nil {
				return exit.Usagef("bench: %w", err)
			}
			if b.roofline != "" {
				return b.Roofline(c.Context(), b.roofline, c.OutOrStdout())
			}
			return b.run(c)
		},
	}
	f := c.Flags()
	f.StringSliceVar(&b.Nets, "nets", []string{"32x4", "64x6", "128x8"}, "networks, CHANNELSxBLOCKS")
	f.IntSliceVar(&b.Boards, "boards", []int{7, 8, 9}, "sides of the board")
	f.IntSliceVar(&b.Batches, "batch", []int{1, 8, 32}, "positions evaluated at once")
	f.IntSliceVar(&b.Threads, "threads", []int{1, 2}, "threads of a training step")
	f.StringSliceVar(&b.Paths, "paths", nn.Paths(), "kernels of the network")
	f.StringSliceVar(&b.Precisions, "precision", bench.Precisions, "numbers that evaluations work with")
	f.StringSliceVar(&b.Work, "work", bench.Works, "what to measure")
	f.BoolVar(&b.Quick, "quick", false, "a quarter of the slices")
	f.BoolVar(&b.asJSON, "json", false, "print machine and rows as JSON")
	f.StringVar(&b.against, "against", "", "compare with what --json printed earlier")
	f.StringVar(&b.roofline, "roofline", "", "draw a roofline into this file, .svg or .png")
	return c
}

// netBench is what bench nn was asked to measure.
type netBench struct {
	bench.Network
	asJSON            bool
	against, roofline string
}

// check says which flag is wrong.
func (b *netBench) check(c *cobra.Command) error {
	if c.Flags().Changed("kernels") && !c.Flags().Changed("paths") {
		b.Paths = []string{nn.Path()}
	}
	for _, flag := range []struct {
		name string
		has  []int
		most int
	}{{"batch", b.Batches, maxBatch}, {"threads", b.Threads, maxWorkers}} {
		for _, v := range flag.has {
			if err := inRange(amount{flag.name, v, 1, flag.most}); err != nil {
				return err
			}
		}
	}
	ending := strings.ToLower(filepath.Ext(b.roofline))
	switch {
	case len(b.Games) > 0 && (c.Flags().Changed("nets") || c.Flags().Changed("boards")):
		return fmt.Errorf("--nets and --boards are for the table: %s has a network and a board of its own", b.Games[0])
	case b.asJSON && b.against != "":
		return errors.New("--json or --against, not both")
	case b.roofline != "" && (b.asJSON || b.against != "" || len(b.Games) > 0):
		return errors.New("--roofline draws a picture and nothing else: leave GAME, --json and --against out")
	case b.roofline != "" && ending != ".svg" && ending != ".png":
		return fmt.Errorf("--roofline %s: want a file that ends in .svg or .png", b.roofline)
	}
	return b.Check()
}

// run measures and prints.
func (b *netBench) run(c *cobra.Command) error {
	var before *bench.Report
	if b.against != "" {
		text, err := disk.ReadFile(b.against, maxFigures)
		if err != nil {
			return err
		}
		if before, err = bench.ParseReport(b.against, text); err != nil {
			return err
		}
	}
	bar := tui.NewBar(tui.Terminal(stderr), stderr, 1, "rows", "measuring")
	report, left, err := b.Report(c.Context(), func(row string, of int) {
		bar.ChangeMax(of)
		bar.Describe(row)
		bar.Add(1)
	})
	bar.Finish()
	if b.asJSON {
		return errors.Join(err, json.NewEncoder(c.OutOrStdout()).Encode(report))
	}
	report.Print(c.OutOrStdout(), before)
	if left > 0 {
		fmt.Fprintf(c.OutOrStdout(), "left out: %d rows of the portable path\n", left)
	}
	return err
}
