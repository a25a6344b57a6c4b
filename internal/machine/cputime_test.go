package machine

import (
	"errors"
	"testing"
	"time"
)

// Clocks go forward, and that of a process by no more than the cores that it has.
func TestClocksGoForward(t *testing.T) {
	for name, clock := range map[string]Clock{"wall": Wall, "own": CPUTime, "of one": ClockOf(1), "of two": ClockOf(2)} {
		before := clock()
		sum := 0
		for i := range 100_000 {
			sum += i * i
		}
		if after := clock(); after < before || before < 0 || sum == 0 {
			t.Errorf("%s: %v after %v", name, after, before)
		}
	}
}

// Time calls work once, hands its error on, and never takes nothing: a rate is
// divided by it.
func TestTime(t *testing.T) {
	now := 5 * time.Second
	clock := Clock(func() time.Duration { return now })
	broken, calls := errors.New("broken"), 0
	for _, test := range []struct {
		took, want time.Duration
		err        error
	}{{3 * time.Second, 3 * time.Second, nil}, {0, 1, nil}, {-time.Second, 1, nil}, {time.Minute, time.Minute, broken}} {
		calls = 0
		took, err := clock.Time(func() error { calls++; now += test.took; return test.err })
		if took != test.want || !errors.Is(err, test.err) || calls != 1 {
			t.Errorf("%v: got %v, %v after %d calls", test.took, took, err, calls)
		}
	}
}

// Work on one thread is timed by what this process has had, other work by the wall.
func TestClockOf(t *testing.T) {
	now := Wall()
	if got := ClockOf(4)(); got < now || got > now+time.Hour {
		t.Errorf("on four threads: %v, the wall has %v", got, now)
	}
	if own := ClockOf(1)(); own > 1000*time.Hour {
		t.Errorf("on one thread: %v", own)
	}
}
