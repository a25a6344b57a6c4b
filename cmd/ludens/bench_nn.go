package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
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
		RunE: func(c *cobra.Command, games []string) error {
			if err := b.check(c, games); err != nil {
				return usage{fmt.Errorf("bench: %w", err)}
			}
			if b.roofline != "" {
				return b.drawRoofline(c.Context(), c.OutOrStdout())
			}
			return b.run(c, games)
		},
	}
	f := c.Flags()
	f.StringSliceVar(&b.nets, "nets", []string{"32x4", "64x6", "128x8"}, "networks, CHANNELSxBLOCKS")
	f.IntSliceVar(&b.boards, "boards", []int{7, 8, 9}, "sides of the board")
	f.IntSliceVar(&b.batches, "batch", []int{1, 8, 32}, "positions evaluated at once")
	f.IntSliceVar(&b.threads, "threads", []int{1, 2}, "threads of a training step")
	f.StringSliceVar(&b.paths, "paths", nn.Paths(), "loops of the network")
	f.StringSliceVar(&b.precisions, "precision", []string{fp32, int8s}, "numbers that evaluations work with")
	f.StringSliceVar(&b.work, "work", []string{inferring, training}, "what to measure")
	f.BoolVar(&b.quick, "quick", false, "a quarter of the slices")
	f.BoolVar(&b.asJSON, "json", false, "print machine and rows as JSON")
	f.StringVar(&b.against, "against", "", "compare with what --json printed earlier")
	f.StringVar(&b.roofline, "roofline", "", "draw a roofline into this file, .svg or .png")
	return c
}

// netBench is what bench nn was asked to measure.
type netBench struct {
	nets, paths, precisions, work []string
	boards, batches, threads      []int
	quick, asJSON                 bool
	against, roofline             string
}

// check says which flag is wrong.
func (b *netBench) check(c *cobra.Command, named []string) error {
	if c.Flags().Changed("kernels") && !c.Flags().Changed("paths") {
		b.paths = []string{nn.Path()}
	}
	for _, flag := range []struct {
		name string
		has  []string
		from []string
	}{{"paths", b.paths, nn.Paths()}, {"precision", b.precisions, []string{fp32, int8s}}, {"work", b.work, []string{inferring, training}}} {
		for _, v := range flag.has {
			if !slices.Contains(flag.from, v) {
				return fmt.Errorf("--%s %s: want one of %s", flag.name, v, strings.Join(flag.from, ", "))
			}
		}
	}
	for _, flag := range []struct {
		name string
		has  []int
		most int
	}{{"batch", b.batches, maxBatch}, {"threads", b.threads, maxWorkers}} {
		for _, v := range flag.has {
			if err := inRange(amount{flag.name, v, 1, flag.most}); err != nil {
				return err
			}
		}
	}
	switch {
	case len(named) > 0 && (c.Flags().Changed("nets") || c.Flags().Changed("boards")):
		return fmt.Errorf("--nets and --boards are for the table: %s has a network and a board of its own", named[0])
	case b.asJSON && b.against != "":
		return errors.New("--json or --against, not both")
	case b.roofline != "" && (b.asJSON || b.against != "" || len(named) > 0):
		return errors.New("--roofline draws a picture and nothing else: leave GAME, --json and --against out")
	}
	return nil
}

// run measures and prints.
func (b *netBench) run(c *cobra.Command, named []string) error {
	var before *netReport
	if b.against != "" {
		var err error
		if before, err = readNetReport(b.against); err != nil {
			return err
		}
	}
	subjects, err := b.subjects(named)
	if err != nil {
		return err
	}
	report := netReport{Machine: thisMachine()}
	cases, left := b.cases(subjects)
	err = b.measure(c.Context(), cases, &report)
	if b.asJSON {
		return errors.Join(err, json.NewEncoder(c.OutOrStdout()).Encode(report))
	}
	report.print(c.OutOrStdout(), before)
	if left > 0 {
		fmt.Fprintf(c.OutOrStdout(), "left out: %d rows of the portable path\n", left)
	}
	return err
}

// measure appends a row for each case, until ctx ends.
func (b *netBench) measure(ctx context.Context, cases []netCase, report *netReport) error {
	bar := newBar(terminal(os.Stderr), os.Stderr, len(cases), "rows", "measuring")
	defer bar.Finish()
	for _, c := range cases {
		bar.Describe(c.String())
		row, err := c.measure(ctx, b.patience())
		if err != nil {
			return err
		}
		report.Rows = append(report.Rows, row)
		bar.Add(1)
	}
	return nil
}

// patience is how long one row is measured, but for the longest steps.
func (b *netBench) patience() time.Duration {
	if b.quick {
		return 100 * time.Millisecond
	}
	return 400 * time.Millisecond
}

// subject is a network to be measured.
type subject struct {
	game  string // "" in the table
	spec  nn.Spec
	learn nn.Config
}

