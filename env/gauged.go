package env

// Gauged is a Placing game that finds small numbers in a position, its gauges, on which its rules
// turn and which single pieces on their squares do not show: how far a king has to go, how many
// men may be captured. What each of them is worth is for an evaluation to learn.
type Gauged interface {
	Placing
	// Gauges returns what is counted, the same for all positions: MaxGauges at most, or nothing.
	Gauges() []Gauge
	// Gauge sets dst[p][i], which are 0, to what gauge i counts of player p.
	//
	// Law: no number is larger than Most of its gauge; it follows from the position's Key, and a
	// symmetry of the game keeps it.
	Gauge(s State, dst *[2][MaxGauges]uint8)
}

// MaxGauges bounds the gauges of a game.
const MaxGauges = 16

// Gauge is something that is counted.
type Gauge struct {
	Name string
	Most int // larger numbers are this one
}
