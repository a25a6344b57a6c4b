//go:build !linux && !darwin && !freebsd && !windows

package cputime

import (
	"errors"
	"runtime"
	"time"
)

// Own returns the time on the wall: other processes must be quiet.
func Own() time.Duration { return Wall() }

func thread() time.Duration { return 0 }

// Threads returns an error where the CPU time of a thread cannot be measured.
func Threads() error {
	return errors.New("cpu= budgets: the CPU time of a thread cannot be measured on " + runtime.GOOS)
}
