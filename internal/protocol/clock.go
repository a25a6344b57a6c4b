package protocol

import "time"

// clock is what a player knows of his time.
type clock struct {
	left      time.Duration // until the next control; 0: unknown
	increment time.Duration // for each move
	moves     int           // until the next control; 0: it is for the rest of the game
}

// allot returns the time for the next move: an even share of what is left for
// the moves to come, thirty of them if their number is unknown, and most of the
// increment; never more than half of what is left, or nine tenths for the last
// move of a control, and always less by the time that a message may take.
func (c clock) allot() time.Duration {
	moves := c.moves
	if moves <= 0 || moves > usualMoves {
		moves = usualMoves
	}
	share := c.left/time.Duration(moves) + c.increment*4/5
	most := c.left / 2
	if moves == 1 {
		most = c.left * 9 / 10
	}
	share = min(share, most)
	return max(share-lag, min(c.left/4, leastTime), 1)
}

const (
	usualMoves = 30
	lag        = 40 * time.Millisecond
	leastTime  = 10 * time.Millisecond
)
