package env

// Loud is a State whose Score counts what loud moves change, captures and
// promotions, and nothing else. While there are loud moves Score is not to be
// trusted, and a search plays them out before it judges (quiescence); the
// others, which are quiet, it may search less deeply.
//
// Law: no quiet move adds to the Score of its mover.
type Loud interface {
	// Loud appends the loud legal actions in increasing order; none once the game
	// is over.
	Loud(dst []Action) []Action
	// Gain returns how promising the loud action a is: the greater what it captures
	// the more, and then the smaller what captures. It is negative where a is
	// likely to cost more than it brings.
	Gain(a Action) int
	// Pressed reports that the mover must answer a threat, as a check: what the
	// position is worth shows only after a move, loud or quiet.
	Pressed() bool
}

// Skipping is a State whose mover can be imagined to let his turn go by, though
// no rule allows it. A search that is well off even then need not look for his
// best move (the null move).
type Skipping interface {
	// Skip gives the turn to the other player and forgets what could recur, or
	// changes nothing and returns false: where the mover is pressed, or where to
	// move may be worse than not to (zugzwang), or where it leads to no position.
	Skip() bool
}
