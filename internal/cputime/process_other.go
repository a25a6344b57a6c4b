//go:build !linux

package cputime

import (
	"errors"
	"runtime"
	"time"
)

// Processes returns an error where the CPU time of another process cannot be measured.
func Processes() error {
	return errors.New("cpu= budgets of other programs: their CPU time cannot be measured on " + runtime.GOOS + ", only on Linux")
}

// Process returns the CPU time of another process.
func Process(int) (time.Duration, error) { return 0, Processes() }
