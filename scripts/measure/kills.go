package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// kills kills the processes of training runs, and compares each run with one that was not
// disturbed: checkpoints, games and ledger must be equal byte by byte, and the metrics
// except for times.
//
//	go run ./scripts/measure kills --random 300 --aimed 100
//
// Random kills come at any moment; aimed ones as soon as the run has renamed or
// grown a file: its next games, checkpoint, line of the ledger or of the metrics.
//
//	go run ./scripts/measure kills --random 0 --aimed 0 --fleet 40
//
// A fleet is a run of Juego Celta whose games 1, 3 and 5 other processes play, by way
// of the run's own NATS server and of one beside it. A killed process begins again.
//
//	go run ./scripts/measure kills --random 0 --aimed 0 --relay 20
//	go run ./scripts/measure kills --random 0 --aimed 0 --device 20
//
// The first has one of four workers relay for the others, the second has all play on a device
// (PYTHON and PYTHONPATH as for ludens --device), whose processes are killed, too.
func kills(_ context.Context, args []string) error {
	var s series
	f := flag.NewFlagSet("kills", flag.ExitOnError)
	f.IntVar(&s.random, "random", 300, "kills at random moments")
	f.IntVar(&s.aimed, "aimed", 100, "kills at a rename or a line")
	f.IntVar(&s.fleet, "fleet", 0, "kills of a learner, a server or a worker, for each fleet")
	f.IntVar(&s.liar, "liar", 0, "kills of a learner or a worker of fleets with three honest workers and one that forges its games")
	f.IntVar(&s.relay, "relay", 0, "kills of fleets whose workers work through a relay")
	f.IntVar(&s.device, "device", 0, "kills of fleets that play on a device, ort:cpu, half of them of its processes")
	f.Uint64Var(&s.seed, "seed", 1, "of the moments")
	f.IntVar(&s.lag, "lag", 0, "train.lag of the runs")
	f.StringVar(&s.ludens, "ludens", "", "program (default: built from this checkout)")
	f.Parse(args)
	if f.Arg(0) == serveWord {
		return serve(f.Arg(1), f.Arg(2))
	}
	return s.run()
}

// quick is a run of a second or two that does what long ones do.
var quick = []string{
	"train", "tictactoe", "--run", "run",
	"--set", "train.iterations=30", "--set", "selfplay.games=16", "--set", "search.simulations=9",
	"--set", "optimiser.batch=16", "--set", "evaluation.every=7", "--set", "evaluation.games=2",
	"--set", "evaluation.final_games=1", "--set", `evaluation.baselines=["random"]`,
	"--set", "train.window=200", "--set", "train.keep_games=4",
}

type series struct {
	random, aimed, fleet, liar, relay, device int
	lag                                       int
	seed                                      uint64
	ludens                                    string
	rng                                       *rand.Rand
	took                                      time.Duration // the run that is left alone
	kills                                     int           // of fleets, so far
}

func (s *series) run() error {
	dir, err := os.MkdirTemp("", "kills")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	lag := []string{"--set", fmt.Sprint("train.lag=", s.lag)}
	quick, lone = append(quick, lag...), append(lone, lag...)
	if s.ludens, err = built(s.ludens, dir); err != nil {
		return err
	}
	s.rng = rand.New(rand.NewPCG(s.seed, 0))
	alone := filepath.Join(dir, "alone")
	began := time.Now()
	if err := s.finish(alone, quick...); err != nil {
		return err
	}
	s.took = time.Since(began)
	want, err := read(alone)
	if err != nil {
		return err
	}
	for _, kind := range []struct {
		name  string
		kills int
		wait  func(dir string, ended <-chan struct{})
	}{{"random", s.random, s.anyMoment}, {"aimed", s.aimed, s.nextChange}} {
		if kind.kills == 0 {
			continue
		}
		runs, done := 0, 0
		for ; done < kind.kills; runs++ {
			killed := filepath.Join(dir, fmt.Sprint(kind.name, runs))
			n, err := s.killed(killed, kind.kills-done, kind.wait)
			if err != nil {
				return err
			}
			done += n
			if err := compareRuns(want, killed); err != nil {
				return fmt.Errorf("after %d %s kills: %w", n, kind.name, err)
			}
			os.RemoveAll(killed)
		}
		fmt.Printf("%d %s kills in %d runs: all came to checkpoint %s\n", done, kind.name, runs, want["checkpoints/000030.ckpt"].short())
	}
	if s.fleet+s.liar+s.relay > 0 {
		if err := s.fleets(dir); err != nil {
			return err
		}
	}
	if s.device > 0 {
		return s.devices(dir)
	}
	return nil
}

