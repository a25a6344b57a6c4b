package analysis

import "ludens/env"

// Even is how much less than half of the points a side may expect of a start that counts
// as even.
const Even = 0.05

// Seat returns the side for a person who has not chosen one: the first, unless the start
// is better for the second. value is that of the start for the first player, in [-1, 1].
func Seat(value float32) env.Player {
	if points := (1 + value) / 2; points < 0.5-Even {
		return env.Second
	}
	return env.First
}
