//go:build !linux

package machine

import (
	"errors"
	"runtime"
	"time"
)

// CheckProcessTime returns an error where the CPU time of another process cannot be measured.
func CheckProcessTime() error {
	return errors.New("cpu= budgets of other programs: their CPU time cannot be measured on " + runtime.GOOS + ", only on Linux")
}

// ProcessTime returns the CPU time of another process.
func ProcessTime(int) (time.Duration, error) { return 0, CheckProcessTime() }

// FreeDisk does not know.
func FreeDisk(string) (uint64, bool) { return 0, false }

// FreeMemory does not know.
func FreeMemory() (uint64, bool) { return 0, false }

// AllowedMemory knows of no container.
func AllowedMemory() (uint64, bool) { return 0, false }
