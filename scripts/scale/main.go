// Command scale measures what it costs to have the games of a run played by other
// processes, on this machine: games a second and CPU time a game, beside one process
// with as many goroutines; bytes on the wire a game; the learner's own CPU time.
//
//	go run ./scripts/scale --game celta --workers 2 --rounds 3
//
// The two take turns, and each is reported as the median of its rounds. The runs hardly
// learn: what is measured is play.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	var s scale
	flag.StringVar(&s.game, "game", "celta", "which game, with its preset")
	flag.IntVar(&s.workers, "workers", 2, "processes, or goroutines of one")
	flag.IntVar(&s.rounds, "rounds", 3, "of either")
	flag.IntVar(&s.iterations, "iterations", 3, "of a round; the first is not counted")
	flag.StringVar(&s.ludens, "ludens", "", "program (default: built from this checkout)")
	flag.Parse()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

type scale struct {
	game                        string
	workers, rounds, iterations int
	ludens, dir                 string
}

// figures are those of one run.
type figures struct {
	rate    float64 // games a second
	cpu     float64 // seconds a game, of all processes
	learner float64 // seconds a game, of the learner
	in, out float64 // bytes a game, to the learner and from it
}

func (s *scale) run() (err error) {
	if s.dir, err = os.MkdirTemp("", "scale"); err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	if s.ludens == "" {
		s.ludens = filepath.Join(s.dir, "ludens")
		if out, err := exec.Command("go", "build", "-o", s.ludens, "ludens/cmd/ludens").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w\n%s", err, out)
		}
	}
	var one, many []figures
	for round := range s.rounds {
		f, err := s.alone(filepath.Join(s.dir, fmt.Sprint("one", round)))
		if err != nil {
			return err
		}
		one = append(one, f)
		if f, err = s.together(filepath.Join(s.dir, fmt.Sprint("many", round))); err != nil {
			return err
		}
		many = append(many, f)
	}
	a, b := median(one), median(many)
	fmt.Printf("%-34s %9s %12s\n", s.game, "games/s", "CPU s/game")
	fmt.Printf("%-34s %9.2f %12.4f\n", fmt.Sprintf("one process, %d goroutines", s.workers), a.rate, a.cpu)
	fmt.Printf("%-34s %9.2f %12.4f\n", fmt.Sprintf("%d processes and a learner", s.workers), b.rate, b.cpu)
	fmt.Printf("%-34s %9.2f %12.2f\n", "ratio", b.rate/a.rate, a.cpu/b.cpu)
	fmt.Printf("the learner has %.4f s of CPU a game; on the wire are %.0f bytes a game to it, %.0f from it\n", b.learner, b.in, b.out)
	return nil
}

// median is that of each figure by itself.
func median(all []figures) (m figures) {
	for _, pick := range []func(*figures) *float64{
		func(f *figures) *float64 { return &f.rate }, func(f *figures) *float64 { return &f.cpu },
		func(f *figures) *float64 { return &f.learner },
		func(f *figures) *float64 { return &f.in }, func(f *figures) *float64 { return &f.out },
	} {
		var xs []float64
		for i := range all {
			xs = append(xs, *pick(&all[i]))
		}
		slices.SortFunc(xs, cmp.Compare)
		*pick(&m) = xs[len(xs)/2]
	}
	return m
}

func (s *scale) words() []string {
	return []string{
		"train", s.game, "--run", "run", "--set", fmt.Sprintf("train.iterations=%d", s.iterations), "--set", "train.reuse=0.01",
		"--set", "evaluation.every=0", "--set", "evaluation.baselines=[]",
	}
}

func (s *scale) alone(dir string) (f figures, err error) {
	one, err := s.start(dir, append(s.words(), "--workers", fmt.Sprint(s.workers))...)
	if err != nil {
		return f, err
	}
	if err := one.wait(); err != nil {
		return f, err
	}
	p, err := s.played(dir)
	f.rate, f.cpu = p.games/p.seconds(), one.within(p.windows)/p.games
	return f, err
}

func (s *scale) together(dir string) (f figures, err error) {
	address, wire, err := s.wire()
	if err != nil {
		return f, err
	}
	defer wire.Close()
	learner, err := s.start(dir, append(s.words(), "--listen", address, "--only-learn", "--workers", fmt.Sprint(s.workers))...)
	if err != nil {
		return f, err
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			break
		} else if time.Now().After(end) {
			return f, err
		}
	}
	all := []*process{learner}
	for range s.workers {
		w, err := s.start(dir, "work", "nats://"+wire.Addr().String(), "--workers", "1")
		if err != nil {
			return f, err
		}
		all = append(all, w)
	}
	for _, p := range all {
		if err := p.wait(); err != nil {
			return f, err
		}
	}
	p, err := s.played(dir)
	for _, one := range all {
		f.cpu += one.within(p.windows) / p.games
	}
	f.rate, f.learner = p.games/p.seconds(), learner.within(p.windows)/p.games
	f.in, f.out = float64(wire.in.Load())/p.all, float64(wire.out.Load())/p.all
	return f, err
}

func (s *scale) start(dir string, words ...string) (*process, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	c, out := exec.Command(s.ludens, words...), new(bytes.Buffer)
	c.Dir, c.Stdout, c.Stderr = dir, out, out
	if err := c.Start(); err != nil {
		return nil, err
	}
	p := &process{Cmd: c, out: out, sampled: make(chan struct{})}
	go p.sample()
	return p, nil
}
