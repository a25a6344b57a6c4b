package analysis

import (
	"math"
	"math/rand/v2"

	"ludens/env"
)

// Draw returns a move drawn in proportion to
//
//	(N + P)^(1/temperature)
//
// with N the visits of a move and P its prior: the choice of Silver et al. 2018,
// which has no P. With it, moves that a short search never visited can be drawn too.
// A search stops where it has proved a win, perhaps before any visit: a win that is
// certain (value 1) counts as all visits then, one at least, and what is less certain
// as none. moves are those of a search, the best first; with temperature 0
// that is taken.
func Draw(moves []env.MoveStats, temperature float64, rng *rand.Rand) env.Action {
	if temperature == 0 {
		return moves[0].Action
	}
	weights, sum := drawWeights(moves, temperature)
	lot := rng.Float64() * sum
	for i, w := range weights {
		if lot -= w; lot < 0 {
			return moves[i].Action
		}
	}
	return moves[0].Action
}

// DrawChances returns the probability with which Draw returns each of the moves.
func DrawChances(moves []env.MoveStats, temperature float64) []float64 {
	if temperature == 0 {
		all := make([]float64, len(moves))
		all[0] = 1
		return all
	}
	all, sum := drawWeights(moves, temperature)
	for i := range all {
		all[i] /= sum
	}
	return all
}

// drawWeights returns what Draw draws moves in proportion to, and the sum.
func drawWeights(moves []env.MoveStats, temperature float64) (weights []float64, sum float64) {
	most := 0.0
	weights = make([]float64, len(moves))
	visits := certain(moves)
	for i, m := range moves {
		weights[i] = visits(m) + float64(m.Prior)
		most = max(most, weights[i])
	}
	for i, w := range weights {
		weights[i] = math.Pow(w/most, 1/temperature)
		if most == 0 {
			weights[i] = 1
		}
		sum += weights[i]
	}
	return weights, sum
}

// certain returns what the visits of moves count for, given what is certain of them.
func certain(moves []env.MoveStats) func(m env.MoveStats) float64 {
	best, all := moves[0], 0 // an unvisited move has the position's value: that of another
	for _, m := range moves {
		all += m.Visits
	}
	return func(m env.MoveStats) float64 {
		switch {
		case best.Value == 1 && m.Value == 1 && (m.Visits > 0 || m.Action == best.Action):
			return float64(max(1, all))
		case best.Value == 1, best.Value > -1 && m.Value == -1:
			return 0
		}
		return float64(m.Visits)
	}
}

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
