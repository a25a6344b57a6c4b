package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"ludens/internal/chart"
	"ludens/internal/disk"
)

//go:embed rates.toml
var measured string

// crowd reports where many machines stop to help: it plays iterations of a preset in
// simulated time, with the rates of rates.toml, for more and more workers.
func crowd(_ context.Context, args []string) error {
	var s simulation
	f := flag.NewFlagSet("crowd", flag.ExitOnError)
	f.StringVar(&s.preset, "preset", "", "only this preset")
	f.IntVar(&s.games, "games", 0, "games of an iteration, instead of the preset's")
	f.IntVar(&s.cores, "cores", 0, "of each worker, instead of rates.toml's")
	f.IntVar(&s.iterations, "iterations", 20, "simulated for each number of workers")
	s.workers = crowds
	f.Func("workers", "numbers of workers, as in 16,64,128,1000", s.setWorkers)
	f.BoolVar(&s.bare, "bare", false, "without the run's matches")
	f.BoolVar(&s.lag, "lag", false, "games are played while the learner learns (train.lag = 1)")
	f.IntVar(&s.checkers, "checkers", 1, "cores of the learner that check games; with -lag it learns on others")
	f.BoolVar(&s.relay, "relay", false, "one worker in 64 relays networks to the others (ludens work --relay)")
	f.BoolVar(&s.matches, "matches", false, "workers play the run's matches at the end")
	f.BoolVar(&s.watching, "watching", false, "workers play the run's matches during training, too")
	f.BoolVar(&s.ahead, "ahead", false, "with -lag: workers without games go on with those of the next iteration")
	f.Float64Var(&s.learner, "learner", 1, "times as fast as rates.toml at learning")
	f.StringVar(&s.without, "without", "", "leave a cost out, to see what it limits: learning, watching, wire, checks, lengths (games all take as long)")
	f.Uint64Var(&s.seed, "seed", 1, "of game lengths and failures")
	f.StringVar(&s.picture, "o", "", "draw the speed-up into this SVG")
	f.Parse(args)
	return s.run(os.Stdout)
}

// simulation is what was asked for.
type simulation struct {
	preset     string
	games      int
	cores      int
	workers    []int
	bare       bool
	lag        bool
	checkers   int
	relay      bool
	matches    bool
	watching   bool
	ahead      bool
	learner    float64
	without    string
	iterations int
	seed       uint64
	picture    string
}

// costs are what can be left out of a fleet's iterations, and how.
var costs = map[string]func(*Preset){
	"learning": func(p *Preset) { p.Learn = 1e-9 },
	"watching": func(p *Preset) { p.Watch = 0 },
	"wire":     func(p *Preset) { p.GameBytes, p.NetBytes = 1e-9, 1e-9 },
	"checks":   func(p *Preset) { p.Check = 1e-9 },
	"lengths":  func(p *Preset) { p.Spread = 0 },
}

// setWorkers reads numbers of workers; the learner alone comes before them.
func (s *simulation) setWorkers(text string) error {
	s.workers = []int{0}
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 100_000 {
			return fmt.Errorf("%q: want 1 to 100000", word)
		}
		s.workers = append(s.workers, n)
	}
	return nil
}

// crowds are the numbers of workers.
var crowds = []int{0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000}

func (s simulation) run(out io.Writer) error {
	rates, err := readRates(measured)
	if err != nil {
		return fmt.Errorf("rates.toml: %w", err)
	}
	names := slices.Sorted(maps.Keys(rates.Presets))
	if s.preset != "" {
		if _, ok := rates.Presets[s.preset]; !ok {
			return fmt.Errorf("no rates of %q; there are: %v", s.preset, names)
		}
		names = []string{s.preset}
	}
	if s.games < 0 || s.cores < 0 || s.iterations < 1 || s.checkers < 1 || !(s.learner > 0) {
		return fmt.Errorf("-games %d, -cores %d, -iterations %d, -checkers %d, -learner %v: want more than nothing", s.games, s.cores, s.iterations, s.checkers, s.learner)
	}
	if s.without != "" && costs[s.without] == nil {
		return fmt.Errorf("-without %s: want one of %v", s.without, slices.Sorted(maps.Keys(costs)))
	}
	rates.Fleet.Lag, rates.Fleet.Checkers, rates.Fleet.Relay = s.lag, s.checkers, s.relay
	rates.Fleet.Matches, rates.Fleet.Watching, rates.Fleet.Ahead = s.matches, s.watching, s.ahead
	if s.cores > 0 {
		rates.Fleet.Cores = s.cores
	}
	var lines []chart.Series
	for _, name := range names {
		p := rates.Presets[name]
		if s.bare {
			p.Iterations = 0
		}
		if s.games > 0 { // learning grows with the games
			p.Learn *= float64(s.games) / float64(p.Games)
			p.Games = s.games
		}
		lines = append(lines, s.table(out, name, p, rates.Fleet))
	}
	return s.draw(lines)
}

// table prints what more workers do to a preset.
func (s simulation) table(out io.Writer, name string, p Preset, f Fleet) chart.Series {
	fmt.Fprintf(out, "%s: %d games an iteration, %.2g core seconds and %.0f bytes each; learning %.2g s\n", name, p.Games, p.Game, p.GameBytes, p.Learn)
	fmt.Fprintf(out, "%8s %10s %8s %8s %6s %6s %6s %6s %7s\n", "workers", "s/iter", "faster", "playing", "busy", "link", "check", "again", "matches")
	line := chart.Series{Name: name}
	alone := 0.0
	for _, workers := range s.workers {
		f.Workers = workers
		with := p
		if workers > 0 { // one machine alone is as it was measured
			with.Learn /= s.learner
			if leave := costs[s.without]; leave != nil {
				leave(&with)
			}
		}
		c := Simulate(with, f, s.iterations, rand.New(rand.NewPCG(s.seed, uint64(workers))))
		if workers == 0 {
			alone = c.Whole
		}
		fmt.Fprintf(out, "%8d %10.3f %8.2f %7.0f%% %5.0f%% %5.1f%% %5.1f%% %6d %6.0f%%\n", workers, c.Whole, alone/c.Whole,
			100*c.Play/c.Whole, 100*c.Busy/(float64(max(1, workers))*c.Play), 100*c.Link, 100*c.Check, c.Again, 100*c.Match/c.Whole)
		if workers > 0 {
			line.X, line.Y = append(line.X, float64(workers)), append(line.Y, alone/c.Whole)
		}
	}
	fmt.Fprintln(out)
	return line
}

// draw draws the speed-ups, if that was asked for.
func (s simulation) draw(lines []chart.Series) error {
	if s.picture == "" {
		return nil
	}
	page := chart.Page{Title: "Times as fast as one machine alone", Rows: [][]chart.Chart{{chart.Line{
		Frame:  chart.Frame{Title: "By simulation", X: chart.Axis{Label: "workers", Log: true}, Y: chart.Axis{Label: "times as fast", Log: true}},
		Series: lines,
	}}}}
	return disk.Write(s.picture, func(w io.Writer) error { return page.SVG(w, chart.Light) })
}
