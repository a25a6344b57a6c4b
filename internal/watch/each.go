package watch

import (
	"math"

	runs "ludens/internal/run"
	"ludens/train"
)

// each returns a number of every iteration.
func (r *Curves) each(value func(m runs.Metric) float64) []float64 {
	values := make([]float64, len(r.Points))
	for i, m := range r.Points {
		values[i] = value(m)
	}
	return values
}

// diagnosed is each for a number of the diagnosis, which an iteration of an
// older version does not have.
func (r *Curves) diagnosed(value func(d train.Diagnosis) float64) []float64 {
	return r.each(func(m runs.Metric) float64 {
		if m.Diagnosis.Endings == nil {
			return math.NaN()
		}
		return value(m.Diagnosis)
	})
}

// share returns how much of the games an iteration counted.
func (r *Curves) share(count func(g train.Games) int) []float64 {
	return r.each(func(m runs.Metric) float64 { return percentOf(count(m.Games), m.Games.Played) / 100 })
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
