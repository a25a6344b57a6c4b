//go:build linux || darwin || freebsd

package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime returns the CPU time of this process: what others take is not in it.
func CPUTime() time.Duration { return clock(unix.CLOCK_PROCESS_CPUTIME_ID) }

// thread returns the CPU time of the calling thread. On Linux and macOS it counts
// nanoseconds.
func thread() time.Duration { return clock(unix.CLOCK_THREAD_CPUTIME_ID) }

func clock(id int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		panic(err) // these systems have both clocks, and t is ours
	}
	return time.Duration(t.Nano())
}

// CheckThreadTime returns an error where the CPU time of a thread cannot be measured.
func CheckThreadTime() error { return nil }
