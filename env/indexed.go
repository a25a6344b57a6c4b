package env

// Indexed is a Game whose positions can be numbered, so that all of them can be
// solved. The error says why not, with these rules.
type Indexed interface {
	Numbering() (Numbering, error)
}

// Numbering gives numbers to the positions of a game, history left out. It is
// immutable and safe for concurrent use.
//
// Law: Of(At(i)) = i. What a legal move makes of a numbered position has a
// number, too, unless the game is over then. Endless play is a draw.
type Numbering interface {
	// Len is above all numbers.
	Len() uint64
	// At returns position i without history, or nil if no position has that
	// number. It reuses dst if dst is a State of the same game.
	At(i uint64, dst State) State
	// Of returns the number of s, if it has one.
	Of(s State) (i uint64, ok bool)
}

// Endgames is a Game too large to be solved whose endgames can be numbered.
type Endgames interface {
	// Endgame numbers the positions with no more than the given men, in the
	// game's notation of its positions: "kd/aa". The error says what would be
	// right.
	Endgame(men string) (Numbering, error)
}
