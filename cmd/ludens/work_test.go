package main

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/arena"
)

// A run whose games other processes play comes to what it comes to alone, though one of
// them, and then the learner, is killed.
func TestWorkersOfARunAreKilled(t *testing.T) {
	p := program(t)
	want := undisturbed(t, p)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()

	dir := t.TempDir()
	more := []string{"--listen", address, "--only-learn"}
	learner, _ := command(dir, p, append(quickRun, more...)...)
	if err := learner.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { learner.Process.Kill(); learner.Wait() }()
	var workers []*exec.Cmd
	var outs []*bytes.Buffer
	for range 3 {
		awaitServer(t, address)
		w, out := command(dir, p, "work", "nats://"+address, "--workers", "1")
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { w.Process.Kill(); w.Wait() }()
		workers, outs = append(workers, w), append(outs, out)
	}
	metrics := filepath.Join(dir, "run", "metrics.jsonl")
	grown(t, metrics, 1)
	workers[0].Process.Kill()
	grown(t, metrics, 3)
	learner.Process.Kill()
	learner.Wait()
	learner, said := command(dir, p, append([]string{"resume", "run"}, more...)...)
	if err := learner.Run(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if got := final(t, dir); got != want {
		t.Errorf("checkpoint %s, alone %s", got, want)
	}
	for i, w := range workers[1:] {
		dismiss(t, w, outs[i+1])
	}
	if strings.Contains(said.String(), "[INF]") || strings.Contains(said.String(), "is refused") {
		t.Errorf("the learner says:\n%s", said)
	}
}

// A match whose games other processes play comes to the same games and the same table
// though one of them, and then the match itself, is killed.
func TestWorkersOfAMatchAreKilled(t *testing.T) {
	p := program(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()

	dir := t.TempDir()
	match := []string{"match", "connect4", "mcts:300", "mcts:200", "--games", "60", "--workers", "1", "--out"}
	alone, table := command(dir, p, append(match, "alone")...)
	if err := alone.Run(); err != nil {
		t.Fatalf("%v\n%s", err, table)
	}
	shared := append(match, "shared", "--listen", address)
	counting, _ := command(dir, p, shared...)
	if err := counting.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { counting.Process.Kill(); counting.Wait() }()
	var workers []*exec.Cmd
	var outs []*bytes.Buffer
	for range 3 {
		awaitServer(t, address)
		w, out := command(dir, p, "work", "nats://"+address, "--workers", "1")
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { w.Process.Kill(); w.Wait() }()
		workers, outs = append(workers, w), append(outs, out)
	}
	journal := filepath.Join(dir, "shared", "games.jsonl")
	grown(t, journal, 2)
	workers[0].Process.Kill()
	grown(t, journal, 6)
	counting.Process.Kill()
	counting.Wait()
	counting, said := command(dir, p, shared...)
	if err := counting.Run(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for i, w := range workers[1:] {
		dismiss(t, w, outs[i+1])
	}
	if got, want := gamesOf(t, dir, "shared"), gamesOf(t, dir, "alone"); !slices.Equal(got, want) || len(want) != 60 {
		t.Errorf("%d games, alone %d:\n%s", len(got), len(want), said)
	}
	before, _, _ := strings.Cut(table.String(), "CPU      ")
	if !strings.Contains(said.String(), before) || strings.Contains(said.String(), "is refused") {
		t.Errorf("the match says:\n%s\nalone:\n%s", said, table)
	}
}

// An evaluation whose games other processes play comes to the same scores, also against the network
// before its first step; what depends on the clock is played by the evaluation itself.
func TestWorkersOfAnEvaluation(t *testing.T) {
	p, dir := program(t), t.TempDir()
	first, out := command(dir, p, append(quickRun, "--set", "seed=9", "--set", "train.iterations=1", "--set", "evaluation.baselines=[]")...)
	if err := first.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	measure := func(more ...string) (scores []arena.Standing, said string) {
		t.Helper()
		c := exec.Command(p, append([]string{"eval", "tictactoe", "run@16", "--baselines", "mcts:40,untrained:16,int8:run@8,mcts:2ms", "--games", "10", "--json"}, more...)...)
		var errs bytes.Buffer
		c.Dir, c.Stderr = dir, &errs
		text, err := c.Output()
		var told measured
		if err != nil || json.Unmarshal(text, &told) != nil || len(told.Standings) != 4 {
			t.Fatalf("%v\n%s%s", err, text, &errs)
		}
		return told.Standings[:3], errs.String()
	}
	want, _ := measure()
	var workers []*exec.Cmd
	var outs []*bytes.Buffer
	for range 2 { // they come once the evaluation serves
		w, out := command(dir, p, "work", "nats://"+address, "--workers", "1")
		workers, outs = append(workers, w), append(outs, out)
	}
	go func() {
		for _, w := range workers {
			for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
				if c, err := net.Dial("tcp", address); err == nil {
					c.Close()
					break
				}
			}
			w.Start()
		}
	}()
	got, said := measure("--listen", address, "--only-learn")
	for i, w := range workers {
		dismiss(t, w, outs[i])
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, alone %+v", got, want)
	}
	// Against three of the four, 10 games in each role, with a search and without.
	if all := regexp.MustCompile(`: (\d+) games`).FindAllStringSubmatch(said, -1); len(all) != 3 || all[1][1] == "0" && all[2][1] == "0" {
		t.Errorf("said:\n%s", said)
	}
	for _, refused := range [][]string{{"--truth"}, {"--every-line"}, {"--any-kernels"}} {
		c, out := command(dir, p, append([]string{"eval", "tictactoe", "random", "--listen", address}, refused...)...)
		if err := c.Run(); err == nil || c.ProcessState.ExitCode() != 2 || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%v: %v\n%s", refused, err, out)
		}
	}
}

// dismiss waits for a worker that hears that the run is over. One that was looking for
// the server just then does not hear it, and waits for another run: it is killed.
func dismiss(t *testing.T, w *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	gone := make(chan error, 1)
	go func() { gone <- w.Wait() }()
	select {
	case err := <-gone:
		if err != nil || !strings.Contains(out.String(), "the run is over") {
			t.Errorf("a worker: %v\n%s", err, out)
		}
	case <-time.After(10 * time.Second):
		w.Process.Kill()
		<-gone
	}
}

// gamesOf returns the lines of a match's games in an order of their own.
func gamesOf(t *testing.T, dir, match string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, match, "games.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(lines)
	return lines
}

// awaitServer waits until a server listens.
func awaitServer(t *testing.T, address string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return
		}
	}
	t.Fatal("nobody listens at " + address)
}
