package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// Of 10,000 matches the interval must cover the true mean in 94 to 96 %.
func TestIntervalsCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, tt := range []struct {
		name  string
		truth outcomes
		n     int
	}{
		{"Wilson, even", outcomes{0.5, 0.5}, 201},
		{"Wilson, uneven", outcomes{0.7, 0.3}, 200},
		{"Wilson, one-sided", outcomes{0.05, 0.95}, 400},
		{"games with draws", outcomes{0.2, 0.4, 0.4}, 100},
		{"games mostly drawn", outcomes{0.05, 0.9, 0.05}, 400},
		{"sharp pairs", sharp, 100},
		{"quiet pairs", quiet, 50},
		{"quiet pairs, uneven", quiet.shifted(0.8), 100},
		{"drawish pairs", drawish, 200},
	} {
		const matches = 10_000
		covered, mean := 0, tt.truth.mean()
		for range matches {
			if low, high := tt.truth.sample(rng, tt.n).Interval(); low <= mean && mean <= high {
				covered++
			}
		}
		if rate := float64(covered) / matches; rate < 0.94 || rate > 0.96 {
			t.Errorf("%s, %d outcomes: the interval covers %.4f, want 0.94 to 0.96", tt.name, tt.n, rate)
		}
	}
}

// With two outcomes the interval is Wilson's, and is so where one never occurred.
func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		k, n      int
		low, high float64
	}{
		{10, 10, 0.72247, 1}, {0, 10, 0, 0.27753}, {5, 10, 0.23659, 0.76341}, {81, 263, 0.25529, 0.36621},
	} {
		if low, high := Wilson(tt.k, tt.n); !near(low, tt.low, 1e-5) || !near(high, tt.high, 1e-5) {
			t.Errorf("%d of %d: [%.5f, %.5f], want [%.5f, %.5f]", tt.k, tt.n, low, high, tt.low, tt.high)
		}
	}
}

func TestIntervalOfLittle(t *testing.T) {
	for _, tt := range []struct {
		name      string
		c         Counts
		low, high float64 // bounds that the interval keeps within
		widest    bool
	}{
		{"nothing", Counts{0, 0, 0}, 0, 1, true},
		{"no pairs", Counts{0, 0, 0, 0, 0}, 0, 1, true},
		{"one win", Counts{0, 0, 1}, 0.2, 1, false},
		{"all drawn", Counts{0, 100, 0}, 0.48, 0.52, false},
		{"all pairs halved", Counts{0, 0, 100, 0, 0}, 0.48, 0.52, false},
		{"all won", Counts{0, 0, 0, 0, 50}, 0.92, 1, false},
		{"all lost", Counts{50, 0, 0, 0, 0}, 0, 0.08, false},
	} {
		low, high := tt.c.Interval()
		if !(low >= tt.low && high <= tt.high && low <= tt.c.Mean() && tt.c.Mean() <= high && low < high) {
			t.Errorf("%s: mean %v, interval [%v, %v], want it inside [%v, %v]", tt.name, tt.c.Mean(), low, high, tt.low, tt.high)
		}
		if tt.widest != (low == 0 && high == 1) {
			t.Errorf("%s: interval [%v, %v]", tt.name, low, high)
		}
		e := tt.c.Estimate()
		if math.IsNaN(e.Superiority) || e.Superiority < 0 || e.Superiority > 1 {
			t.Errorf("%s: superiority %v", tt.name, e.Superiority)
		}
	}
	if s := (Counts{0, 0, 0, 0, 50}).Superiority(); s < 0.999 {
		t.Errorf("50 pairs won: superiority %v", s)
	}
}

// The likeliest distribution with a given mean has that mean, sums to 1, and is
// the counts' own at their mean.
func TestTilt(t *testing.T) {
	for _, c := range []Counts{{1, 2, 3, 4, 5}, {0, 0, 7, 0, 0}, {0, 3, 4, 0, 0}, {9, 0, 0, 0, 0}, {3, 0, 8}} {
		for m := 0.05; m < 1; m += 0.1 {
			tilt, sum, mean, n := c.tilt(m), 0.0, 0.0, float64(c.N())
			for i, k := range c {
				if k == 0 {
					continue
				}
				p := float64(k) / n / (1 + tilt*(c.worth(i)-m))
				sum += p
				mean += p * c.worth(i)
			}
			if tilt < 0 {
				mean += 1 - sum // the rest is at outcome 1, otherwise at 0
			}
			if sum > 1+1e-9 || !near(mean, m, 1e-9) {
				t.Errorf("%v at %.2f: sum %v, mean %v", c, m, sum, mean)
			}
		}
		if l := c.logLikelihood(c.Mean() + 1e-12); c.Mean() > 0 && c.Mean() < 1 && !near(l, 0, 1e-6) {
			t.Errorf("%v: log-likelihood %v at its own mean, want 0", c, l)
		}
	}
}

func TestElo(t *testing.T) {
	for _, tt := range []struct{ score, elo float64 }{{0.5, 0}, {0.64, 99.95}, {10.0 / 11, 400}, {1.0 / 11, -400}} {
		if got := Elo(tt.score); !near(got, tt.elo, 0.01) {
			t.Errorf("score %v: %v Elo, want %v", tt.score, got, tt.elo)
		}
		if got := ScoreOf(tt.elo); !near(got, tt.score, 1e-4) {
			t.Errorf("%v Elo: score %v, want %v", tt.elo, got, tt.score)
		}
	}
	if !math.IsInf(Elo(1), 1) || !math.IsInf(Elo(0), -1) {
		t.Errorf("Elo of 1 and 0: %v, %v", Elo(1), Elo(0))
	}
}

func TestNormal(t *testing.T) {
	for _, tt := range []struct{ x, p float64 }{{0, 0.5}, {z95, 0.975}, {-1, 0.158655}} {
		if got := Phi(tt.x); !near(got, tt.p, 1e-6) {
			t.Errorf("Phi(%v) = %v, want %v", tt.x, got, tt.p)
		}
	}
	if a, b := logPhi(-29.999999), logPhi(-30.000001); !near(a, b, 1e-3) {
		t.Errorf("logPhi jumps at -30 from %v to %v", a, b)
	}
	for _, tt := range []struct{ estimate, se, want float64 }{{0, 0, 0.5}, {1, 0, 1}, {-1, 0, 0}, {1.96, 1, 0.975}} {
		if got := Superiority(tt.estimate, tt.se); !near(got, tt.want, 1e-4) {
			t.Errorf("Superiority(%v, %v) = %v, want %v", tt.estimate, tt.se, got, tt.want)
		}
	}
}
