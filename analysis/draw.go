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
	most, sum := 0.0, 0.0
	weights := make([]float64, len(moves))
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
	lot := rng.Float64() * sum
	for i, w := range weights {
		if lot -= w; lot < 0 {
			return moves[i].Action
		}
	}
	return moves[0].Action
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
