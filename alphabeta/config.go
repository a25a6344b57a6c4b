package alphabeta

import (
	"fmt"

	"ludens/env"
)

// MaxDepth is the deepest search there is.
const MaxDepth = 64

// Config is how an Agent searches. The zero value of each switch is the plain
// search, whose value is that of minimax to the same depth, exactly.
type Config struct {
	Depth int // plies, 1 to MaxDepth

	// Nodes ends a search before it looks at more positions, once it is a ply deep; 0: no
	// limit. Unlike a limit of time it makes equal searches of equal positions.
	Nodes int

	// Megabytes the table may grow to; 0: DefaultMegabytes. It begins small, so
	// that short searches do not pay for it.
	Megabytes int

	// Quiescence plays loud moves out before a leaf is judged, in games that know
	// them (env.Tactical).
	Quiescence bool
	// Deeper lets the table answer with what a deeper search has found, in games
	// that know their loud moves: elsewhere a score may favour who moved last, and
	// those of even and odd depths do not compare.
	Deeper bool
	// Reductions searches late quiet moves less deeply, in games that know which
	// those are.
	Reductions bool
	// NullMove lets the mover skip his turn where he is well off, in games that
	// can imagine it (env.Tactical).
	NullMove bool
	// Pruning leaves out, one ply before the leaves, quiet moves that cannot
	// raise the score enough, and, in the quiescence, losing captures.
	Pruning bool

	// Twofold counts a position that has occurred before, in the game or in the line that is
	// searched, as what repeating it leads to (env.Recurrent).
	Twofold bool
	// Unfinished lets the depth at which a limit stops the search choose, too: a move that it
	// found to be better is better.
	Unfinished bool

	// Remembered keeps in the table what the quiescence finds, too, and tries that first.
	Remembered bool

	// Exchanges ranks loud moves by what the exchange brings, in games that know it
	// (env.Exchanging), searches those that lose less deeply, and leaves out near the leaves moves
	// that lose much by it.
	Exchanges bool
	// Replies ranks quiet moves by what they have been after the move before, too, learns faster
	// from what cuts, and reduces by it, in games that know their loud moves.
	Replies bool
	// Unguided searches a ply less deeply where the table knows no move, in games that know
	// their loud moves (internal iterative reduction).
	Unguided bool

	// Corrected adds to an Evaluation that is Shaping what the search has found it to be wrong by
	// in positions of the same shapes. It counts with Margins.
	Corrected bool

	// Evaluation, if not nil, evaluates unfinished positions in place of the game's score.
	Evaluation Evaluation
	// Margins prunes by what quiet moves are likely to change in an Evaluation, which a score
	// does not see at all: 1 by what they change at most (margin.go), less by that share of it;
	// 0 does not.
	Margins float32
}

// Evaluation evaluates positions.
type Evaluation interface {
	// Evaluate returns the logit of the probability that the mover of an unfinished
	// position wins. Law: it depends on the Key of the position alone.
	Evaluate(s env.State) float32
}

// Bounding is an Evaluation that takes less time where a bound is enough.
type Bounding interface {
	Evaluation
	// Within returns what Evaluate does or, where that is likely to be at least high or at
	// most low, a number that is. A search uses it with Margins.
	Within(s env.State, low, high float32) float32
}

// maxMargins is the largest Margins: nearly nothing is left out.
const maxMargins = 16

// DefaultMegabytes is the size that a table may grow to by default.
const DefaultMegabytes = 32

// Strong returns the strongest search to a depth.
func Strong(depth int) Config {
	return Config{Depth: depth, Quiescence: true, Deeper: true, Reductions: true, NullMove: true, Pruning: true}
}

// Learned returns the strongest search to a depth with a learned evaluation.
func Learned(depth int, e Evaluation) Config {
	c := Strong(depth)
	c.Evaluation, c.Margins = e, 1
	return c
}

// Played returns the search with a learned evaluation that plays best. Games to learn from are
// played by Learned, so that a run trains the same weights as before.
func Played(depth int, e Evaluation) Config {
	c := Learned(depth, e)
	c.Twofold, c.Unfinished, c.Remembered = true, true, true
	c.Exchanges, c.Replies, c.Unguided, c.Corrected = true, true, true, true
	c.Margins = playedMargins
	return c
}

// playedMargins is the share that scores best (docs/guide/evaluation.md, "Margins").
const playedMargins = 0.4

// Validate says what is wrong with c, or nil.
func (c Config) Validate() error {
	switch {
	case c.Depth < 1 || c.Depth > MaxDepth:
		return fmt.Errorf("alphabeta: depth %d, want 1 to %d", c.Depth, MaxDepth)
	case c.Nodes < 0:
		return fmt.Errorf("alphabeta: %d nodes, want 1 or more, or 0 for no limit", c.Nodes)
	case !(c.Margins >= 0 && c.Margins <= maxMargins):
		return fmt.Errorf("alphabeta: margins of %v, want 0 to %v", c.Margins, maxMargins)
	case c.Megabytes < 0 || c.Megabytes > 1<<16:
		return fmt.Errorf("alphabeta: table of %d MB, want 1 to %d, or 0 for %d", c.Megabytes, 1<<16, DefaultMegabytes)
	}
	return nil
}
