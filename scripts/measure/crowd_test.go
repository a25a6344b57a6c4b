package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// even is a preset whose games all take as long, on a fleet without a wire to speak
// of: what must come out can be counted.
func even() (Preset, Fleet) {
	return Preset{Games: 64, Game: 1, GameBytes: 1e-9, NetBytes: 1e-9, Learn: 8, Check: 1e-9},
		Fleet{Cores: 2, Range: 4, Wire: 1e12, Late: 3, Silent: 1}
}

func draw() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// 64 seconds of games on two cores a worker: one worker takes half of that. The last
// of its games comes alone, on one core of two. With a worker for every game the games
// take what one takes.
func TestRoundsAreCounted(t *testing.T) {
	p, f := even()
	for workers, most := range map[int]float64{0: 34.1, 1: 34.1, 2: 18.1, 4: 10.1, 8: 7} {
		f.Workers = workers
		if c := Simulate(p, f, 1, draw()); c.Play < 32/float64(max(1, workers)) || c.Play > most || c.Learn != 8 || c.Again != 0 {
			t.Errorf("%d workers: %+v, want %v to %v s of play", workers, c, 32/float64(max(1, workers)), most)
		}
	}
	for _, workers := range []int{64, 500} {
		if f.Workers = workers; math.Abs(Simulate(p, f, 1, draw()).Play-1) > 1e-6 {
			t.Errorf("%d workers: %+v, want 1 s of play", workers, Simulate(p, f, 1, draw()))
		}
	}
}

// A cost that is left out makes a fleet faster that has all of them.
func TestCostsLeftOut(t *testing.T) {
	p, f := even()
	p.Check, p.GameBytes, p.Spread, f.Wire, f.Workers = 0.01, 1e6, 0.5, 1e8, 8
	p.Iterations, p.WatchEvery, p.Watch, p.Match = 10, 1, 20, 1
	all := Simulate(p, f, 1, draw()).Whole
	for name, leave := range costs {
		q := p
		leave(&q)
		without := Simulate(q, f, 1, draw()).Whole
		if without >= all {
			t.Errorf("without %s %v s, with it %v", name, without, all)
		}
	}
}

// What one link and one learner must do one after another bounds every fleet.
func TestWhatIsDoneInTurn(t *testing.T) {
	p, f := even()
	f.Workers = 1000
	p.Check = 0.5
	if c := Simulate(p, f, 1, draw()); math.Abs(c.Play-(1+64*0.5)) > 1e-6 || c.Check < 0.9 {
		t.Errorf("the learner checks for 32 s from second 1 on: %+v", c)
	}
	if f.Checkers = 8; math.Abs(Simulate(p, f, 1, draw()).Play-(1+64*0.5/8)) > 1e-6 {
		t.Errorf("eight cores check: %+v", Simulate(p, f, 1, draw()))
	}
	p, f = even()
	f.Workers, p.NetBytes, f.Wire = 16, 1e6, 1e6
	if c := Simulate(p, f, 1, draw()); c.Play < 9 || c.Play > 19 {
		t.Errorf("16 networks of one second each over one wire: %+v", c)
	}
	f.Relay = true
	relays := &fleetRun{Preset: p, Fleet: f, has: make([]map[int]bool, 129), sites: make([]map[int]float64, 3), link: make([]float64, 3)}
	var got [129]float64
	for worker := range got {
		relays.has[worker] = map[int]bool{}
		got[worker] = relays.fetch(worker, 0)
	}
	for worker, want := range map[int]float64{0: 1, 1: 2, 63: 64, 64: 2, 65: 3, 127: 65, 128: 3} {
		if got[worker] != want {
			t.Errorf("by relays worker %d has the network after %v s, want %v", worker, got[worker], want)
		}
	}
}

// With a lag an iteration takes as long as its games or as learning, whichever is longer; one
// machine alone does one after the other whatever the lag.
func TestLagHidesTheShorter(t *testing.T) {
	p, f := even()
	for workers, want := range map[int]float64{0: 40, 1: 32, 64: 8} { // 64 s on 2 cores, 8 s of learning
		f.Workers, f.Lag = workers, true
		if c := Simulate(p, f, 1, draw()); c.Whole < want || c.Whole > want+2.1 {
			t.Errorf("%d workers with a lag: %+v, want %v s or little more", workers, c, want)
		}
		f.Lag = false
		if c := Simulate(p, f, 1, draw()); math.Abs(c.Whole-c.Play-8) > 1e-9 {
			t.Errorf("%d workers without: %+v, want the sum", workers, c)
		}
	}
}

