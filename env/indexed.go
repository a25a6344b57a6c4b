package env

import "math/rand/v2"

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
//
// Positions that symmetries carry into each other may share a number: each is
// worth to its mover what At is to its own. Law: what a move makes of At has
// the same player to move as the position whose number it gets.
type Numbering interface {
	// Len is above all numbers.
	Len() uint64
	// At returns position i without history, or nil if no position has that
	// number. It reuses dst if dst is a State of the same game.
	At(i uint64, dst State) State
	// Of returns the number of s, if it has one.
	Of(s State) (i uint64, ok bool)
}

// Clocked is a Numbering of a game that is drawn after a number of plies without a
// zeroing move: one that starts the count again, as a capture does in chess.
type Clocked interface {
	// Limit returns after how many plies, below 255; 0: never.
	Limit() int
	// Stage returns where in the course of the game position i is. A move between
	// numbered positions is zeroing exactly if it changes the stage, and no play
	// leads back to a stage that was left.
	Stage(i uint64) uint64
}

// Ticking is a State that knows how many plies its clock has left.
type Ticking interface {
	// Left returns after how many plies the game will be drawn, if none of them is
	// zeroing. A game without a clock has ok = false.
	Left() (plies int, ok bool)
}

// Endgames is a Game too large to be solved whose endgames can be numbered.
type Endgames interface {
	// Endgame numbers the positions with no more than the given men, in the
	// game's own way of naming endgames: "kd/aa", "kq-kr". The error says what
	// would be right.
	Endgame(men string) (Endgame, error)
	// EndgameNames lists the endgames of that many men that are worth a look, as
	// Endgame takes them.
	EndgameNames(men int) []string
}

// Endgame is the numbering of an endgame: of the positions with all its men, and
// of those that play makes of them.
type Endgame interface {
	Numbering
	// Share returns how many positions with all the men have number i, which at
	// least one position must have; 0 if it has fewer men.
	Share(i uint64) int
	// Draw draws a position with all the men, either side to move. All positions
	// are equally likely. It returns nil if the draw hits none, and may reuse dst.
	Draw(r *rand.Rand, dst State) State
}
