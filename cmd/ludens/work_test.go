package main

import (
	"bytes"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A run whose games other processes play comes to what it comes to alone, though one of
// them, and then the learner, is killed.
func TestWorkersOfARunAreKilled(t *testing.T) {
	p := program(t)
	want := trained(t, p)
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
	time.Sleep(200 * time.Millisecond)
	workers[0].Process.Kill()
	time.Sleep(100 * time.Millisecond)
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
		if err := w.Wait(); err != nil || !strings.Contains(outs[i+1].String(), "the run is over") {
			t.Errorf("worker %d: %v\n%s", i+1, err, outs[i+1])
		}
	}
	if strings.Contains(said.String(), "[INF]") || strings.Contains(said.String(), "is refused") {
		t.Errorf("the learner says:\n%s", said)
	}
}

// awaitServer waits until somebody listens.
func awaitServer(t *testing.T, address string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return
		}
	}
	t.Fatal("nobody listens at " + address)
}
