package stat

import "math"

// eloPerNat turns natural log-odds into Elo: odds of 10 are 400 Elo.
const eloPerNat = 400 / math.Ln10

// Elo returns the difference of strength with this expected score (Elo 1978):
//
//	400 log10(s / (1 - s))
//
// It is infinite at 0 and 1.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return eloPerNat * math.Log(score/(1-score))
}

// ScoreOf returns the expected score at an Elo difference.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Exp(-elo/eloPerNat)) }
