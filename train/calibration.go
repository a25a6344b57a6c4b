package train

import "math"

// Calibration compares the values that the search gave to the positions of an
// iteration with what the mover then scored. Both are counted in points of a
// game, 0 to 1. Games that were cut off or resigned do not count, nor those in
// which a side had a handicap.
type Calibration struct {
	Games     int   `json:"games"`
	Positions int   `json:"positions"`
	Bins      []Bin `json:"bins,omitempty"` // by what the search said, tenths of [0, 1]; empty ones left out

	// Error is the expected calibration error (Naeini et al. 2015): the mean
	// distance in a bin of what was said and what came, by positions.
	Error float64 `json:"error"`
	// Brier is the mean squared error of the values, Constant that of always
	// forecasting the mean (Brier 1950).
	Brier    float64 `json:"brier"`
	Constant float64 `json:"constant"`
	// Excess is by how much those whom the search preferred scored less than it
	// said: above 0 it is too sure.
	Excess float64 `json:"excess"`
	// Guess is the cross-entropy of always forecasting the share of wins, draws
	// and losses, nats: what a value head must beat.
	Guess float64 `json:"guess"`
}

// Bin is a tenth of the scale.
type Bin struct {
	Positions int     `json:"positions"`
	Said      float64 `json:"said"` // mean
	Came      float64 `json:"came"` // mean
}

const bins = 10

// forecasts gathers values and outcomes.
type forecasts struct {
	games         int
	bins          [bins]Bin // sums
	n             int
	came, square  float64 // sums of what came and its square
	error, excess float64 // sums
	results       [3]int  // lost, drawn, won
}

// judge compares values of one player with his outcome, all in [-1, 1].
func (f *forecasts) judge(values []float64, outcome float64) {
	came := (1 + outcome) / 2
	for _, v := range values {
		said := (1 + min(1, max(-1, v))) / 2
		b := &f.bins[min(bins-1, int(said*bins))]
		b.Positions++
		b.Said += said
		b.Came += came
		f.n++
		f.came += came
		f.square += came * came
		f.error += (said - came) * (said - came)
		switch {
		case said > 0.5:
			f.excess += said - came
		case said < 0.5:
			f.excess += came - said
		}
		f.results[kind(outcome)]++
	}
}

// kind returns 0 for a loss, 1 for a draw, 2 for a win. A draw may have been
// worth something.
func kind(outcome float64) int {
	switch outcome {
	case -1:
		return 0
	case 1:
		return 2
	}
	return 1
}

// calibration returns the means; zeros where nothing was judged.
func (f *forecasts) calibration() Calibration {
	c := Calibration{Games: f.games, Positions: f.n}
	if f.n == 0 {
		return c
	}
	n := float64(f.n)
	for _, b := range f.bins {
		if b.Positions == 0 {
			continue
		}
		c.Error += math.Abs(b.Said-b.Came) / n
		b.Said /= float64(b.Positions)
		b.Came /= float64(b.Positions)
		c.Bins = append(c.Bins, b)
	}
	c.Brier, c.Excess = f.error/n, f.excess/n
	c.Constant = max(0, f.square/n-f.came*f.came/n/n)
	for _, r := range f.results {
		if p := float64(r) / n; p > 0 {
			c.Guess -= p * math.Log(p)
		}
	}
	return c
}
