package env

// Arrayed is a Game that draws its start, the array, from a numbered list.
type Arrayed interface {
	// ArrayOption names the option that fixes the array. Law: the game with that
	// option set to an ArrayText has this one start, whatever the seed.
	ArrayOption() string
	// ArrayCount returns how many arrays there are.
	ArrayCount() int
	// ArrayText writes array i, in [0, ArrayCount()), as ParseArray reads it. All
	// texts differ.
	ArrayText(i int) string
	// ParseArray returns the one text that ArrayText has for an array that
	// may be written otherwise. The error says what would be right.
	ParseArray(text string) (string, error)
}
