package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/BurntSushi/toml"
)

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
	about, err := toml.Decode(text, &f)
	if err != nil {
		return f, err
	}
	if unknown := about.Undecoded(); len(unknown) > 0 {
		return f, fmt.Errorf("no key %s", unknown[0])
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
