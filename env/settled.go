package env

// Settled is a Scored State that can play out what is about to happen anyway,
// such as an exchange of pieces, before it judges.
type Settled interface {
	// Settled returns Score(ToMove()) of an unfinished position once neither side
	// gains by going on: the result of a search over captures and the like, in
	// which a player may always stop. It is for the player to move, in [-1, 1].
	//
	// Law: with the window (-1, 1) the value is exact, equal for positions with
	// equal keys, and carried along by the symmetries of the game. With a narrower
	// one it is a bound on that value wherever it lies outside the window.
	Settled(alpha, beta float32) float32
}

// Adjudged is a State whose game may be decided at its length limit.
type Adjudged interface {
	// Adjudged reports that the game is over and that its winner was found by a
	// score at the length limit: he has not won as the rules of the game mean it.
	Adjudged() bool
}

// Recurrent is a State that can report that play repeats a position.
type Recurrent interface {
	// Recurs returns the result to which repeating this position leads, if it has
	// occurred before in this game, and Ongoing if it is new. A side that can bring a
	// position back once can do so again: a search may count the second
	// occurrence as it would the last.
	Recurs() Result
}
