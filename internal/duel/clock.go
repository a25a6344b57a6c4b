package duel

import (
	"fmt"
	"time"

	"ludens/env"
)

// Time is how long each player may think: Main for the game, and Increment more with
// each move. The zero value is a game without a clock.
type Time struct{ Main, Increment time.Duration }

// Bounds of a Time.
const (
	mostMain      = 3 * time.Hour
	mostIncrement = 3 * time.Minute
)

// Validate says what is wrong with t.
func (t Time) Validate() error {
	if t.Main < 0 || t.Main > mostMain || t.Increment < 0 || t.Increment > mostIncrement {
		return fmt.Errorf("a clock of %v and %v per move: want at most %v and %v", t.Main, t.Increment, mostMain, mostIncrement)
	}
	if t.Main == 0 && t.Increment > 0 {
		return fmt.Errorf("a clock of nothing but %v per move: want some minutes for the game, too", t.Increment)
	}
	return nil
}

// freePlies are played before the clock starts: one move of each player.
const freePlies = 2

// clock is what both have left. It runs for the player to move.
type clock struct {
	Time
	left  [2]time.Duration // at since
	since time.Time        // the last move
}

func newClock(t Time) clock { return clock{Time: t, left: [2]time.Duration{t.Main, t.Main}} }

// runs reports whether the clock runs after that many plies of a game that is not over.
func (c *clock) runs(ply int) bool { return c.Main > 0 && ply >= freePlies }

// leftOf returns what p has left; mover is whose clock runs.
func (c *clock) leftOf(p, mover env.Player, ply int, now time.Time) time.Duration {
	if p != mover || !c.runs(ply) {
		return c.left[p]
	}
	return c.left[p] - now.Sub(c.since)
}

// press ends the turn of the mover after that many plies.
func (c *clock) press(mover env.Player, ply int, now time.Time) {
	if c.runs(ply) {
		c.left[mover] = c.leftOf(mover, mover, ply, now) + c.Increment
	}
	c.since = now
}

// stop keeps what the mover has left.
func (c *clock) stop(mover env.Player, ply int, now time.Time) {
	c.left[mover] = max(0, c.leftOf(mover, mover, ply, now))
	c.since = now
}
