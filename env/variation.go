package env

// Variation is another way in which a game might have gone on. It leaves the line
// that it belongs to after After moves, counted from the start of the game, and
// replaces a move of it: After is smaller than the number of moves of that line.
type Variation struct {
	After int      `json:"after"`
	Moves []string `json:"moves"` // one at least
	// Comments by the number of moves of the game before the comment, from After on.
	Comments   map[int]string `json:"comments,omitempty"`
	Variations []Variation    `json:"variations,omitempty"` // of this line
}

// What readers take of variations at most. A study of a whole opening has some
// hundred.
const (
	MostVariedMoves   = 10_000 // moves in variations, in one game
	DeepestVariations = 32     // within each other
)
