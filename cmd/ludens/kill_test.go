package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ludens/internal/exit"
	runs "ludens/internal/run"
	"ludens/train"
)

// built is the folder of the binary, once it is there.
var built string

// build makes the binary once for all tests that must drive a process.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ludens")
	if err != nil {
		return "", err
	}
	built = dir
	path := filepath.Join(dir, "ludens")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, err
})

// program returns the path of the binary.
func program(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and drives the binary")
	}
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// quickRun is a run of some seconds with many iterations.
var quickRun = []string{
	"train", "tictactoe", "--run", "run",
	"--set", "train.iterations=30", "--set", "selfplay.games=16", "--set", "search.simulations=9",
	"--set", "optimiser.batch=16", "--set", "evaluation.every=7", "--set", "evaluation.games=2",
	"--set", "evaluation.final_games=1", "--set", "evaluation.baselines=[\"random\"]",
}

func command(dir, program string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	c := exec.Command(program, args...)
	var out bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = dir, &out, &out
	return c, &out
}

// final returns the hash of the last checkpoint of the run in dir.
func final(t *testing.T, dir string) string {
	t.Helper()
	c, hash, err := train.ReadCheckpoint(filepath.Join(dir, "run", "checkpoints", "000030.ckpt"))
	if err != nil {
		t.Fatal(err)
	}
	if c.At.Iteration != 30 {
		t.Fatalf("the last checkpoint is of iteration %d, want 30", c.At.Iteration)
	}
	return hash
}

// trained runs quickRun undisturbed.
func trained(t *testing.T, program string, more ...string) string {
	t.Helper()
	dir := t.TempDir()
	c, out := command(dir, program, append(quickRun, more...)...)
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return final(t, dir)
}

// alone is the checkpoint of quickRun, undisturbed, with two workers.
var alone string

// undisturbed returns it; the first test that asks trains it.
func undisturbed(t *testing.T, program string) string {
	t.Helper()
	if alone == "" {
		alone = trained(t, program, "--workers", "2")
	}
	return alone
}

func TestWorkersGiveTheSameCheckpoint(t *testing.T) {
	p := program(t)
	for _, workers := range []string{"1", "4"} {
		if got, want := trained(t, p, "--workers", workers), undisturbed(t, p); got != want {
			t.Errorf("%s workers: checkpoint %s, two workers %s", workers, got, want)
		}
	}
}

// Killed at 20 random moments and resumed each time, a run ends with the
// checkpoint of the run that was left alone.
func TestKilledAndResumedGivesTheSameCheckpoint(t *testing.T) {
	p := program(t)
	want := undisturbed(t, p)

	const kills = 20
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	args := quickRun
	for killed := 0; killed < kills; {
		c, out := command(dir, p, args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(10+rng.IntN(140)) * time.Millisecond)
		c.Process.Kill()
		err := c.Wait()
		if err == nil {
			t.Logf("the run was complete after %d kills", killed)
			break
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("after %d kills it ended by itself: %v\n%s", killed, err, out)
		}
		killed++
		if _, err := os.Stat(filepath.Join(dir, "run", "config.toml")); err == nil {
			args = []string{"resume", "run"}
		}
	}
	c, out := command(dir, p, args...)
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := final(t, dir); got != want {
		t.Errorf("checkpoint %s, want %s", got, want)
	}
	r, err := runs.Verify(filepath.Join(dir, "run"), 1)
	if err != nil || len(r.Problems) > 0 || r.Metrics != 30 {
		t.Errorf("verify: %+v, %v; want 30 iterations in the metrics and no problem", r, err)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "run", "*", ".*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// grown waits until a file has that many lines.
func grown(t *testing.T, path string, lines int) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if text, err := os.ReadFile(path); err == nil && strings.Count(string(text), "\n") >= lines {
			return
		}
	}
	t.Fatalf("%s has not %d lines", path, lines)
}

// Ctrl-C stops within moments, says how to go on, and nothing is lost.
func TestInterruptedRunSaysHowToGoOn(t *testing.T) {
	p := program(t)
	want := undisturbed(t, p)
	dir := t.TempDir()
	c, out := command(dir, p, quickRun...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	grown(t, filepath.Join(dir, "run", "metrics.jsonl"), 1)
	c.Process.Signal(os.Interrupt)
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exit.CodeInterrupted {
		t.Fatalf("exit code %d, want %d\n%s", code, exit.CodeInterrupted, out)
	}
	if !strings.Contains(out.String(), "ludens resume run") {
		t.Errorf("it does not say how to go on:\n%s", out)
	}
	c, out = command(dir, p, "resume", "run")
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := final(t, dir); got != want {
		t.Errorf("checkpoint %s, want %s", got, want)
	}
}

func TestFolderInUse(t *testing.T) {
	p, dir := program(t), t.TempDir()
	first, _ := command(dir, p, quickRun...)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { first.Process.Kill(); first.Wait() }()
	for try := 0; ; try++ {
		time.Sleep(20 * time.Millisecond)
		if _, err := os.Stat(filepath.Join(dir, "run", "config.toml")); err == nil {
			break
		}
		if try > 3000 { // a minute
			t.Fatal("the first process does not start")
		}
	}
	second, out := command(dir, p, "resume", "run")
	second.Run()
	if second.ProcessState.ExitCode() != exit.CodeError || !strings.Contains(out.String(), "in use by another process") {
		t.Errorf("exit code %d: %s", second.ProcessState.ExitCode(), out)
	}
}