// killed has a run killed until it is complete or was killed that many times, and
// lets it come to its end. It returns how often it was killed.
func (s *series) killed(dir string, most int, wait func(dir string, ended <-chan struct{})) (kills int, err error) {
	words := quick
	for kills < most {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return kills, err
		}
		c := exec.Command(s.ludens, words...)
		var said bytes.Buffer
		c.Dir, c.Stdout, c.Stderr = dir, &said, &said
		if err := c.Start(); err != nil {
			return kills, err
		}
		ended := make(chan struct{})
		go func() { err = c.Wait(); close(ended) }()
		wait(filepath.Join(dir, "run"), ended)
		c.Process.Kill()
		<-ended
		if err == nil {
			return kills, s.finish(dir, "resume", "run")
		}
		if code := c.ProcessState.ExitCode(); code >= 0 {
			return kills, fmt.Errorf("after %d kills it ended by itself with exit code %d:\n%s", kills, code, said.String())
		}
		kills++
		if _, err := os.Stat(filepath.Join(dir, "run", "config.toml")); err == nil {
			words = []string{"resume", "run"}
		}
	}
	return kills, s.finish(dir, words...)
}

func (s *series) finish(dir string, words ...string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	c := exec.Command(s.ludens, words...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("ludens %s: %w\n%s", strings.Join(words, " "), err, out)
	}
	return nil
}

// anyMoment waits for a moment of the first half of the time that a run takes, more
// often an early one.
func (s *series) anyMoment(_ string, ended <-chan struct{}) {
	share := s.rng.Float64()
	select {
	case <-time.After(time.Duration(share * share * float64(s.took) / 2)):
	case <-ended:
	}
}

// nextChange waits until one of the run's files, chosen at random, is there or has
// grown for the n-th time, and a random while of up to two milliseconds.
func (s *series) nextChange(dir string, ended <-chan struct{}) {
	look := []func() int64{
		func() int64 { return entries(filepath.Join(dir, "games")) },
		func() int64 { return entries(filepath.Join(dir, "checkpoints")) },
		func() int64 { return entries(filepath.Join(dir, "checkpoints")) },
		func() int64 { return size(filepath.Join(dir, "ledger.jsonl")) },
		func() int64 { return size(filepath.Join(dir, "metrics.jsonl")) },
	}[s.rng.IntN(5)]
	changes := 1 + s.rng.IntN(4)
	for last := look(); changes > 0; {
		select {
		case <-ended:
			return
		default:
		}
		if now := look(); now != last {
			last = now
			changes--
		}
	}
	time.Sleep(time.Duration(s.rng.IntN(3)) * time.Millisecond * time.Duration(s.rng.IntN(2)))
}

// entries changes with every rename into a folder, and every removal.
func entries(dir string) (sum int64) {
	all, _ := os.ReadDir(dir)
	for _, e := range all {
		if !strings.HasPrefix(e.Name(), ".") {
			for _, b := range []byte(e.Name()) {
				sum = 31*sum + int64(b)
			}
		}
	}
	return sum
}

func size(path string) int64 {
	stat, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return stat.Size()
}

// compareRuns holds the files of a run against those of the one that was left alone.
func compareRuns(want files, dir string) error {
	got, err := read(dir)
	if err != nil {
		return err
	}
	var wrong []error
	for name := range want {
		if _, ok := got[name]; !ok {
			wrong = append(wrong, fmt.Errorf("%s is missing", name))
		} else if got[name] != want[name] {
			wrong = append(wrong, fmt.Errorf("%s differs", name))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			wrong = append(wrong, fmt.Errorf("%s is too many", name))
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%w:\n%w", errFiles, errors.Join(wrong...))
	}
	return nil
}

// errFiles is wrapped where files are not those of the run that was left alone.
var errFiles = errors.New("other files")
