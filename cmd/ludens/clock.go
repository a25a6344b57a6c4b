package main

import "time"

// clock tells the time since some moment.
type clock func() time.Duration

var started = time.Now()

func wallTime() time.Duration { return time.Since(started) }

// clockOf returns what work on so many threads is timed by: where it is one, the
// time that this process has on a core, so that others disturb little.
func clockOf(threads int) clock {
	if threads == 1 {
		return ownTime
	}
	return wallTime
}

// time returns how long work takes.
func (c clock) time(work func() error) (time.Duration, error) {
	start := c()
	err := work()
	return max(1, c()-start), err
}
