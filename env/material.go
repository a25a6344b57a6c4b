package env

// Countable is a State whose men can be counted, so that games can show what
// each of them is worth.
type Countable interface {
	// Material returns how many men of each kind p has: the same kinds in the
	// same order in every position of the game, the unit in which others are
	// given first. Both players may name the same kinds, or each his own. What is
	// never lost before the end, as a king, is left out.
	Material(p Player) []Men
}

// Men is how many men of a kind a player has.
type Men struct {
	Kind  string // "pawn"
	Count int
}
