package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ludens/internal/exit"
)

// hangUp starts a command, sends it SIGHUP once a file is there, and returns its
// exit code and what it said.
func hangUp(t *testing.T, file string, c *exec.Cmd, out interface{ String() string }) (code int, said string) {
	t.Helper()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		c.Wait()
		close(ended)
	}()
	for there := false; !there; {
		select {
		case <-ended:
			t.Fatalf("ended before it was hung up: %s", out)
		case <-time.After(time.Millisecond):
			_, err := os.Stat(file)
			there = err == nil
		}
	}
	c.Process.Signal(syscall.SIGHUP)
	c.Process.Signal(syscall.SIGHUP) // as shells do, after the system
	<-ended
	return c.ProcessState.ExitCode(), out.String()
}

// When the terminal is gone, long work stops as with Ctrl-C and says how to go on;
// under nohup it goes on, to the same checkpoint.
func TestHangup(t *testing.T) {
	// What starts these tests may ignore the signal, and programs inherit that from who
	// ignores it, not from who waits for it.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGHUP)
	defer signal.Stop(heard)
	p, dir := program(t), t.TempDir()
	first := filepath.Join(dir, "run", "checkpoints", "000001.ckpt")
	c, out := command(dir, p, quickRun...)
	if code, said := hangUp(t, first, c, out); code != exit.CodeInterrupted || !strings.Contains(said, "go on with: "+p+" resume run") {
		t.Errorf("train: exit code %d, %s", code, said)
	}
	c, out = command(dir, "sh", "-c", `trap "" HUP; touch deaf; exec "$0" resume run`, p)
	if code, said := hangUp(t, filepath.Join(dir, "deaf"), c, out); code != 0 {
		t.Errorf("nohup resume: exit code %d, %s", code, said)
	}
	if got, want := final(t, dir), undisturbed(t, p); got != want {
		t.Errorf("checkpoint %s, undisturbed %s", got, want)
	}
	for name, args := range map[string][]string{
		"match":   {"match", "tictactoe", "mcts:50", "mcts:60", "--games", "2000000", "--out"},
		"ladder":  {"ladder", "tictactoe", "mcts:50", "mcts:60", "--games", "1000000", "--out"},
		"balance": {"balance", "tictactoe", "--agent", "mcts:50", "--games", "1000000", "--out"},
	} {
		c, out := command(dir, p, append(args, name)...)
		if code, said := hangUp(t, filepath.Join(dir, name, "games.jsonl"), c, out); code != exit.CodeInterrupted || !strings.Contains(said, "the same command goes on") {
			t.Errorf("%s: exit code %d, %s", name, code, said)
		}
	}
}

// Work for another program ends when its output is no longer read.
func TestWhileHeard(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	c := exec.Command(program(t), "engine", "connect4", "mcts:10", "--protocol", "json")
	c.Stdin, c.Stdout = strings.NewReader(`{"id":"1","do":"analyse","seconds":86400}`), to
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	from.Close()
	err = c.Wait()
	if how, ok := c.ProcessState.Sys().(syscall.WaitStatus); err != nil && !(ok && how.Signal() == syscall.SIGPIPE) {
		t.Errorf("got %v, want that the engine leaves", err)
	}
}
