package analysis

import (
	"math/rand/v2"

	"ludens/env"
)

// Whom people play against varies the opening: in its first VariedPlies plies, a
// move may be drawn from those that a search has found about as good as the best.
const (
	VariedPlies = 16

	// A search of a hundred simulations values moves that mirror each other 0.12
	// apart (Connect Four, the replies 3 and 5 to 4).
	nearlyEqual = 0.12 // in value, of which 2 part a win from a loss
	enoughLook  = 4    // the best move's visits may be so many times a move's own
)

// Vary returns the move to play in the opening of a game against a person: one
// of those nearly equal to the best, in proportion to their visits. moves are
// those of a search, the best first; a win that is certain is taken.
func Vary(moves []env.MoveStats, rng *rand.Rand) env.Action {
	best, sum := moves[0], 0
	equal := func(m env.MoveStats) bool {
		return best.Value < 1 && m.Visits*enoughLook >= best.Visits && m.Value >= best.Value-nearlyEqual
	}
	for _, m := range moves {
		if equal(m) {
			sum += m.Visits
		}
	}
	if sum == 0 {
		return best.Action
	}
	lot := rng.IntN(sum)
	for _, m := range moves {
		if !equal(m) {
			continue
		}
		if lot -= m.Visits; lot < 0 {
			return m.Action
		}
	}
	return best.Action
}
