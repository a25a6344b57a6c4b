package env

// Gauged is a Placing game that finds small numbers in a position, its gauges, which its rules
// turn on and single pieces on their squares do not show: how far a king has to go, how many
// men may be captured. What each of them is worth is for an evaluation to learn.
type Gauged interface {
	Placing
	// Gauges returns what is counted: the same in all positions, MaxGauges at most.
	Gauges() []Gauge
	// Gauge sets dst[p][i] to what gauge i counts of player p.
	//
	// Law: it is Most of the gauge at most, equal for positions with equal keys and for both
	// players to move, and the same after a symmetry of the game.
	Gauge(s State, dst *[2][MaxGauges]uint8)
}

// MaxGauges bounds the gauges of a game.
const MaxGauges = 16

// Gauge is something that is counted.
type Gauge struct {
	Name string
	Most int // a larger number counts as this one
}
