// Package cputime times work by what this process has had of the cores, so that
// whatever else runs disturbs little.
package cputime

import "time"

// Clock returns the time since some moment.
type Clock func() time.Duration

var started = time.Now()

// Wall returns the time since the process began.
func Wall() time.Duration { return time.Since(started) }

// ClockOf returns what work on that many threads is timed by: Own where it is one,
// else Wall.
func ClockOf(threads int) Clock {
	if threads == 1 {
		return Own
	}
	return Wall
}

// Time returns how long work takes.
func (c Clock) Time(work func() error) (time.Duration, error) {
	start := c()
	err := work()
	return max(1, c()-start), err
}
