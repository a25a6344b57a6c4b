package main

import (
	"runtime"

	"ludens/analysis"
	"ludens/arena"
	"ludens/internal/exit"
	"ludens/internal/study"
)

// Bounds of what a command line may ask for: more works nowhere, or eats the
// machine.
const (
	maxWorkers   = 1024    // goroutines
	maxMemory    = 1 << 20 // MiB
	maxPositions = 1_000_000
	maxRounds    = 10_000  // of a benchmark
	maxBatch     = 1 << 16 // positions evaluated at once
	maxMoveHours = 24
)

// Bounds of texts that are read whole, in bytes.
const (
	maxFigures = 16 << 20 // of a benchmark
)

// amount is a flag that takes a whole number from a range.
type amount struct {
	flag               string
	value, least, most int
}

// inRange refuses the first flag whose number is out of its range.
func inRange(all ...amount) error {
	for _, a := range all {
		if a.value < a.least || a.value > a.most {
			return exit.Usagef("--%s %d: want %d to %d", a.flag, a.value, a.least, a.most)
		}
	}
	return nil
}

// players are the goroutines that play games.
func players(n int) amount { return amount{"workers", n, 1, maxWorkers} }

// searchThreads are the goroutines of one search.
func searchThreads(n int) amount { return amount{"threads", n, 1, analysis.MaxThreads} }

// inEachRole are the games of a flag.
func inEachRole(flag string, n int) amount { return amount{flag, n, 1, arena.MaxGames} }

// randomPlies are those of a flag, if it was given.
func randomPlies(flag string, n int) []amount {
	if n == study.Usual {
		return nil
	}
	return []amount{{flag, n, 0, arena.MaxOpening}}
}

// hands returns how many goroutines play if a flag asks for that many, 0 for one a
// core.
func hands(workers int) (int, error) {
	if workers == 0 {
		return runtime.GOMAXPROCS(0), nil
	}
	return workers, inRange(amount{"workers", workers, 0, maxWorkers})
}
