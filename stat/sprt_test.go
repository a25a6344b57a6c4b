package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// run plays a test until it decides, or that many pairs.
func (t SPRT) run(rng *rand.Rand, truth outcomes, most int) Counts {
	c := make(Counts, len(truth))
	for n := 0; n < most; n++ {
		if !t.far(c, n) && t.Verdict(c) != Undecided {
			break
		}
		c[truth.draw(rng)]++
	}
	return c
}

// far tells, by the LLR to first order, that no verdict is near: it saves most
// of the time of a simulation.
func (t SPRT) far(c Counts, n int) bool {
	if n < 40 {
		return false
	}
	mean, square := c.Mean(), 0.0
	for i, k := range c {
		square += float64(k) * c.worth(i) * c.worth(i)
	}
	s0, s1 := ScoreOf(t.Elo0), ScoreOf(t.Elo1)
	llr := float64(n) * (s1 - s0) * (mean - (s0+s1)/2) / (square/float64(n) - mean*mean)
	lower, upper := t.Bounds()
	return llr > lower*0.8 && llr < upper*0.8
}

// runs returns how many simulated tests a case gets.
func runs(many int) int {
	if testing.Short() {
		return many / 10
	}
	return many
}

// slack is three standard errors of a rate p over n simulations.
func slack(p float64, n int) float64 { return 3 * math.Sqrt(p*(1-p)/float64(n)) }

func TestSPRTErrsAsOftenAsItSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, tt := range []struct {
		name  string
		test  SPRT
		truth outcomes
	}{
		{"sharp", SPRT{0, 60, 0.05, 0.05}, sharp},
		{"quiet", SPRT{0, 60, 0.05, 0.05}, quiet},
		{"drawish", SPRT{0, 40, 0.05, 0.05}, drawish},
		{"uneven errors", SPRT{-30, 30, 0.1, 0.02}, quiet},
	} {
		for h, elo := range []float64{tt.test.Elo0, tt.test.Elo1} {
			says := []float64{tt.test.Alpha, tt.test.Beta}[h]
			wrong, n := 0, runs(10_000)
			for range n {
				if v := tt.test.Verdict(tt.test.run(rng, tt.truth.shifted(ScoreOf(elo)), 1e6)); v != Verdict(h+1) {
					wrong++
				}
			}
			if rate := float64(wrong) / float64(n); rate > says+slack(says, n) {
				t.Errorf("%s, H%d true: wrong in %.3f, it says %v", tt.name, h, rate, says)
			}
		}
	}
}

// The estimate of a test that stopped itself covers the truth in 94 to 96 % and
// is too high as often as too low, where the plain one covers 90 %.
func TestEstimateOfAStoppedTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, tt := range []struct {
		name  string
		test  SPRT
		truth outcomes
		most  int
	}{
		{"H0 true", SPRT{0, 24, 0.05, 0.05}, sharp, 1e6},
		{"H1 true", SPRT{0, 24, 0.05, 0.05}, sharp.shifted(ScoreOf(24)), 1e6},
		{"between", SPRT{-12, 12, 0.05, 0.05}, quiet, 1e6},
		{"beyond", SPRT{0, 12, 0.05, 0.05}, quiet.shifted(ScoreOf(24)), 1e6},
		{"broken off at 300 pairs", SPRT{-12, 12, 0.05, 0.05}, quiet, 300},
	} {
		mean := tt.truth.mean()
		covered, plain, above, n := 0, 0, 0, runs(10_000)
		for range n {
			c := tt.test.run(rng, tt.truth, tt.most)
			// Low, Mean and High are where this passes 0.975, 0.5 and 0.025.
			says := tt.test.atMost(c, mean)
			if says >= 0.025 && says <= 0.975 {
				covered++
			}
			if says > 0.5 {
				above++
			}
			if low, high := c.Interval(); low <= mean && mean <= high {
				plain++
			}
		}
		rate, half := float64(covered)/float64(n), float64(above)/float64(n)
		extra := 0.0
		if testing.Short() {
			extra = slack(0.95, n)
		}
		t.Logf("%s: covers %.4f (the plain interval %.4f), too high in %.3f", tt.name, rate, float64(plain)/float64(n), half)
		if rate < 0.94-extra || rate > 0.96+extra {
			t.Errorf("%s: the interval covers %.4f, want 0.94 to 0.96", tt.name, rate)
		}
		if half < 0.45-extra || half > 0.55+extra {
			t.Errorf("%s: the estimate is too high in %.3f, want about a half", tt.name, half)
		}
	}
}

// Seen from the other side a test is another one: bounds and outcomes are mirrored, and what
// says at most as much is what says at least as much.
func TestStoppedTestFromTheOtherSide(t *testing.T) {
	for _, c := range []Counts{{40, 0, 20, 0, 41}, {9, 5, 60, 7, 3}, {0, 30, 50, 90, 45}, {200, 10, 4, 10, 150}} {
		for _, test := range []SPRT{{0, 24, 0.05, 0.05}, {-12, 12, 0.05, 0.05}, {0, 200, 0.1, 0.01}} {
			mirrored := slices.Clone(c)
			slices.Reverse(mirrored)
			other := SPRT{-test.Elo1, -test.Elo0, test.Beta, test.Alpha}
			for _, m := range []float64{0.3, 0.49, 0.5, 0.56} {
				if a, b := test.atMost(c, m), other.atMost(mirrored, 1-m); math.Abs(a+b-1) > 1e-6 {
					t.Errorf("%+v, %v, mean %v: %v, from the other side %v", test, c, m, a, b)
				}
			}
		}
	}
}

