package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// quota measures fleets on one machine: 1, 2, 4 and 8 worker processes, each held to a share of a
// core by a control group, play for a learner that learns meanwhile. It compares games per second
// with those of a simulation (crowd).
//
// On a busy machine a process does not get its share. So one more process, which only computes,
// is held to the same share beside the workers: the simulation's workers are as fast as that one,
// and its learner takes as long as the real one did. Its games cost what those of the first fleet
// did, of one worker, in CPU time.
func quota(_ context.Context, args []string) error {
	var q quotas
	f := flag.NewFlagSet("quota", flag.ExitOnError)
	f.Float64Var(&q.share, "share", 0.25, "of a core that each worker has")
	workers := f.String("workers", "1,2,4,8", "numbers of workers")
	f.IntVar(&q.iterations, "iterations", 6, "of each run")
	f.StringVar(&q.groups, "groups", "/sys/fs/cgroup/cpu", "control groups for CPU time, version 1")
	f.StringVar(&q.ludens, "ludens", "", "program (default: built from this checkout)")
	f.Parse(args)
	if f.Arg(0) == spinWord {
		for {
			q.spun++
		}
	}
	if !(q.share > 0) || q.share > 1 || q.iterations < 3 {
		return fmt.Errorf("-share %v, -iterations %d: want a share of (0, 1] and 3 or more", q.share, q.iterations)
	}
	return q.run(*workers)
}

// spinWord has this program do nothing but compute.
const spinWord = "spin"

// quotas is what was asked for.
type quotas struct {
	share      float64
	iterations int
	groups     string
	ludens     string
	spun       int
	game       float64 // CPU seconds of a game, as the first fleet had it
}

// The run that is measured.
const (
	quotaGames    = 64
	quotaLockstep = 8
	quotaPeriod   = 20 * time.Millisecond
)

func (q *quotas) learn(address string) []string {
	words := []string{q.ludens, "train", "celta", "--run", "run", "--listen", address, "--only-learn", "--workers", "1", "--audit", "0"}
	for _, set := range []string{
		"train.lag=1", fmt.Sprint("train.iterations=", q.iterations), fmt.Sprint("selfplay.games=", quotaGames), fmt.Sprint("selfplay.lockstep=", quotaLockstep),
		"search.simulations=16", "network.channels=16", "network.blocks=1", "optimiser.batch=32", "train.reuse=0.1", "pretrain.alphabeta.games=0",
		"selfplay.past=0", "selfplay.restart=0", "evaluation.baselines=[]", `evaluation.watch=""`,
	} {
		words = append(words, "--set", set)
	}
	return words
}

func (q *quotas) run(workers string) error {
	var s simulation
	if err := s.setWorkers(workers); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "quota")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if q.ludens, err = built(q.ludens, dir); err != nil {
		return err
	}
	fmt.Printf("%8s %9s %9s %9s %12s %8s %8s\n", "workers", "got", "games/s", "simulated", "of simulated", "CPU/game", "learning")
	for _, n := range s.workers[1:] {
		if err := q.fleet(filepath.Join(dir, fmt.Sprint(n)), n); err != nil {
			return fmt.Errorf("%d workers: %w", n, err)
		}
	}
	return nil
}

// fleet measures n workers.
func (q *quotas) fleet(dir string, n int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	address, err := free()
	if err != nil {
		return err
	}
	me, err := os.Executable()
	if err != nil {
		return err
	}
	learner := &member{words: func() []string { return q.learn(address) }}
	if err := learner.start(dir); err != nil {
		return err
	}
	defer learner.kill()
	if err := listening(address, learner); err != nil {
		return err
	}
	var held []*member // the workers, and last the one that only computes
	for i := range n + 1 {
		words := []string{q.ludens, "work", "nats://" + address, "--workers", "1"}
		if i == n {
			words = []string{me, "quota", spinWord}
		}
		m, done, err := q.hold(dir, i, words)
		if err != nil {
			return err
		}
		defer done()
		held = append(held, m)
	}
	var at [2]time.Time
	var used [2][]float64
	for i, iterations := range []int{1, q.iterations - 1} { // the last has no next one to go on with
		if err := q.await(filepath.Join(dir, "run", "metrics.jsonl"), iterations, learner); err != nil {
			return err
		}
		at[i] = time.Now()
		for _, m := range held {
			used[i] = append(used[i], cpuSeconds(m.cmd.Process.Pid))
		}
	}
	seconds, games := at[1].Sub(at[0]).Seconds(), float64((q.iterations-2)*quotaGames)
	work := 0.0
	for i := range n {
		work += used[1][i] - used[0][i]
	}
	got := (used[1][n] - used[0][n]) / seconds
	if q.game == 0 {
		q.game = work / games
	}
	learning, err := learningSeconds(filepath.Join(dir, "run", "metrics.jsonl"))
	if err != nil {
		return err
	}
	simulated := q.simulate(n, got, learning)
	fmt.Printf("%8d %8.1f%% %9.2f %9.2f %11.0f%% %8.3f %8.2f\n", n, 100*got, games/seconds, simulated, 100*games/seconds/simulated, work/games, learning)
	return nil
}

