package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
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

// Preset is what a preset costs, as it was measured: see rates.toml.
type Preset struct {
	Games     int     // of an iteration
	Game      float64 // core seconds that a game takes to play
	Spread    float64 // standard deviation of that, as a share of it
	GameBytes float64 // of a record on the wire
	NetBytes  float64 // of the network that each worker fetches once an iteration
	Learn     float64 // seconds that the learner learns after the games of an iteration
	Check     float64 // core seconds that it takes to check a game and to write it down

	// The run's own matches; 0 games: without them.
	Iterations int     // of the run
	WatchEvery int     // iterations from one match during training to the next
	Watch      int     // its games
	Final      int     // games of the matches at the end
	Match      float64 // core seconds of a game of a match
}

// Fleet is who plays and what lies between.
type Fleet struct {
	Workers   int
	Cores     int     // of a worker
	Range     int     // games that a worker plays at once, and is handed at most
	RoundTrip float64 // seconds
	Wire      float64 // bytes a second, of the server, each way
	Failing   float64 // seconds between two failures of one worker; 0: never
	Away      float64 // seconds until a failed worker is back
	Silent    float64 // seconds until one that is not heard has its games given to others
	Late      float64 // a range is handed out again after that many times the mean of its kind

	Lag      bool // games are played while the learner learns
	Checkers int  // cores of the learner that check games
	Relay    bool // one worker in 64 passes networks on to the others of its site
	Matches  bool // workers play the matches at the end,
	Watching bool // and those during training
	Ahead    bool // with Lag: workers without games go on with those of the next iteration
}

// file is rates.toml.
type file struct {
	Fleet   Fleet
	Presets map[string]Preset
}

// readRates reads rates.toml and refuses rates that no machine has.
func readRates(text string) (file, error) {
	var f file
	if err := decode(text, &f); err != nil {
		return f, err
	}
	for name, p := range f.Presets {
		if err := p.check(); err != nil {
			return f, fmt.Errorf("preset %s: %w", name, err)
		}
	}
	return f, f.Fleet.check()
}

func (p Preset) check() error {
	for _, v := range []float64{p.Game, p.GameBytes, p.NetBytes, p.Learn, p.Check} {
		if !(v > 0) || math.IsInf(v, 0) {
			return errors.New("every rate must be more than 0")
		}
	}
	if p.Games < 1 || !(p.Spread >= 0) {
		return errors.New("want a game or more, and a spread of 0 or more")
	}
	if p.Watch < 0 || p.Final < 0 || !(p.Match >= 0) || p.Watch+p.Final > 0 && (p.Iterations < 1 || p.WatchEvery < 1) {
		return errors.New("matches: want the iterations of the run, and from one match to the next")
	}
	return nil
}

func (f Fleet) check() error {
	if f.Cores < 1 || f.Range < 1 || f.Checkers < 1 || f.Workers < 0 || !(f.Wire > 0) || !(f.Late >= 1) || f.RoundTrip < 0 || f.Failing < 0 || f.Away < 0 || f.Silent < 0 {
		return errors.New("fleet: want cores, range and checkers of 1 or more, a wire, and late of 1 or more")
	}
	return nil
}

// rangeSeconds draws how long a worker takes for a number of games: its cores share
// them, and none is done before its longest game. The seconds of a game are drawn
// from the gamma distribution with that mean and the preset's spread.
func (p Preset) rangeSeconds(games int, game float64, cores int, rng *rand.Rand) float64 {
	sum, longest := 0.0, 0.0
	for range games {
		t := game * gamma(p.Spread, rng)
		sum, longest = sum+t, max(longest, t)
	}
	return max(sum/float64(cores), longest)
}

// gamma draws from the gamma distribution of mean 1 and a standard deviation, by
// rejection: Marsaglia and Tsang, "A simple method for generating gamma variables",
// ACM TOMS 26 (2000), figure 1. Spreads above 1 count as 1.
func gamma(deviation float64, rng *rand.Rand) float64 {
	if deviation == 0 {
		return 1
	}
	shape := 1 / (min(deviation, 1) * min(deviation, 1))
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := math.Pow(1+c*x, 3)
		if v > 0 && math.Log(1-rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v / shape
		}
	}
}
