//go:build !linux && !darwin && !freebsd && !windows

package machine

import (
	"errors"
	"runtime"
	"time"
)

// CPUTime returns the time on the wall: other processes must be quiet.
func CPUTime() time.Duration { return Wall() }

func thread() time.Duration { return 0 }

// CheckThreadTime returns an error where the CPU time of a thread cannot be measured.
func CheckThreadTime() error {
	return errors.New("cpu= budgets: the CPU time of a thread cannot be measured on " + runtime.GOOS)
}
