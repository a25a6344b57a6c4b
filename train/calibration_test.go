package train

import (
	"math"
	"math/rand/v2"
	"testing"
)

// near reports whether got is within a millionth of want.
func near(got, want float64) bool { return math.Abs(got-want) < 1e-6 }

func TestCalibrationOfKnownForecasts(t *testing.T) {
	ln := math.Log
	for _, test := range []struct {
		name  string
		games func(f *forecasts)
		want  Calibration // but for its bins and games
	}{
		{"nothing", func(*forecasts) {}, Calibration{}},
		{
			"sure and right",
			func(f *forecasts) { f.judge([]float64{1}, 1); f.judge([]float64{-1}, -1) },
			Calibration{Positions: 2, Constant: 0.25, Guess: ln(2)},
		},
		{
			"sure and half wrong",
			func(f *forecasts) { f.judge([]float64{1, -1}, 1); f.judge([]float64{1, -1}, -1) },
			Calibration{Positions: 4, Error: 0.5, Brier: 0.5, Constant: 0.25, Excess: 0.5, Guess: ln(2)},
		},
		{
			"three to one, as said",
			func(f *forecasts) { f.judge([]float64{0.5, 0.5, 0.5}, 1); f.judge([]float64{0.5}, -1) },
			Calibration{Positions: 4, Brier: 0.1875, Constant: 0.1875, Guess: -0.75*ln(0.75) - 0.25*ln(0.25)},
		},
		{
			"too modest",
			func(f *forecasts) { f.judge([]float64{0.2}, 1); f.judge([]float64{-0.2}, -1) },
			Calibration{Positions: 2, Error: 0.4, Brier: 0.16, Constant: 0.25, Excess: -0.4, Guess: ln(2)},
		},
		{
			"draws foreseen",
			func(f *forecasts) { f.judge([]float64{0, 0}, 0) },
			Calibration{Positions: 2},
		},
		{
			"a draw that is worth something",
			func(f *forecasts) { f.judge([]float64{0.5}, 0.5) },
			Calibration{Positions: 1},
		},
		{
			"a win, a draw and a loss",
			func(f *forecasts) { f.judge([]float64{1}, 1); f.judge([]float64{0}, 0); f.judge([]float64{-1}, -1) },
			Calibration{Positions: 3, Constant: 1.0 / 6, Guess: ln(3)},
		},
		{
			"half won, half drawn",
			func(f *forecasts) { f.judge([]float64{0.5, 0.5}, 1); f.judge([]float64{0.5, 0.5}, 0) },
			Calibration{Positions: 4, Brier: 0.0625, Constant: 0.0625, Guess: ln(2)},
		},
		{
			"no opinion is neither too sure nor too modest",
			func(f *forecasts) { f.judge([]float64{0, 0, 0}, 1); f.judge([]float64{0}, -1) },
			Calibration{Positions: 4, Error: 0.25, Brier: 0.25, Constant: 0.1875, Guess: -0.75*ln(0.75) - 0.25*ln(0.25)},
		},
		{
			"values beyond the scale",
			func(f *forecasts) { f.judge([]float64{1.5}, 1); f.judge([]float64{-1.5}, 1) },
			Calibration{Positions: 2, Error: 0.5, Brier: 0.5, Excess: 0.5},
		},
	} {
		var f forecasts
		test.games(&f)
		got, want := f.calibration(), test.want
		if got.Positions != want.Positions || !near(got.Error, want.Error) || !near(got.Brier, want.Brier) ||
			!near(got.Constant, want.Constant) || !near(got.Excess, want.Excess) || !near(got.Guess, want.Guess) {
			t.Errorf("%s:\n got %+v\nwant %+v", test.name, got, want)
		}
	}
}

// Forecasts that are right on average in each bin have next to no error; the same
// pushed away from the middle are found to be too sure by as much.
func TestCalibrationOfManyForecasts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var right, sure forecasts
	for range 100_000 {
		chance := 0.3 + 0.4*rng.Float64()
		outcome := -1.0
		if rng.Float64() < chance {
			outcome = 1
		}
		right.judge([]float64{2*chance - 1}, outcome)
		push := math.Copysign(0.2, chance-0.5)
		sure.judge([]float64{2*(chance+push) - 1}, outcome)
	}
	if c := right.calibration(); c.Error > 0.01 || math.Abs(c.Excess) > 0.01 || len(c.Bins) != 4 {
		t.Errorf("honest forecasts: error %.3f, excess %.3f, %d bins, want 0, 0 and 4", c.Error, c.Excess, len(c.Bins))
	}
	if c := sure.calibration(); math.Abs(c.Error-0.2) > 0.01 || math.Abs(c.Excess-0.2) > 0.01 {
		t.Errorf("forecasts 20 points too sure: error %.3f, excess %.3f", c.Error, c.Excess)
	}
}

// The bins are tenths of the scale, each with the means of its own: what is said
// on a border belongs to the bin above, and all that is sure to the last.
func TestCalibrationBins(t *testing.T) {
	var f forecasts
	f.games = 2
	f.judge([]float64{-1, -0.875, -0.5, 0, 0.125, 1}, 1) // said 0, 0.0625, 0.25, 0.5, 0.5625, 1
	f.judge([]float64{-0.5}, -1)
	c := f.calibration()
	want := []Bin{{2, 0.03125, 1}, {2, 0.25, 0.5}, {2, 0.53125, 1}, {1, 1, 1}}
	if c.Games != 2 || len(c.Bins) != len(want) {
		t.Fatalf("%d games, bins %+v, want 2 and %+v", c.Games, c.Bins, want)
	}
	for i, b := range c.Bins {
		if b.Positions != want[i].Positions || !near(b.Said, want[i].Said) || !near(b.Came, want[i].Came) {
			t.Errorf("bin %d: got %+v, want %+v", i, b, want[i])
		}
	}
	if want := (2*0.96875 + 2*0.25 + 2*0.46875) / 7; !near(c.Error, want) {
		t.Errorf("error %v, want %v", c.Error, want)
	}
}
