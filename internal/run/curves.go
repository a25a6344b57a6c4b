package run

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	"ludens/stat"
	"ludens/train"
)

// Curves are the numbers of a run.
type Curves struct {
	Dir    string
	Config configs.Run
	Roles  [2]string
	Points []Metric         // by iteration, one at least
	Final  []arena.Standing // of the finished run; nil: not measured

	seconds []float64 // that each iteration took
}

// readCurves reads the numbers of the run in a folder, which may be in progress.
func readCurves(dir string) (*Curves, error) {
	r, config, game, err := LookAt(dir)
	if err != nil {
		return nil, err
	}
	points, err := r.Metrics()
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("%s has no finished iteration yet: nothing to plot", dir)
	}
	c := &Curves{Dir: dir, Config: config, Roles: game.Spec().Roles, Points: points, seconds: Spent(points)}
	if f := r.Final(); f != nil {
		c.Final = f.Standings
	}
	return c, nil
}

// each returns a number of every iteration.
func (r *Curves) each(value func(m Metric) float64) []float64 {
	values := make([]float64, len(r.Points))
	for i, m := range r.Points {
		values[i] = value(m)
	}
	return values
}

// diagnosed is each for a number of the diagnosis, which an iteration of an
// older version does not have.
func (r *Curves) diagnosed(value func(d train.Diagnosis) float64) []float64 {
	return r.each(func(m Metric) float64 {
		if m.Diagnosis.Endings == nil {
			return math.NaN()
		}
		return value(m.Diagnosis)
	})
}

// share returns how much of the games an iteration counted.
func (r *Curves) share(count func(g train.Games) int) []float64 {
	return r.each(func(m Metric) float64 { return percentOf(count(m.Games), m.Games.Played) / 100 })
}

// hours returns how long the run had taken.
func (r *Curves) hours() []float64 {
	sum, hours := 0.0, make([]float64, len(r.seconds))
	for i, s := range r.seconds {
		sum += s
		hours[i] = sum / 3600
	}
	return hours
}

func percentOf(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

// endingName returns who won and how, in the game's words: "attackers: the king
// is taken".
func endingName(roles [2]string, e train.Ending) string {
	switch e.Result {
	case env.FirstWins.String():
		return strings.TrimSuffix(roles[env.First]+": "+e.By, ": ")
	case env.SecondWins.String():
		return strings.TrimSuffix(roles[env.Second]+": "+e.By, ": ")
	case env.Drawn.String():
		return strings.TrimSuffix("drawn: "+e.By, ": ")
	}
	return e.By
}

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
	return r.scored(opponent, func(st arena.Standing) arena.Score { return st.Roles[role] })
}

// scored returns the strength against an opponent, by a score of each standing.
func (r *Curves) scored(opponent string, of func(st arena.Standing) arena.Score) strength {
	n := len(r.Points)
	s := strength{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i, m := range r.Points {
		s.score[i], s.low[i], s.high[i] = math.NaN(), math.NaN(), math.NaN()
		k := slices.IndexFunc(m.Standings, func(st arena.Standing) bool { return st.Opponent == opponent })
		if k >= 0 {
			score := of(m.Standings[k])
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