// A test of very few pairs is never too sure.
func TestEstimateOfAShortTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	test := SPRT{0, 200, 0.05, 0.05}
	for _, truth := range []outcomes{sharp, quiet, drawish, quiet.shifted(ScoreOf(200)), sharp.shifted(ScoreOf(600))} {
		covered, n := 0, 500
		for range n {
			if e := test.Estimate(test.run(rng, truth, 1e6)); e.Low <= truth.mean() && truth.mean() <= e.High {
				covered++
			}
		}
		if rate := float64(covered) / float64(n); rate < 0.95-slack(0.95, n) {
			t.Errorf("%v: the interval covers %.3f, want at least 0.95", truth, rate)
		}
	}
}

func TestEstimateInverts(t *testing.T) {
	test := SPRT{0, 24, 0.05, 0.05}
	for _, c := range []Counts{{60, 0, 110, 0, 95}, {20, 60, 110, 60, 10}, {3, 20, 50, 22, 4}, {0, 10, 100, 60, 10}} {
		e := test.Estimate(c)
		for _, tt := range []struct{ mean, p float64 }{{e.Low, 0.975}, {e.Mean, 0.5}, {e.High, 0.025}} {
			if got := test.atMost(c, tt.mean); !near(got, tt.p, 1e-6) {
				t.Errorf("%v (%v), mean %v: %v, want %v", c, test.Verdict(c), tt.mean, got, tt.p)
			}
		}
		if (e.Superiority > 0.5) != (e.Mean > 0.5) || (e.Superiority > 0.975) != (e.Low > 0.5) {
			t.Errorf("%v: better with %v at an estimate of %v from %v", c, e.Superiority, e.Mean, e.Low)
		}
	}
}

func TestEstimateOfLittle(t *testing.T) {
	test := SPRT{0, 50, 0.05, 0.05}
	for _, c := range []Counts{{0, 0, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 500, 0, 0}, {0, 0, 0, 0, 22}, {30, 0, 0, 0, 0}, {0, 0, 0, 0, 5000}} {
		e := test.Estimate(c)
		if !(e.Low >= 0 && e.Low <= e.Mean && e.Mean <= e.High && e.High <= 1 && e.Superiority >= 0 && e.Superiority <= 1) {
			t.Errorf("%v: %+v", c, e)
		}
		if llr := test.LLR(c); math.IsNaN(llr) || math.IsInf(llr, 0) {
			t.Errorf("%v: LLR %v", c, llr)
		}
	}
	if v := test.Verdict(Counts{0, 0, 500, 0, 0}); v != AcceptsH0 {
		t.Errorf("500 pairs halved, H0 0, H1 50 Elo: %v, want H0", v)
	}
}

func TestSPRTIsChecked(t *testing.T) {
	if err := (SPRT{0, 10, 0.05, 0.05}).Validate(); err != nil {
		t.Errorf("a good one: %v", err)
	}
	nan := math.NaN()
	for _, bad := range []SPRT{
		{10, 0, 0.05, 0.05}, {5, 5, 0.05, 0.05}, {0, 5, 0, 0.05}, {0, 5, 0.05, 0.5}, {-5000, 5, 0.05, 0.05},
		{nan, 5, 0.05, 0.05}, {0, 5, nan, 0.05}, {0, math.Inf(1), 0.05, 0.05},
	} {
		if bad.Validate() == nil {
			t.Errorf("%+v: no error", bad)
		}
	}
	if lower, upper := (SPRT{0, 10, 0.05, 0.05}).Bounds(); !near(lower, -2.944, 1e-3) || !near(upper, 2.944, 1e-3) {
		t.Errorf("bounds %v, %v, want -2.944, 2.944 (Wald)", lower, upper)
	}
}

// A walk ends at one of its bounds in the end, and with the chances of the
// gambler's ruin; whatever its time, its chances sum to 1.
func TestWalk(t *testing.T) {
	for _, w := range []walk{{-1, 2, 0, 0}, {-1, 2, 0.7, 0}, {-3, 1, -0.4, 0}, {-2, 2, 3, 0}, {-9, 11, 0.05, 0}} {
		for _, w.time = range []float64{0.01, 0.5, 2, 10, 5000} {
			if sum := w.reachesLow() + w.reachesHigh() + w.staysBelow(w.high); !near(sum, 1, 1e-6) {
				t.Errorf("%+v: the chances sum to %v", w, sum)
			}
		}
		ruin := -w.low / (w.high - w.low)
		if d := 2 * w.drift; d != 0 {
			ruin = (1 - math.Exp(-d*w.low)) / (math.Exp(-d*w.high) - math.Exp(-d*w.low))
		}
		if got := w.reachesHigh(); !near(got, ruin, 1e-6) {
			t.Errorf("%+v: ends high with %v, want %v", w, got, ruin)
		}
	}
}
