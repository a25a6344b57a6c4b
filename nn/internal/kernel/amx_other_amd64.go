//go:build !linux && !purego

package kernel

// mayUseTiles knows of no other system that gives them.
func mayUseTiles() bool { return false }
