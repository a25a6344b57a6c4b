package env

// Tactical is a Scored State that knows of exchanges. Its Score counts what loud moves
// change, captures and promotions, and nothing else: while there are loud moves Score is
// not to be trusted, and a search plays them out before it judges (quiescence); the
// others, which are quiet, it may search less deeply.
//
// Law: no quiet move adds to the Score of its mover.
type Tactical interface {
	Scored
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
	// Skip gives the turn to the other player, though no rule allows it, and forgets
	// what could recur: a search that is well off even then need not look for the
	// mover's best move (the null move). It changes nothing and returns false where the
	// mover is pressed, or where to move may be worse than not to (zugzwang), or where it
	// leads to no position.
	Skip() bool
	// Settled returns Score(ToMove()) of an unfinished position once neither side
	// gains by going on: the result of a search over captures and the like, in
	// which a player may always stop. It is for the player to move, in [-1, 1].
	//
	// Law: with the window (-1, 1) the value is exact, equal for positions with
	// equal keys, and carried along by the symmetries of the game. With a narrower
	// one it is a bound on that value wherever it lies outside the window.
	Settled(alpha, beta float32) float32
}

// Recurrent is a State that can report that play repeats a position.
type Recurrent interface {
	// Recurs returns the result to which repeating this position leads, if it has
	// occurred before in this game, and Ongoing if it is new. A side that can bring a
	// position back once can do so again: a search may count the second
	// occurrence as it would the last.
	Recurs() Result
}
