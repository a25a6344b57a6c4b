package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// world is players whose strength is known.
type world struct {
	theta     []float64 // nats
	gamma, nu float64
}

// scale is Elo for a nat, as Rate tells it.
func (w world) scale() float64 { return eloPerNat * 2 / (2 + w.nu) }

// game plays one game and adds it to r.
func (w world) game(rng *rand.Rand, r *Record) {
	e := expect(w.theta[r.First]-w.theta[r.Second]+w.gamma, math.Log(w.nu))
	switch x := rng.Float64(); {
	case x < e.win:
		r.Wins++
	case x < e.win+e.draw:
		r.Draws++
	default:
		r.Losses++
	}
}

// tournament plays so many games of everybody against everybody in each role.
func (w world) tournament(rng *rand.Rand, games int) (records []Record) {
	for i := range w.theta {
		for j := range w.theta {
			if i == j {
				continue
			}
			r := Record{First: i, Second: j}
			for range games {
				w.game(rng, &r)
			}
			records = append(records, r)
		}
	}
	return records
}

var club = world{theta: []float64{0, 0.4, 0.9, 1.3, 2.5}, gamma: 0.3, nu: 1.2}

func TestRateRecoversRatings(t *testing.T) {
	r := Rate(5, club.tournament(rand.New(rand.NewPCG(5, 1)), 5000), 0, 100)
	for i, theta := range club.theta {
		want := 100 + club.scale()*theta
		if !near(r.Elo[i], want, 12) || !near(r.Elo[i], want, 4*r.Error(i)+1e-9) {
			t.Errorf("player %d: %.1f ± %.1f Elo, want %.1f", i, r.Elo[i], r.Error(i), want)
		}
	}
	if want := club.scale() * club.gamma; !near(r.Advantage, want, 6) {
		t.Errorf("advantage %.1f Elo, want %.1f", r.Advantage, want)
	}
	if want := club.nu / (2 + club.nu); !near(r.Draws, want, 0.01) {
		t.Errorf("draws %.3f, want %.3f", r.Draws, want)
	}
	if r.Error(0) != 0 {
		t.Errorf("the anchor's error is %v, want 0", r.Error(0))
	}
}

// Errors are what they say: 95 % of tournaments put a rating within 1.96 of them.
func TestRatingErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	const tournaments = 1000
	within, between := 0, 0
	for range tournaments {
		r := Rate(5, club.tournament(rng, 20), 2, 0)
		if near(r.Elo[4]-r.Elo[2], club.scale()*(club.theta[4]-club.theta[2]), z95*r.Error(4)) {
			within++
		}
		if d, se := r.Difference(1, 0); near(d, club.scale()*(club.theta[1]-club.theta[0]), z95*se) {
			between++
		}
	}
	for name, n := range map[string]int{"a rating": within, "a difference": between} {
		if rate := float64(n) / tournaments; rate < 0.95-slack(0.95, tournaments) || rate > 0.95+slack(0.95, tournaments) {
			t.Errorf("%s is within its error in %.3f, want 0.95", name, rate)
		}
	}
}

// The roles of a player who is stronger in one of them are told apart.
func TestRatingByRole(t *testing.T) {
	strong, weak := Record{First: 1, Second: 0, Wins: 900, Losses: 100}, Record{First: 0, Second: 1, Wins: 500, Losses: 500}
	r := Rate(3, []Record{strong, weak, {First: 0, Second: 2, Wins: 500, Losses: 500}, {First: 2, Second: 0, Wins: 500, Losses: 500}}, 0, 0)
	first, se := r.As(0, 1)
	second, _ := r.As(1, 1)
	if first-second < 200 || !(first > r.Elo[1] && r.Elo[1] > second) || se <= 0 || se > 40 {
		t.Errorf("as first %.0f ± %.0f, as second %.0f, in all %.0f", first, se, second, r.Elo[1])
	}
}

func TestRateOfLittle(t *testing.T) {
	for _, tt := range []struct {
		name    string
		records []Record
	}{
		{"no games", nil},
		{"all drawn", []Record{{0, 1, 0, 100, 0}, {1, 2, 0, 100, 0}}},
		{"all won", []Record{{0, 1, 0, 0, 1000}, {1, 0, 1000, 0, 0}, {1, 2, 0, 0, 500}}},
		{"two islands", []Record{{0, 1, 5, 0, 5}, {2, 3, 5, 0, 5}}},
		{"only a game with itself", []Record{{1, 1, 3, 1, 0}}},
	} {
		r := Rate(4, tt.records, 0, 0)
		for i := range 4 {
			for role := range 2 {
				elo, se := r.As(role, i)
				for _, x := range []float64{r.Elo[i], r.Error(i), r.Superiority(i, 0), r.Advantage, r.AdvantageError(), r.Draws, elo, se} {
					if math.IsNaN(x) || math.IsInf(x, 0) {
						t.Fatalf("%s: player %d: %v ± %v, superiority %v, advantage %v ± %v, draws %v, role %d %v ± %v",
							tt.name, i, r.Elo[i], r.Error(i), r.Superiority(i, 0), r.Advantage, r.AdvantageError(), r.Draws, role, elo, se)
					}
				}
			}
		}
		if tt.name == "all won" && !(r.Elo[1] > 500 && r.Elo[2] > r.Elo[1]+300 && r.Error(1) > 100) {
			t.Errorf("all won: %v, errors %v, %v", r.Elo, r.Error(1), r.Error(2))
		}
	}
}

func TestSuperiority(t *testing.T) {
	r := Rate(2, []Record{{0, 1, 40, 10, 50}, {1, 0, 55, 10, 35}}, 0, 0)
	if p := r.Superiority(1, 0); p < 0.9 || p > 0.999 || !near(p+r.Superiority(0, 1), 1, 1e-12) {
		t.Errorf("105 points to 95: superiority %v and %v", p, r.Superiority(0, 1))
	}
}

// The schedule's second derivatives are those of the log-likelihood.
func TestInformationIsTheSecondDerivative(t *testing.T) {
	d := davidson{3, 1, []Record{{0, 1, 3, 2, 1}, {1, 2, 4, 0, 2}, {2, 0, 1, 5, 1}}}
	n, h := d.parameters(), 1e-5
	x := []float64{0.3, -0.2, 0.15, -0.4}
	_, g, info := evaluate(d, x)
	for i := range n {
		y := append([]float64(nil), x...)
		y[i] += h
		v1, g1, _ := evaluate(d, y)
		y[i] -= 2 * h
		v0, g0, _ := evaluate(d, y)
		if slope := (v1 - v0) / (2 * h); !near(slope, g[i], 1e-6) {
			t.Errorf("gradient %d: %v, numerically %v", i, g[i], slope)
		}
		for j := range n {
			if curve := -(g1[j] - g0[j]) / (2 * h); !near(curve, info.At(i, j), 1e-6) {
				t.Errorf("information %d, %d: %v, numerically %v", i, j, info.At(i, j), curve)
			}
		}
	}
}
