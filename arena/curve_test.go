package arena

import (
	"math"
	"math/rand/v2"
	"testing"

	"ludens/stat"
)

// doublings are log2 of 16, 64, 256 and 1024 simulations.
var doublings = []float64{4, 6, 8, 10}

// Intervals of the slope, of the line where games were played and of the line beyond the
// strongest budget cover the truth in 95 of 100 studies, also where a side hardly wins
// and where half of the games are drawn. Read on the percent scale instead, the
// extrapolation misses where the curve flattens.
func TestCurveCovers(t *testing.T) {
	for _, test := range []struct {
		name         string
		level, slope float64 // log-odds at 256 simulations, and for each doubling
		draws        float64
		games        int
	}{
		{"level", 0, 0, 0.3, 200},
		{"falls", -0.1, -0.1, 0.3, 400},
		{"drawish", 0.2, 0.15, 0.6, 400},
		{"hardly a win", -3.5, -0.3, 0, 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 5))
			const studies = 2000
			truth := func(x float64) float64 { return stat.Sigmoid(test.level + test.slope*(x-8)) }
			at := []float64{4, 10, 11, 12} // measured, the strongest, and extrapolated
			covered, slopes, percent := make([]int, len(at)), 0, 0
			for range studies {
				var scores []Score
				for _, x := range doublings {
					m := truth(x)
					scores = append(scores, tossed(rng, m, min(test.draws, 1.8*min(m, 1-m)), test.games))
				}
				c, ok := CurveOf(doublings, scores)
				if !ok {
					t.Fatal("no curve")
				}
				if within(c.Slope, test.slope) {
					slopes++
				}
				for i, x := range at {
					if within(c.At(x), truth(x)) {
						covered[i]++
					}
				}
				if within(percentLine(doublings, scores, 12), truth(12)) {
					percent++
				}
			}
			rates := []float64{float64(slopes) / studies}
			for _, n := range covered {
				rates = append(rates, float64(n)/studies)
			}
			for i, rate := range rates {
				if rate < 0.935 || rate > 0.98 {
					t.Errorf("interval %d covers %.3f, want about 0.95", i, rate)
				}
			}
			t.Logf("slope %.3f, line at 16, 1024, 2048 and 4096: %.3f; at 4096 on the percent scale %.3f", rates[0], rates[1:], float64(percent)/studies)
			if rate := float64(percent) / studies; test.name == "hardly a win" && rate > 0.9 {
				t.Errorf("a line on the percent scale covers %.3f: the control shows nothing", rate)
			}
		})
	}
}

// percentLine is the control: least squares of the scores themselves, weighted by what
// their games say.
func percentLine(x []float64, scores []Score, at float64) Measure {
	var w, wx, wy, wxx, wxy float64
	for i, s := range scores {
		v := float64(s.Games()) / s.variance()
		w, wx, wy, wxx, wxy = w+v, wx+v*x[i], wy+v*s.Mean(), wxx+v*x[i]*x[i], wxy+v*x[i]*s.Mean()
	}
	det := w*wxx - wx*wx
	slope := (w*wxy - wx*wy) / det
	return normal((wy-slope*wx)/w+slope*at, math.Sqrt((wxx-2*at*wx+at*at*w)/det))
}

// A curve that is no line says so: a score that rises and then stays.
func TestBentCurve(t *testing.T) {
	scores := []Score{{Wins: 200, Losses: 800}, {Wins: 600, Losses: 400}, {Wins: 650, Losses: 350}, {Wins: 640, Losses: 360}}
	c, ok := CurveOf(doublings, scores)
	if !ok || !c.Bent() || c.Freedom != 2 {
		t.Errorf("%+v, %v: want a lack of fit", c, ok)
	}
	for i := range scores {
		scores[i] = Score{Wins: 400 + 50*i, Losses: 600 - 50*i}
	}
	if c, _ := CurveOf(doublings, scores); c.Bent() || c.Lack < 0.9 {
		t.Errorf("%+v: it is a line", c)
	}
}

func TestCurveOfLittle(t *testing.T) {
	for _, scores := range [][]Score{{{Wins: 5}, {}}, {{}, {}}, {}, {{Wins: 3}}} {
		if c, ok := CurveOf(doublings[:len(scores)], scores); ok {
			t.Errorf("%v: a curve %+v", scores, c)
		}
	}
	if _, ok := CurveOf([]float64{4, 4}, []Score{{Wins: 5}, {Wins: 6}}); ok {
		t.Error("two equal strengths have a curve")
	}
	// Two strengths are on a line, whatever they are; all won is no certainty.
	c, ok := CurveOf([]float64{4, 6}, []Score{{Wins: 20}, {Wins: 20}})
	if !ok || c.Freedom != 0 || c.Bent() {
		t.Errorf("%+v, %v", c, ok)
	}
	if m := c.At(8); m.Value < 0.9 || m.High > 1 || m.Low > 0.9 || math.IsNaN(m.Low) {
		t.Errorf("beyond games that were all won: %+v", m)
	}
}

func TestShift(t *testing.T) {
	if got := Shift(Measure{math.Log(3), 0, 50}); math.Abs(got.Value-0.25) > 1e-12 || got.Low != 0 || got.High != 0.5 {
		t.Errorf("%+v, want 0.25, 0 and 0.5", got)
	}
}
