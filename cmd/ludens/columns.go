package main

import (
	"math"
	"slices"
	"strconv"

	"ludens/arena"
	"ludens/env"
	runs "ludens/internal/run"
	"ludens/stat"
	"ludens/train"
)

// column is one number of every iteration; NaN where it was not measured.
type column struct {
	name   string
	values []float64
}

// number writes a value for a table; nothing for one that was not measured.
func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 8, 64)
}

// each returns a number of every iteration.
func (r *curves) each(value func(m runs.Metric) float64) []float64 {
	values := make([]float64, len(r.points))
	for i, m := range r.points {
		values[i] = value(m)
	}
	return values
}

// diagnosed is each for a number of the diagnosis, which an iteration of an
// older version does not have.
func (r *curves) diagnosed(value func(d train.Diagnosis) float64) []float64 {
	return r.each(func(m runs.Metric) float64 {
		if m.Diagnosis.Endings == nil {
			return math.NaN()
		}
		return value(m.Diagnosis)
	})
}

// share returns how much of the games an iteration counted.
func (r *curves) share(count func(g train.Games) int) []float64 {
	return r.each(func(m runs.Metric) float64 { return percentOf(count(m.Games), m.Games.Played) / 100 })
}

// hours returns how long the run had taken.
func (r *curves) hours() []float64 {
	sum, hours := 0.0, make([]float64, len(r.seconds))
	for i, s := range r.seconds {
		sum += s
		hours[i] = sum / 3600
	}
	return hours
}

// opponents returns whom the network met, in order of appearance.
func (r *curves) opponents() (names []string) {
	for _, m := range r.points {
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
func (r *curves) against(opponent string, role env.Player) strength {
	n := len(r.points)
	s := strength{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i, m := range r.points {
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

// columns are the numbers of a table.
func (r *curves) columns() []column {
	it := func(name string, value func(m runs.Metric) float64) column { return column{name, r.each(value)} }
	dx := func(name string, value func(d train.Diagnosis) float64) column {
		return column{name, r.diagnosed(value)}
	}
	all := []column{
		it("iteration", func(m runs.Metric) float64 { return float64(m.At.Iteration) }),
		{"hours", r.hours()},
		it("games", func(m runs.Metric) float64 { return float64(m.At.Games) }),
		it("positions", func(m runs.Metric) float64 { return float64(m.At.Positions) }),
		it("steps", func(m runs.Metric) float64 { return float64(m.At.Steps) }),
		it("learning_rate", func(m runs.Metric) float64 { return float64(m.Rate) }),
		it("policy_loss", func(m runs.Metric) float64 { return m.Losses.Policy }),
		it("value_loss", func(m runs.Metric) float64 { return m.Losses.Value }),
		it("score_loss", func(m runs.Metric) float64 { return m.Losses.Score }),
		it("network_entropy", func(m runs.Metric) float64 { return m.Losses.Entropy }),
		it("gradient", func(m runs.Metric) float64 { return m.Losses.Gradient }),
		it("clipped_steps", func(m runs.Metric) float64 { return percentOf(m.Losses.Clipped, m.Losses.Steps) / 100 }),
		{"first_wins", r.share(func(g train.Games) int { return g.FirstWins })},
		{"second_wins", r.share(func(g train.Games) int { return g.SecondWins })},
		{"drawn", r.share(func(g train.Games) int { return g.Drawn })},
		{"cut_off", r.share(func(g train.Games) int { return g.Truncated })},
		{"duplicates", r.share(func(g train.Games) int { return g.Duplicates })},
		it("mean_plies", func(m runs.Metric) float64 { return m.Games.MeanPlies }),
		dx("median_plies", func(d train.Diagnosis) float64 { return float64(d.Quartiles[1]) }),
		dx("opening_entropy", func(d train.Diagnosis) float64 { return d.OpeningEntropy }),
		dx("search_entropy", func(d train.Diagnosis) float64 { return d.Policy.Target }),
		dx("even_entropy", func(d train.Diagnosis) float64 { return d.Policy.Even }),
		dx("policy_gap", func(d train.Diagnosis) float64 { return d.Policy.Gap }),
		dx("calibration_error", func(d train.Diagnosis) float64 { return d.Value.Error }),
		dx("brier", func(d train.Diagnosis) float64 { return d.Value.Brier }),
		dx("brier_of_constant", func(d train.Diagnosis) float64 { return d.Value.Constant }),
		dx("too_sure", func(d train.Diagnosis) float64 { return d.Value.Excess }),
		dx("window_age", func(d train.Diagnosis) float64 { return d.Age }),
	}
	for _, opponent := range r.opponents() {
		for _, role := range []env.Player{env.First, env.Second} {
			s := r.against(opponent, role)
			name := r.roles[role] + " against " + opponent
			all = append(all, column{name, s.score}, column{name + ", low", s.low}, column{name + ", high", s.high})
		}
	}
	return all
}
