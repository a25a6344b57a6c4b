//go:build !linux

package machine

// FreeDisk does not know.
func FreeDisk(string) (uint64, bool) { return 0, false }

// FreeMemory does not know.
func FreeMemory() (uint64, bool) { return 0, false }

// AllowedMemory knows of no container.
func AllowedMemory() (uint64, bool) { return 0, false }
