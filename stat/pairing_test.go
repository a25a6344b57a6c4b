package stat

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func evaluate(f concave, x []float64) (value float64, gradient []float64, information *mat.SymDense) {
	gradient, information = make([]float64, len(x)), mat.NewSymDense(len(x), nil)
	value = f.at(x, gradient, information)
	return value, gradient, information
}

// At first every player meets another; with ratings known, neighbours meet.
func TestScheduleIsInformative(t *testing.T) {
	s := NewSchedule(Rate(6, nil, 0, 0))
	met := map[int]bool{}
	for range 5 {
		i, j := s.Next()
		if i >= j || i < 0 || j > 5 {
			t.Fatalf("meeting %d, %d", i, j)
		}
		met[i], met[j] = true, true
	}
	if len(met) != 6 {
		t.Errorf("after five meetings %d of 6 players have met somebody", len(met))
	}

	ladder := world{theta: []float64{0, 2, 4, 6, 8}, draws: 0.2}
	s = NewSchedule(Rate(5, ladder.tournament(rand.New(rand.NewPCG(7, 1)), 30), 0, 0))
	for range 20 {
		if i, j := s.Next(); j != i+1 {
			t.Errorf("players %d and %d meet, want neighbours", i, j)
		}
	}
}

// The schedule's games make neighbours' differences sharper than everybody
// against everybody does.
func TestScheduleBeatsRoundRobin(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	w := world{theta: []float64{0, 2, 4, 6, 8, 10, 12, 14}, draws: 0.4}
	const games = 7 * 8 * 8
	var records []Record
	for len(records) < games {
		s := NewSchedule(Rate(8, records, 0, 0))
		for range 14 {
			i, j := s.Next()
			for _, r := range []Record{{First: i, Second: j}, {First: j, Second: i}} {
				w.game(rng, &r)
				records = append(records, r)
			}
		}
	}
	mine, robin := Rate(8, records, 0, 0), Rate(8, w.tournament(rng, 8), 0, 0)
	var sum [2]float64
	for i := range 7 {
		for k, r := range []Ratings{mine, robin} {
			_, se := r.Difference(i+1, i)
			sum[k] += se / 7
		}
	}
	if sum[0] > 0.7*sum[1] {
		t.Errorf("neighbours are told apart with ± %.0f Elo, everybody against everybody with ± %.0f", sum[0], sum[1])
	}
}

// Next expects the covariance that another fit would give.
func TestScheduleLearns(t *testing.T) {
	records := club.tournament(rand.New(rand.NewPCG(9, 1)), 20)
	s := NewSchedule(Rate(5, records, 0, 0))
	before := s.variance(1, 3)
	s.learn(1, 3)
	want := 1 / (1/before + s.information(1, 3))
	if got := s.variance(1, 3); !near(got, want, 1e-12) {
		t.Errorf("variance %v after a meeting, want %v", got, want)
	}
}

// A meeting is two games, one with each of the players first: whose name is said first is
// the same. One game is more informative than the other where one player is better and to
// move first is worth something.
func TestInformationIsOfBothGames(t *testing.T) {
	w := world{theta: []float64{0, 2}, gamma: 1, draws: 0.2}
	s := NewSchedule(Rate(2, w.tournament(rand.New(rand.NewPCG(10, 1)), 200), 0, 0))
	m := s.r.model
	gap, gamma := m.theta(s.r.x, 1)-m.theta(s.r.x, 0), s.r.x[m.gamma()]
	one, other := expect(gap+gamma).curve(), expect(gap-gamma).curve()
	if one > 0.9*other {
		t.Fatalf("both games have the same information, %v and %v", one, other)
	}
	for _, got := range []float64{s.information(0, 1), s.information(1, 0)} {
		if !near(got, one+other, 1e-12) {
			t.Errorf("information %v, want %v", got, one+other)
		}
	}
}
