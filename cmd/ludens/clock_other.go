//go:build !linux

package main

import "time"

// ownTime returns the time on the wall: other processes must be quiet.
func ownTime() time.Duration { return wallTime() }
