package watch

import (
	"math"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/stat"
)

// opponents returns whom the network met, in order of appearance.
func (r *Curves) opponents() (names []string) {
	for _, m := range r.Points {
		for _, s := range m.Standings {
			if !slices.Contains(names, s.Opponent) {
				names = append(names, s.Opponent)
			}
		}
	}
	return names
}

// strength is a score in every iteration that measured it, with its interval.
type strength struct{ score, low, high []float64 }

// against returns the strength in a role against an opponent.
func (r *Curves) against(opponent string, role env.Player) strength {
	n := len(r.Points)
	s := strength{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i, m := range r.Points {
		s.score[i], s.low[i], s.high[i] = math.NaN(), math.NaN(), math.NaN()
		k := slices.IndexFunc(m.Standings, func(st arena.Standing) bool { return st.Opponent == opponent })
		if k >= 0 {
			score := m.Standings[k].Roles[role]
			s.score[i] = score.Mean()
			s.low[i], s.high[i] = score.Interval()
		}
	}
	return s
}

// elo returns the strength as a difference in Elo, where a score has one: not
// where every game was won or lost.
func (s strength) elo() strength {
	difference := func(scores []float64) []float64 {
		out := make([]float64, len(scores))
		for i, v := range scores {
			out[i] = stat.Elo(v) // NaN stays
		}
		return out
	}
	e := strength{difference(s.score), difference(s.low), difference(s.high)}
	for i, v := range e.score {
		if math.IsInf(v, 0) {
			e.score[i] = math.NaN()
		}
	}
	return e
}
