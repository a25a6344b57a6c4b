package main

import (
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// The CPU time of a process is what the kernel says in another way.
func TestCPUSeconds(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip(err)
	}
	used := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
	}
	for begin := used(); used() < begin+0.1; {
	}
	if got, want := cpuSeconds(os.Getpid()), used(); math.Abs(got-want) > 0.05 {
		t.Errorf("%v s, want %v", got, want)
	}
}

// More workers play more games, twice as fast ones twice as many, and a worker alone those that
// its core has time for.
func TestQuotaIsSimulated(t *testing.T) {
	q := quotas{game: 0.02}
	one := q.simulate(1, 0.05, 1)
	if math.Abs(one-2.5) > 0.1 {
		t.Errorf("%v games a second, want 0.05 / 0.02", one)
	}
	for what, gain := range map[string]float64{"twice the share": q.simulate(1, 0.1, 1) / one, "two workers": q.simulate(2, 0.05, 1) / one} {
		if gain < 1.85 || gain > 2.05 {
			t.Errorf("%s: %v times the games", what, gain)
		}
	}
	if games := q.simulate(8, 1, 10); math.Abs(games-quotaGames/10.0) > 0.1 {
		t.Errorf("%v games a second, though learning takes ten", games)
	}
}

// Learning is what an iteration takes beside the wait for its games.
func TestLearningSeconds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "metrics.jsonl")
	lines := `{"seconds":5,"playing_seconds":1}
{"seconds":10,"playing_seconds":3}
{"seconds":17,"playing_seconds":3}
`
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := learningSeconds(path); err != nil || got != 3 {
		t.Errorf("%v, %v, want 3: the mean of 2 and 4", got, err)
	}
}
