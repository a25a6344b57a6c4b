package env

// Paired is a Game whose positions are pairs of placements, so that they can be
// solved by whole rows. The error says why not, with these rules.
type Paired interface {
	Pairing() (Pairing, error)
}

// Pairing gives the rules of a game by placements: where all pieces of a player
// stand, as he sees the board. Both players have the same ones. It is immutable
// and safe for concurrent use.
//
// Laws. A position is a Pair, with either player to move: they are worth the
// same. A move changes the mover's placement, and then it is his opponent's turn,
// who is bound. Who has no move passes. The game is over, and who moved last has
// won, if his placement is a goal, or if neither player has a move. Endless play
// is a draw.
type Pairing interface {
	// Bound returns the game in which the mover is always bound. Its positions
	// are the pairs that are not Free.
	Bound() Game
	// Free reports whether pairs that are Free occur in this game.
	Free() bool
	// Len is above the numbers of all placements.
	Len() int
	// Squares returns the squares of a placement, as its owner sees them and as
	// his opponent does.
	Squares(placement int) (own, facing uint64)
	// Goal reports whether a player with this placement has won by his move.
	Goal(placement int) bool
	// Steps appends the moves from a placement that its other pieces allow.
	Steps(placement int, dst []Step) []Step
	// At returns a position without history in which First is to move. The two
	// placements have no square in common.
	At(p Pair) State
	// Of returns the pair that s is, if it is one.
	Of(s State) (p Pair, ok bool)
}

// Pair is a position: the placements of the mover and of his opponent.
type Pair struct {
	Mover, Other int
	Free         bool // the mover is not bound
}

// Step is a move of one piece. Squares are as the mover sees them.
type Step struct {
	To     int  // his placement afterwards
	Into   int  // it is legal only if no piece of the opponent's is here
	Over   int  // and one is here; -1: wherever
	Yields bool // a mover who is bound may make it only if he has no move that does not yield
}
