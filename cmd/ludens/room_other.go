//go:build !linux

package main

// freeDisk does not know.
func freeDisk(string) (uint64, bool) { return 0, false }

// freeMemory does not know.
func freeMemory() (uint64, bool) { return 0, false }
