package kernel

import (
	"testing"
	"time"
)

// TestSimulate: one element of a Split takes a second here, element number long ten. Two threads
// share equal parts; of unequal ones a thread that is free takes the next, so the long one delays
// only its own; what has one part gains nothing.
func TestSimulate(t *testing.T) {
	now, long := time.Duration(0), 0
	elements := func(from, to int) {
		now += time.Duration(to-from) * time.Second
		if from <= long && long < to {
			now += 9 * time.Second
		}
	}
	for _, c := range []struct {
		name             string
		threads, n, long int
		want             Course
	}{
		{"even", 2, 24, -1, Course{Parallel: 24 * time.Second, Critical: 12 * time.Second, Splits: 1}},
		{"nine parts of one on four threads", 4, 9, -1, Course{Parallel: 9 * time.Second, Critical: 3 * time.Second, Splits: 1}},
		{"sixteen parts of three on four threads", 4, 48, -1, Course{Parallel: 48 * time.Second, Critical: 12 * time.Second, Splits: 1}},
		{"a long one among parts of three", 2, 24, 0, Course{Parallel: 33 * time.Second, Critical: 18 * time.Second, Splits: 1}},
		{"one element", 8, 1, -1, Course{Parallel: time.Second, Critical: time.Second}},
		{"nothing", 2, 0, -1, Course{}},
		{"one thread", 1, 5, -1, Course{Parallel: 5 * time.Second, Critical: 5 * time.Second}},
		{"the first is long", 2, 8, 0, Course{Parallel: 17 * time.Second, Critical: 10 * time.Second, Splits: 1}},
		{"the second is long", 3, 9, 1, Course{Parallel: 18 * time.Second, Critical: 10 * time.Second, Splits: 1}},
		{"the last is long", 2, 8, 7, Course{Parallel: 17 * time.Second, Critical: 13 * time.Second, Splits: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Serial, long = 7*time.Second, c.long
			got := Simulate(c.threads, func() time.Duration { return now }, func() {
				now += 7 * time.Second
				Split(c.n, elements)
			})
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// TestGain: Amdahl's law, and what Splits cost.
func TestGain(t *testing.T) {
	c := Course{Serial: 10 * time.Millisecond, Parallel: 90 * time.Millisecond, Critical: 45 * time.Millisecond, Splits: 100}
	if got, want := c.Gain(0), 100.0/55; got != want {
		t.Errorf("gain %v, want %v", got, want)
	}
	if got, want := c.Gain(50*time.Microsecond), 100.0/60; got != want {
		t.Errorf("gain with Splits of 50 us %v, want %v", got, want)
	}
}

// TestSplitsOfASimulation: parts are all of it, once each, and a Split within a part is a
// part of it.
func TestSplitsOfASimulation(t *testing.T) {
	var done [100]int
	Simulate(3, func() time.Duration { return 0 }, func() {
		Split(10, func(from, to int) {
			Split(10*(to-from), func(a, b int) {
				for i := 10*from + a; i < 10*from+b; i++ {
					done[i]++
				}
			})
		})
	})
	for i, n := range done {
		if n != 1 {
			t.Fatalf("element %d was done %d times", i, n)
		}
	}
}
