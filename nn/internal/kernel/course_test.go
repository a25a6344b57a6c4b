package kernel

import (
	"testing"
	"time"
)

// TestSimulate: one element of a Split takes a second here, and what lies outside too. Two
// threads share equal parts; what has one part gains nothing.
func TestSimulate(t *testing.T) {
	now := time.Duration(0)
	elements := func(from, to int) { now += time.Duration(to-from) * time.Second }
	for _, c := range []struct {
		name       string
		threads, n int
		want       Course
	}{
		{"even", 2, 24, Course{Parallel: 24 * time.Second, Critical: 12 * time.Second, Splits: 1}},
		{"nine parts of one on four threads", 4, 9, Course{Parallel: 9 * time.Second, Critical: 3 * time.Second, Splits: 1}},
		{"one element", 8, 1, Course{Parallel: time.Second, Critical: time.Second}},
		{"nothing", 2, 0, Course{}},
		{"one thread", 1, 5, Course{Parallel: 5 * time.Second, Critical: 5 * time.Second}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Serial = 7 * time.Second
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