// learningSeconds returns how long the iterations of a run took after their games were there, in
// the mean of all but the first.
func learningSeconds(metrics string) (mean float64, err error) {
	b, err := os.ReadFile(metrics)
	if err != nil {
		return 0, err
	}
	before, n := 0.0, 0.0
	for line := range bytes.Lines(b) {
		var at struct {
			Seconds float64 `json:"seconds"`
			Playing float64 `json:"playing_seconds"`
		}
		if err := json.Unmarshal(line, &at); err != nil {
			return 0, err
		}
		if before > 0 {
			mean, n = mean+at.Seconds-before-at.Playing, n+1
		}
		before = at.Seconds
	}
	return mean / max(1, n), nil
}

// simulate returns the games per second of n workers, each with that share of a core, for a
// learner that takes that long to learn from the games of an iteration.
func (q *quotas) simulate(n int, share, learning float64) float64 {
	p := Preset{Games: quotaGames, Game: q.game / share, Spread: 0.7, GameBytes: 18000, NetBytes: 50000, Learn: max(learning, 1e-3), Check: 0.002}
	f := Fleet{Workers: n, Cores: 1, Range: quotaLockstep, RoundTrip: quotaPeriod.Seconds(), Wire: 1e9, Silent: 5, Late: 2, Checkers: 1, Lag: true, Ahead: true}
	return quotaGames / Simulate(p, f, 50, rand.New(rand.NewPCG(1, uint64(n)))).Whole
}

// hold starts a process in a control group of its own; done ends both.
func (q *quotas) hold(dir string, i int, words []string) (m *member, done func(), err error) {
	group := filepath.Join(q.groups, fmt.Sprintf("ludens-%d-%d", os.Getpid(), i))
	if err := os.Mkdir(group, 0o755); err != nil {
		return nil, nil, err
	}
	period := quotaPeriod.Microseconds()
	for name, v := range map[string]int64{"cpu.cfs_period_us": period, "cpu.cfs_quota_us": int64(q.share * float64(period))} {
		if err := os.WriteFile(filepath.Join(group, name), strconv.AppendInt(nil, v, 10), 0o644); err != nil {
			return nil, nil, errors.Join(err, os.Remove(group))
		}
	}
	enter := []string{"sh", "-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(group, "cgroup.procs")}
	m = &member{words: func() []string { return append(enter, words...) }}
	if err := m.start(dir); err != nil {
		return nil, nil, errors.Join(err, os.Remove(group))
	}
	return m, func() {
		m.kill()
		for range 20 { // the kernel takes a moment to empty it
			if os.Remove(group) == nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}, nil
}

// await returns when that many iterations are in the metrics.
func (q *quotas) await(metrics string, iterations int, learner *member) error {
	for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if b, _ := os.ReadFile(metrics); bytes.Count(b, []byte("\n")) >= iterations { // there is none at first
			return nil
		}
		select {
		case <-learner.ended:
			return fmt.Errorf("the learner ended:\n%s", learner.out)
		default:
		}
	}
	return errors.New("not there after ten minutes")
}

// listening waits until the learner serves at an address.
func listening(address string, learner *member) error {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			return c.Close()
		}
	}
	return fmt.Errorf("the learner does not listen:\n%s", learner.out)
}

// cpuSeconds returns the CPU time of a process: fields 14 and 15 of its stat, in ticks of 10 ms.
func cpuSeconds(pid int) float64 {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(b), ") ")
	var user, system float64
	if f := strings.Fields(rest); len(f) > 12 {
		user, _ = strconv.ParseFloat(f[11], 64)
		system, _ = strconv.ParseFloat(f[12], 64)
	}
	return (user + system) / 100
}
