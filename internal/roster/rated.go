package roster

import (
	"slices"

	"ludens/stat"
)

// elos returns the ratings of levels, by their games against other agents: one scale for
// all of a game, random is 0. Who moved first is not known of each game, and it was each
// side as often: every game counts once from either side.
func elos(levels []Level) []float64 {
	if len(levels) == 0 {
		return nil
	}
	players := len(levels) + len(measuredAgainst)
	var records []stat.Record
	for i, l := range levels {
		for _, m := range l.Against {
			k := slices.Index(measuredAgainst, m.Opponent)
			if k < 0 {
				continue
			}
			opponent := len(levels) + k
			records = append(records,
				stat.Record{First: i, Second: opponent, Wins: m.Wins, Draws: m.Draws, Losses: m.Losses},
				stat.Record{First: opponent, Second: i, Wins: m.Losses, Draws: m.Draws, Losses: m.Wins})
		}
	}
	return stat.Rate(players, records, len(levels)+slices.Index(measuredAgainst, "random"), 0).Elo[:len(levels)]
}
