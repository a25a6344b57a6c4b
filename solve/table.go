package solve

import (
	"context"
	"fmt"
	"math"

	"ludens/env"
)

// Table is what all positions of a game are worth. It is an env.Solver, and
// safe for concurrent use.
type Table struct {
	game      env.Game
	positions env.Numbering
	worths    []worth
	zeroing   []zeroed // by position; nil: the game has no clock
	bytes     uint64   // of memory, that it took to make; 0: it was read
}

// worth is an env.Worth in two bytes: n > 0 is won in n plies, n < 0 is lost in
// -n, 0 is drawn.
type worth int16

// The numbers that stand for no worth, and the greatest that stands for one.
const (
	noPosition worth = -1 << 15
	gameOver   worth = 1<<15 - 1
	deepest    worth = gameOver - 1
)

// decided reports whether v is a win or a loss.
func (v worth) decided() bool { return v != 0 && v != noPosition && v != gameOver }

func (v worth) exact() env.Worth {
	switch {
	case v > 0:
		return env.Worth{Sign: 1, Plies: int(v)}
	case v < 0:
		return env.Worth{Sign: -1, Plies: -int(v)}
	}
	return env.Worth{}
}

// level returns the plies to the end.
func (v worth) level() int {
	if v == noPosition || v == gameOver {
		return 0
	}
	return int(max(v, -v))
}

// newTable keeps of the words what they say of the worth.
func newTable(g env.Game, positions env.Numbering, words []word) *Table {
	t := &Table{game: g, positions: positions, worths: make([]worth, len(words))}
	for i, w := range words {
		switch w.kind() {
		case absent:
			t.worths[i] = noPosition
		case over:
			t.worths[i] = gameOver
		default:
			t.worths[i] = w.worth()
		}
	}
	return t
}

// Solve returns what a position is worth, history left out.
func (t *Table) Solve(_ context.Context, s env.State, _ bool) (env.Worth, error) {
	i, ok := t.positions.Of(s)
	if !ok || t.worths[i] == noPosition || t.worths[i] == gameOver {
		return env.Worth{}, notInTable(t.game, s)
	}
	return t.worths[i].exact(), nil
}

func notInTable(g env.Game, s env.State) error {
	return fmt.Errorf("solve: the table of %s does not have the position\n%s", g.Spec().Name, s)
}

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
