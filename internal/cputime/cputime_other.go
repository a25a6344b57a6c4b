//go:build !linux

package cputime

import "time"

// Own returns the time on the wall: other processes must be quiet.
func Own() time.Duration { return Wall() }
