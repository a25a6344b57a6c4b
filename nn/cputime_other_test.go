//go:build !linux

package nn

import "time"

var benchmarksBegan = time.Now()

// busySeconds is the clock, where there is no better.
func busySeconds() float64 { return time.Since(benchmarksBegan).Seconds() }
