// Package machine measures this machine and this process on it: CPU time of work, which
// other processes disturb little, free memory and disk space, and the revision of the
// source that the program was built from.
package machine

import "time"

// Clock returns the time since some moment.
type Clock func() time.Duration

var started = time.Now()

// Wall returns the time since the process began.
func Wall() time.Duration { return time.Since(started) }

// ClockOf returns what work on that many threads is timed by: CPUTime where it is one,
// else Wall.
func ClockOf(threads int) Clock {
	if threads == 1 {
		return CPUTime
	}
	return Wall
}

// Time returns how long work takes.
func (c Clock) Time(work func() error) (time.Duration, error) {
	start := c()
	err := work()
	return max(1, c()-start), err
}

// Allowance is a budget of CPU time for each of many moves. A move that took more, since
// an evaluation is not interrupted, makes the next ones shorter; one that
// took less does not make them longer.
type Allowance struct {
	Each time.Duration
	debt time.Duration
}

// Next returns how much the next move may take: a quarter of Each at least.
func (a *Allowance) Next() time.Duration { return max(a.Each-a.debt, a.Each/4, 1) }

// Spent notes what a move has taken.
func (a *Allowance) Spent(d time.Duration) { a.debt = min(max(a.debt+d-a.Each, 0), a.Each) }