// subjects returns the networks of the named games, else of the table.
func (b *netBench) subjects(named []string) (all []subject, err error) {
	for _, name := range named {
		g, err := games.Make(name)
		if err != nil {
			return nil, err
		}
		s, err := presetSubject(g)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	if len(named) > 0 {
		return all, nil
	}
	for _, net := range b.nets {
		for _, side := range b.boards {
			spec, err := tableSpec(net, side)
			if err != nil {
				return nil, usage{fmt.Errorf("bench: %w", err)}
			}
			all = append(all, subject{"", spec, nn.DefaultConfig()})
		}
	}
	return all, nil
}

// presetSubject returns the network that ludens train would make for g.
func presetSubject(g env.Game) (subject, error) {
	name := g.Spec().Name
	preset, err := configs.PresetFor(name)
	if err != nil {
		return subject{}, err
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "bench", Text: fmt.Sprintf("game = %q\n", name)})
	return subject{name, cfg.Spec(g.Spec()), cfg.Optimiser}, err
}

// tableSpec returns a network such as "64x6" on a square board, with the head
// that the table is for.
func tableSpec(net string, side int) (nn.Spec, error) {
	s := nn.Spec{Planes: 12, Rows: side, Cols: side, PolicyPlanes: 24, ValueChannels: 4, ValueHidden: 64}
	n, err := fmt.Sscanf(net, "%dx%d", &s.Channels, &s.Blocks)
	if err != nil || n != 2 || net != shape(s) {
		return s, fmt.Errorf("--nets %s: want CHANNELSxBLOCKS, as in 64x6", net)
	}
	s.PolicyChannels = s.Channels
	if err := s.Validate(); err != nil {
		return s, fmt.Errorf("network %s on a board of %d: %w", net, side, err)
	}
	return s, nil
}

// shape writes the size of a network: "64x6".
func shape(s nn.Spec) string { return fmt.Sprintf("%dx%d", s.Channels, s.Blocks) }

// cases returns the rows of the table, and how many would take too long.
func (b *netBench) cases(subjects []subject) (cases []netCase, left int) {
	for _, path := range b.paths {
		for _, s := range subjects {
			for _, c := range b.casesOf(path, s) {
				if c.Path == portable && c.operations() > portableMost {
					left++
					continue
				}
				cases = append(cases, c)
			}
		}
	}
	slices.SortStableFunc(cases, func(a, b netCase) int { return cmp.Compare(a.Work, b.Work) })
	return cases, left
}

// portable is the path of plain Go, and portableMost what it is asked to do at
// once: a second or two.
const (
	portable     = "portable"
	portableMost = 5e9
)

func (b *netBench) casesOf(path string, s subject) (cases []netCase) {
	add := func(work, precision string, batch, threads int) {
		board := fmt.Sprintf("%dx%d", s.spec.Rows, s.spec.Cols)
		cases = append(cases, netCase{netKey{work, s.game, shape(s.spec), board, batch, threads, precision, path}, s})
	}
	if slices.Contains(b.work, inferring) {
		for _, precision := range b.precisions {
			for _, batch := range b.batches {
				if precision == fp32 && !b.repeats(path) || precision == int8s && countsInBytes(path) {
					add(inferring, precision, batch, 1)
				}
			}
		}
	}
	if slices.Contains(b.work, training) && !b.repeats(path) {
		for _, threads := range b.threads {
			add(training, fp32, s.learn.Batch, threads)
		}
	}
	return cases
}

// repeats tells whether the loops of floats of a path are measured under another
// name: amx differs from avx512 in bytes alone.
func (b *netBench) repeats(path string) bool {
	return path == "amx" && slices.Contains(b.paths, "avx512")
}

// countsInBytes tells whether a path has instructions for int8.
func countsInBytes(path string) (has bool) {
	err := onPath(path, func() error {
		has = nn.HasInt8()
		return nil
	})
	return has && err == nil
}

// benchNN measures the preset's network of a game, for ludens bench.
func benchNN(ctx context.Context, g env.Game, rounds int) (rates []rate, err error) {
	s, err := presetSubject(g)
	if err != nil {
		return nil, err
	}
	b := netBench{
		work: []string{inferring, training}, precisions: []string{fp32}, batches: []int{16}, threads: []int{1}, paths: []string{nn.Path()},
	}
	cases, _ := b.cases([]subject{s})
	for _, c := range cases {
		batch, err := c.prepare()
		if err != nil {
			return nil, err
		}
		what, unit := fmt.Sprintf("%s %s %s, batches of %d", c.Work, c.Net, c.Path, c.Batch), c.unit()
		r, err := measure(ctx, s.game, what, unit, rounds, func() (int, error) { return c.Batch, batch() })
		if err != nil {
			return nil, err
		}
		rates = append(rates, r)
	}
	return rates, nil
}
