package run

// Spent returns the seconds that each iteration took, by its session's clock,
// which begins anew when a run is resumed.
func Spent(all []Metric) []float64 {
	seconds := make([]float64, len(all))
	last := 0.0
	for i, m := range all {
		if m.Seconds < last {
			last = 0
		}
		seconds[i], last = m.Seconds-last, m.Seconds
	}
	return seconds
}
