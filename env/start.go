package env

import "math/rand/v2"

// Startable is a Game that knows other positions to begin from than its own
// start: with men missing, with few men, near the end. They are for learning:
// New never returns one.
type Startable interface {
	Notated
	// Starts names the kinds of positions: "odds", "endgame".
	Starts() []string
	// Start draws a position of a kind from rng. level, in [0, 1], says how hard
	// it may be: 0 is the easiest that the kind has, 1 all of it.
	//
	// Law: the position is unfinished, has no history, and ParsePosition of its
	// text returns an equal one. Equal states of rng give equal positions.
	Start(kind string, level float64, rng *rand.Rand) State
}