// Ahead of the last games of an iteration workers play those of the next, so the games that take
// longest delay it no more, nor does learning. Without a lag, or where the games of the next
// iteration are not known before those of this one are over, they do.
func TestAheadHidesTheLongestGames(t *testing.T) {
	p, f := even()
	p.Spread, p.Learn, f.Workers, f.Cores, f.Range, f.Lag = 0.7, 0.5, 8, 1, 1, true
	const least = 64.0 / 8
	without := Simulate(p, f, 50, draw()).Whole
	f.Ahead = true
	ahead := Simulate(p, f, 50, draw()).Whole
	if ahead < 0.95*least || ahead > 1.05*least || without < 1.1*least {
		t.Errorf("%v s ahead, %v s without, want about %v s and clearly more", ahead, without, least)
	}
	p.Spread = 0
	for _, learn := range []float64{4, 20} { // what takes longer counts
		p.Learn = learn
		if c := Simulate(p, f, 10, draw()); math.Abs(c.Whole-max(least, learn)) > 0.1 {
			t.Errorf("learning %v s: %v s, want %v", learn, c.Whole, max(least, learn))
		}
	}
	f.Lag = false
	if c := Simulate(p, f, 10, draw()); math.Abs(c.Whole-least-20) > 0.1 {
		t.Errorf("without a lag: %v s, want %v", c.Whole, least+20)
	}
}

// Matches during training delay the learner when they are played, those at the end each
// iteration by their share; workers play the latter if they may.
func TestMatchesAreCounted(t *testing.T) {
	p, f := even()
	p.Iterations, p.WatchEvery, p.Watch, p.Final, p.Match = 10, 5, 20, 64, 1 // 10 s each fifth iteration, 32 s in all
	f.Workers = 64
	if c := Simulate(p, f, 5, draw()); math.Abs(c.Match-(10.0/5+32.0/10)) > 1e-6 || math.Abs(c.Whole-(1+8+5.2)) > 1e-5 {
		t.Errorf("played by the learner: %+v", c)
	}
	f.Matches = true
	if c := Simulate(p, f, 5, draw()); math.Abs(c.Match-(10.0/5+1.0/10)) > 1e-6 {
		t.Errorf("played by workers, a second in all: %+v", c)
	}
	f.Watching = true
	if c := Simulate(p, f, 5, draw()); math.Abs(c.Match-(1.0/5+1.0/10)) > 1e-6 {
		t.Errorf("all by workers: %+v", c)
	}
	f.Watching = false
	f.Lag, p.Game = true, 20 // the games of the next iteration hide a match during training, too
	if c := Simulate(p, f, 5, draw()); math.Abs(c.Whole-(20+0.1)) > 1e-5 {
		t.Errorf("with a lag: %+v", c)
	}
}

// Workers that die lose nothing, and one more than dies is enough.
func TestFailuresLoseNothing(t *testing.T) {
	p, f := even()
	f.Workers, f.Failing, f.Away = 4, 3, 10
	c := Simulate(p, f, 1, draw())
	if c.Busy < 32 || c.Play <= 8 {
		t.Errorf("%+v, want every range once and some time lost", c)
	}
}

// Equal seeds, equal courses.
func TestSameSeedSameCourse(t *testing.T) {
	p, f := even()
	p.Spread, f.Failing, f.Away, f.Workers = 0.7, 20, 5, 6
	if a, b := Simulate(p, f, 1, draw()), Simulate(p, f, 1, draw()); a != b {
		t.Errorf("%+v and %+v", a, b)
	}
}

