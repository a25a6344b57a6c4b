package main

import (
	"fmt"
	"path"
	"strings"
)

// coverage says which lines of a package's files its tests run.
type coverage map[string][]span

// span is a block of statements, by its first and last line.
type span struct {
	first, last int
	run         bool
}

// parseCoverage reads a profile as go test writes it: a line of mode, then
//
//	ludens/stat/elo.go:11.30,13.2 1 7
//
// with the block's place, its statements, and how often they were run.
func parseCoverage(profile string) (coverage, error) {
	c := coverage{}
	for i, line := range strings.Split(strings.TrimSpace(profile), "\n") {
		if i == 0 {
			continue
		}
		file, place, _ := strings.Cut(line, ":")
		var s span
		var column, statements, count int
		if _, err := fmt.Sscanf(place, "%d.%d,%d.%d %d %d", &s.first, &column, &s.last, &column, &statements, &count); err != nil {
			return nil, fmt.Errorf("coverage profile, line %d: %w", i+1, err)
		}
		s.run = count > 0
		c[path.Base(file)] = append(c[path.Base(file)], s)
	}
	return c, nil
}

// runs reports whether some test may run the lines: not where only blocks that
// never ran touch them. Declarations are in no block.
func (c coverage) runs(file string, lines [2]int) bool {
	touched := false
	for _, s := range c[file] {
		if s.first <= lines[1] && lines[0] <= s.last {
			if s.run {
				return true
			}
			touched = true
		}
	}
	return !touched
}
