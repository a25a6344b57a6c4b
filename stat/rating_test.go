package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// world is players whose strength is known.
type world struct {
	theta        []float64 // nats
	gamma, draws float64   // of all games, what is drawn: 2 draws p (1-p), draws in [0, 1]
}

// game plays one game and adds it to r: of the points p that are expected a part
// comes from draws.
func (w world) game(rng *rand.Rand, r *Record) {
	p := ScoreOf(eloPerNat * (w.theta[r.First] - w.theta[r.Second] + w.gamma))
	draw := 2 * w.draws * p * (1 - p)
	switch x := rng.Float64(); {
	case x < p-draw/2:
		r.Wins++
	case x < p+draw/2:
		r.Draws++
	default:
		r.Losses++
	}
}

// tournament plays that many games of everybody against everybody in each role.
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

var club = world{theta: []float64{0, 0.4, 0.9, 1.3, 2.5}, gamma: 0.3, draws: 0.75}

func TestRateRecoversRatings(t *testing.T) {
	r := Rate(5, club.tournament(rand.New(rand.NewPCG(5, 1)), 5000), 0, 100)
	for i, theta := range club.theta {
		want := 100 + eloPerNat*theta
		if !near(r.Elo[i], want, 12) || !near(r.Elo[i], want, 4*r.Error(i)+1e-9) {
			t.Errorf("player %d: %.1f ± %.1f Elo, want %.1f", i, r.Elo[i], r.Error(i), want)
		}
	}
	if want := eloPerNat * club.gamma; !near(r.Advantage, want, 6) {
		t.Errorf("advantage %.1f Elo, want %.1f", r.Advantage, want)
	}
	if want := club.draws / 2; !near(r.Draws, want, 0.01) {
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
		if near(r.Elo[4]-r.Elo[2], eloPerNat*(club.theta[4]-club.theta[2]), z95*r.Error(4)) {
			within++
		}
		if d, se := r.Difference(1, 0); near(d, eloPerNat*(club.theta[1]-club.theta[0]), z95*se) {
			between++
		}
	}
	for name, n := range map[string]int{"a rating": within, "a difference": between} {
		if rate := float64(n) / tournaments; rate < 0.95-slack(0.95, tournaments) || rate > 0.95+slack(0.95, tournaments) {
			t.Errorf("%s is within its error in %.3f, want 0.95", name, rate)
		}
	}
}

// The roles of a player who is stronger in one of them are distinguished.
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
	d := bradleyTerry{3, 1, []Record{{0, 1, 3, 2, 1}, {1, 2, 4, 0, 2}, {2, 0, 1, 5, 1}}}
	n, h := d.parameters(), 1e-5
	x := []float64{0.3, -0.2, 0.15}
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

// Two players are as far apart as their score says, by hand -400 log10(1/p - 1),
// whatever part of it is draws and whichever others play.
func TestTwoPlayersByHand(t *testing.T) {
	for _, tt := range []struct {
		name                string
		wins, draws, losses int     // of player 1 against player 0, half of them in each role
		want                float64 // Elo
	}{
		{"even", 50, 0, 50, 0},
		{"even, all drawn", 0, 100, 0, 0},
		{"three of four", 150, 0, 50, 190.8485},
		{"three of four with draws", 100, 100, 0, 190.8485},
		{"9.9 %", 0, 290, 1174, -383.6},
		{"9.9 % without draws", 144, 0, 1312, -383.8},
	} {
		half := Record{First: 1, Second: 0, Wins: tt.wins / 2, Draws: tt.draws / 2, Losses: tt.losses / 2}
		back := Record{First: 0, Second: 1, Wins: tt.losses / 2, Draws: tt.draws / 2, Losses: tt.wins / 2}
		p := (float64(tt.wins) + float64(tt.draws)/2) / float64(tt.wins+tt.draws+tt.losses)
		if hand := -400 * math.Log10((1-p)/p); !near(hand, tt.want, 0.1) {
			t.Fatalf("%s: %.2f Elo by hand, not %.2f", tt.name, hand, tt.want)
		}
		crowd := Record{First: 2, Second: 3, Draws: 5000} // who are always drawn
		for _, others := range [][]Record{nil, {crowd, {First: 0, Second: 2, Draws: 5000}}} {
			r := Rate(4, append(others, half, back), 0, 0)
			if !near(r.Elo[1], tt.want, 1+math.Abs(tt.want)/50) {
				t.Errorf("%s, %d more records: %.1f ± %.1f Elo, want %.1f", tt.name, len(others), r.Elo[1], r.Error(1), tt.want)
			}
		}
	}
}

// A player without games is better than no other, and his interval says that nothing is
// known, however the others draw. Nor do draws make the first games say more.
func TestNoGames(t *testing.T) {
	for _, draws := range []int{0, 10, 1000} {
		r := Rate(3, []Record{{First: 0, Second: 1, Wins: 5, Draws: draws, Losses: 5}}, 0, 0)
		if r.Elo[2] != 0 || !near(r.Error(2), priorElo, 1e-6) {
			t.Errorf("%d draws: who has no games has %.1f ± %.1f Elo, want 0 ± %d", draws, r.Elo[2], r.Error(2), priorElo)
		}
		if elo, se := r.As(0, 2); elo != 0 || !near(se, priorElo, 1e-6) {
			t.Errorf("%d draws: in a role that he did not play he has %.1f ± %.1f Elo", draws, elo, se)
		}
	}
	// By hand: the error of n games between equals is 400/ln 10 * sqrt(d/(n/4)), d
	// being 1 without draws. One draw alone is hardly less than one decided game.
	if r := Rate(2, []Record{{First: 0, Second: 1, Draws: 1}}, 0, 0); r.Error(1) < 300 {
		t.Errorf("one draw: ± %.0f Elo", r.Error(1))
	}
	decided := Rate(2, []Record{{First: 0, Second: 1, Wins: 200, Losses: 200}, {First: 1, Second: 0, Wins: 200, Losses: 200}}, 0, 0)
	if hand := 400 / math.Ln10 / math.Sqrt(800.0/4); !near(decided.Error(1), hand, 0.1) {
		t.Errorf("800 decided games: ± %.2f, want %.2f", decided.Error(1), hand)
	}
	half := Rate(2, []Record{{First: 0, Second: 1, Wins: 100, Draws: 200, Losses: 100}, {First: 1, Second: 0, Wins: 100, Draws: 200, Losses: 100}}, 0, 0)
	if hand := 400 / math.Ln10 / math.Sqrt(800.0/4) * math.Sqrt(0.5); !near(half.Error(1), hand, 0.2) {
		t.Errorf("800 games, half of them drawn: ± %.2f, want %.2f", half.Error(1), hand)
	}
}