// The mean and the deviation of what gamma draws are those asked for.
func TestGamma(t *testing.T) {
	rng := draw()
	for _, want := range []float64{0.3, 0.6, 1} {
		sum, squares, n := 0.0, 0.0, 200_000.0
		for range int(n) {
			x := gamma(want, rng)
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / n
		if got := math.Sqrt(squares/n - mean*mean); math.Abs(mean-1) > 0.01 || math.Abs(got-want) > 0.01 {
			t.Errorf("mean %v, deviation %v, want 1 and %v", mean, got, want)
		}
	}
}

func TestRatesAreRead(t *testing.T) {
	if _, err := readRates(measured); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"[presets.x]\ngames = 1", "[fleet]\ncores = 0", "[fleet]\nspeed = 1", "["} {
		if _, err := readRates(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

// The table has a row for each number of workers, each faster than one machine alone by no more
// than it has machines, and the picture is one.
func TestCrowdTable(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "crowd.svg")
	s := simulation{preset: "celta", workers: []int{0, 1, 8}, checkers: 1, learner: 1, iterations: 3, seed: 1, picture: picture}
	var out, again bytes.Buffer
	if err := errors.Join(s.run(&out), s.run(&again)); err != nil || out.String() != again.String() {
		t.Fatalf("%v\n%s%s", err, &out, &again)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 5 || !strings.HasPrefix(lines[0], "celta: ") {
		t.Fatalf("want a line of the preset, a head and three rows:\n%s", &out)
	}
	for i, most := range []float64{1, 1, 8} {
		var workers int
		var seconds, faster float64
		if _, err := fmt.Sscan(lines[2+i], &workers, &seconds, &faster); err != nil || workers != s.workers[i] || faster > most+0.05 || faster <= 0 {
			t.Errorf("%s: want at most %v times as fast, %v", lines[2+i], most, err)
		}
	}
	svg, err := os.ReadFile(picture)
	if err != nil || !bytes.Contains(svg, []byte("<svg")) || !bytes.Contains(svg, []byte("workers")) {
		t.Errorf("the picture: %v", err)
	}
}

// More games of an iteration take a worker longer in proportion, and no cost that is left out
// changes one machine alone, which is as it was measured.
func TestCrowdFlags(t *testing.T) {
	seconds := func(change func(*simulation)) (alone, fleet float64) {
		s := simulation{preset: "celta", workers: []int{0, 8}, checkers: 1, learner: 1, iterations: 3, seed: 1, bare: true}
		change(&s)
		var out bytes.Buffer
		if err := s.run(&out); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		var workers int
		fmt.Sscan(lines[2], &workers, &alone)
		fmt.Sscan(lines[3], &workers, &fleet)
		return alone, fleet
	}
	alone, with := seconds(func(*simulation) {})
	for name := range costs {
		if a, f := seconds(func(s *simulation) { s.without = name }); a != alone || f > with*1.001 {
			t.Errorf("without %s: alone %v of %v s, a fleet %v of %v s", name, a, alone, f, with)
		}
	}
	if a, f := seconds(func(s *simulation) { s.learner = 2 }); a != alone || f >= with {
		t.Errorf("a learner twice as fast: alone %v of %v s, a fleet %v of %v s", a, alone, f, with)
	}
	rates, err := readRates(measured)
	if err != nil {
		t.Fatal(err)
	}
	games := rates.Presets["celta"].Games
	if a, _ := seconds(func(s *simulation) { s.games = 4 * games }); a < 3.5*alone || a > 4.5*alone {
		t.Errorf("four times the games take one machine %v s, once %v s", a, alone)
	}
}

// Rates that no machine has are refused, one by one.
func TestRatesAreChecked(t *testing.T) {
	p, f := even()
	if err := errors.Join(p.check(), func() error { f := f; f.Checkers = 1; return f.check() }()); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Preset){
		"no time": func(p *Preset) { p.Game = 0 }, "endless": func(p *Preset) { p.Learn = math.Inf(1) }, "NaN": func(p *Preset) { p.Check = math.NaN() },
		"no games": func(p *Preset) { p.Games = 0 }, "spread": func(p *Preset) { p.Spread = math.NaN() },
		"matches without iterations": func(p *Preset) { p.Final = 10 }, "matches of no length": func(p *Preset) { p.Match = -1 },
	} {
		q := p
		if change(&q); q.check() == nil {
			t.Errorf("%s: a preset was taken", name)
		}
	}
	f.Checkers = 1
	for name, change := range map[string]func(*Fleet){
		"no cores": func(f *Fleet) { f.Cores = 0 }, "no range": func(f *Fleet) { f.Range = 0 }, "no wire": func(f *Fleet) { f.Wire = 0 },
		"late at once": func(f *Fleet) { f.Late = 0.5 }, "time back": func(f *Fleet) { f.RoundTrip = -1 }, "failures": func(f *Fleet) { f.Failing = -1 },
		"workers": func(f *Fleet) { f.Workers = -1 }, "checkers": func(f *Fleet) { f.Checkers = 0 },
	} {
		q := f
		if change(&q); q.check() == nil {
			t.Errorf("%s: a fleet was taken", name)
		}
	}
}
