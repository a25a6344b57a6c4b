package analysis

import (
	"math/rand/v2"

	"ludens/env"
)

// An agent varies its openings in the first VariedPlies plies of a game: it plays one of
// the moves that lose little by its own estimate. A move loses little if its value is at
// most Window below the best, of 2 that part a win from a loss, and its share of the
// policy at least 1/Rarest of the largest.
const (
	VariedPlies = 16

	// A search of a hundred simulations values moves that mirror each other 0.12
	// apart (Connect Four, the replies 3 and 5 to 4).
	Window = 0.12
	Rarest = 4
)

// Vary returns the move to play in a varied opening: one of those that lose little, in
// proportion to their share of the policy. moves are those of a search, the best first; a
// win that is certain is taken, and what the policy has no share for, such as a move that
// is proven to lose, is never played.
func Vary(moves []env.MoveStats, rng *rand.Rand) env.Action {
	best, most, sum := moves[0], float32(0), float32(0)
	for _, m := range moves {
		most = max(most, m.Policy)
	}
	little := func(m env.MoveStats) bool {
		return best.Value < 1 && m.Policy > 0 && m.Policy*Rarest >= most && m.Value >= best.Value-Window
	}
	for _, m := range moves {
		if little(m) {
			sum += m.Policy
		}
	}
	lot, last := rng.Float32()*sum, best.Action
	for _, m := range moves {
		if !little(m) {
			continue
		}
		if last = m.Action; lot < m.Policy {
			break
		}
		lot -= m.Policy
	}
	return last
}
