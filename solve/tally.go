package solve

import "math"

// tally is what is known about all positions after a number of levels. It counts
// those with First to move.
type tally struct {
	Level  int    `json:"level"`  // complete
	Done   bool   `json:"done"`   // nothing more can be decided
	Absent uint64 `json:"absent"` // pairs that are not positions: the mover has won already
	Over   uint64 `json:"over"`
	Bound  counts `json:"bound"`
	Free   counts `json:"free"`
}

// counts are of positions of bound movers, or of free ones.
type counts struct {
	ByLevel []uint64 `json:"by_level"` // the first is 0: a position that is over is neither won nor lost
	// Longest is the first position of the last odd level that has one: the
	// mover's placement times the number of placements, plus his opponent's.
	Longest uint64 `json:"longest"`
}

// add adds what the next level has.
func (c *counts) add(found finding) {
	if len(c.ByLevel)%2 == 1 && found.count > 0 {
		c.Longest = found.first
	}
	c.ByLevel = append(c.ByLevel, found.count)
}

// sums returns how many positions are won and lost, and the longest win.
func (c *counts) sums() (won, lost uint64, longest int) {
	for level, n := range c.ByLevel {
		if level%2 == 0 {
			lost += n
			continue
		}
		if won += n; n > 0 {
			longest = level
		}
	}
	return won, lost, longest
}

// finding is positions found to be of a level: how many, and the first.
type finding struct {
	count, first uint64
}

func (f *finding) add(g finding) {
	if f.count == 0 || g.count > 0 && g.first < f.first {
		f.first = g.first
	}
	f.count += g.count
}

// levelsLeft estimates how many more levels there are if they go on getting smaller
// as those of the last two spans did: +Inf if these got hardly smaller, or are
// too few for an estimate.
func (c *counts) levelsLeft() float64 {
	const span, hardly = 10, 0.85
	n := len(c.ByLevel)
	if n < 2*span+1 {
		return math.Inf(1)
	}
	last, before := 0., 0.
	for i := range span {
		last += float64(c.ByLevel[n-1-i])
		before += float64(c.ByLevel[n-1-span-i])
	}
	if last >= hardly*before {
		return math.Inf(1)
	}
	last = max(span, last)
	return max(0, span*math.Log(last/span)/math.Log(before/last))
}
