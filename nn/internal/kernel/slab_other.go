//go:build !linux

package kernel

// advise does nothing here: there is no such question to the system.
func advise([]byte) {}
