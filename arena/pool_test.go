package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

// arrays draws true scores of that many arrays and that many games of each.
func arrays(rng *rand.Rand, n, games int, mean, spread float64) (truth []float64, scores []Score) {
	for range n {
		theta := mean + spread*rng.NormFloat64()
		truth = append(truth, theta)
		scores = append(scores, tossed(rng, theta, 0.3, games))
	}
	return truth, scores
}

// What is thought of an array is right in 95 of 100 cases, of the one that came
// out on top, too, and nearer to the truth than its own games say.
func TestShrink(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	const studies = 300
	for _, test := range []struct {
		n, games int
		spread   float64
	}{{40, 50, 0.05}, {200, 20, 0.033}, {12, 100, 0.1}} {
		covered, top, all, within, means := 0, 0, 0, 0, 0
		raw, shrunk := 0.0, 0.0
		for range studies {
			truth, scores := arrays(rng, test.n, test.games, 0.54, test.spread)
			p, best := Shrink(scores), 0
			for i, m := range p.Each {
				all++
				if m.Low <= truth[i] && truth[i] <= m.High {
					covered++
				}
				if m.Value > p.Each[best].Value {
					best = i
				}
				raw += (scores[i].Mean() - truth[i]) * (scores[i].Mean() - truth[i])
				shrunk += (m.Value - truth[i]) * (m.Value - truth[i])
			}
			if m := p.Each[best]; m.Low <= truth[best] && truth[best] <= m.High {
				top++
			}
			if p.Spread.Low <= test.spread && test.spread <= p.Spread.High {
				within++
			}
			if p.Mean.Low <= 0.54 && 0.54 <= p.Mean.High {
				means++
			}
		}
		for name, rate := range map[string]float64{
			"an array": float64(covered) / float64(all), "the mean": float64(means) / studies,
			"the spread": float64(within) / studies,
		} {
			if rate < 0.90 || rate > 0.985 {
				t.Errorf("%+v: the interval of %s covers %.3f, want about 0.95", test, name, rate)
			}
		}
		if rate := float64(top) / studies; rate < 0.88 {
			t.Errorf("%+v: the interval of the top array covers %.3f, want about 0.95", test, rate)
		}
		if shrunk > 0.9*raw {
			t.Errorf("%+v: squared errors %.3f of %.3f: drawing together gains nothing", test, shrunk, raw)
		}
		t.Logf("%+v: covers %.3f, on top %.3f, spread %.3f; squared errors %.2f of the raw ones", test, float64(covered)/float64(all), float64(top)/studies, float64(within)/studies, shrunk/raw)
	}
}

// Arrays that are all alike are called different in one study of twenty.
func TestShrinkOfEquals(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	const studies = 1000
	different := 0
	for range studies {
		_, scores := arrays(rng, 50, 40, 0.54, 0)
		if Shrink(scores).P < 0.05 {
			different++
		}
	}
	if rate := float64(different) / studies; rate > 0.05+3*math.Sqrt(0.05*0.95/studies) {
		t.Errorf("equal arrays are called different in %.3f of the studies", rate)
	}
}

func TestShrinkOfLittle(t *testing.T) {
	for _, test := range []struct {
		name   string
		scores []Score
	}{
		{"nothing", nil}, {"no games", make([]Score, 3)}, {"one array", []Score{{Wins: 3, Losses: 1}}},
		{"one game each", []Score{{Wins: 1}, {Losses: 1}, {Draws: 1}}}, {"all drawn", []Score{{Draws: 9}, {Draws: 9}}},
		{"all won", []Score{{Wins: 9}, {Wins: 9}, {}}}, {"as different as can be", []Score{{Wins: 90}, {Losses: 90}}},
	} {
		p := Shrink(test.scores)
		if len(p.Each) != len(test.scores) {
			t.Errorf("%s: %d of %d", test.name, len(p.Each), len(test.scores))
		}
		for _, m := range append(p.Each, p.Mean, p.Spread) {
			if math.IsNaN(m.Value) || math.IsNaN(m.Low) || math.IsNaN(m.High) || m.Low > m.Value || m.Value > m.High {
				t.Errorf("%s: %+v of %+v", test.name, m, p)
			}
		}
		if !(p.P >= 0 && p.P <= 1) {
			t.Errorf("%s: p %v", test.name, p.P)
		}
	}
}

// Cochran's Q by another way: of two things alike in variance v it is the square
// of their difference over 2v, and with one degree of freedom P is a normal tail.
func TestShrinkTellsChance(t *testing.T) {
	for _, tt := range []struct{ a, b Score }{
		{Score{Wins: 60, Losses: 40}, Score{Wins: 40, Losses: 60}},
		{Score{Wins: 52, Losses: 48}, Score{Wins: 45, Losses: 55}},
		{Score{Wins: 50, Losses: 50}, Score{Wins: 50, Losses: 50}},
	} {
		a, b := float64(tt.a.Wins), float64(tt.b.Wins)
		sigma2 := (a*(100-a)/100 + b*(100-b)/100 + 0.5) / (200 - 2 + 2)
		difference := (a - b) / 100
		want := math.Erfc(math.Abs(difference) / math.Sqrt(2*sigma2/100) / math.Sqrt2)
		for _, scores := range [][]Score{{tt.a, tt.b}, {tt.a, {}, tt.b}} {
			if got := Shrink(scores).P; math.Abs(got-want) > 1e-9 {
				t.Errorf("%v: P %v, want %v", scores, got, want)
			}
		}
	}
	for _, scores := range [][]Score{nil, {{Wins: 9}}, {{Wins: 9}, {}}} {
		if got := Shrink(scores).P; got != 1 {
			t.Errorf("%v: P %v, want 1: there is nothing to differ from", scores, got)
		}
	}
}

// What has not been played is thought to be like the others, and no surer.
func TestShrinkOfUnplayed(t *testing.T) {
	p := Shrink([]Score{{Wins: 60, Losses: 40}, {Wins: 58, Losses: 42}, {}, {Wins: 64, Losses: 36}})
	unplayed := p.Each[2]
	if math.Abs(unplayed.Value-p.Mean.Value) > 1e-9 {
		t.Errorf("unplayed %v, mean %v", unplayed, p.Mean)
	}
	for _, i := range []int{0, 1, 3} {
		if m := p.Each[i]; m.High-m.Low >= unplayed.High-unplayed.Low {
			t.Errorf("thing %d %v, unplayed %v: want the games to tell something", i, m, unplayed)
		}
	}
	if p := Shrink(nil); math.Abs(p.Mean.Value-0.5) > 1e-9 || p.Mean.Low > 0.05 || p.Mean.High < 0.95 {
		t.Errorf("of nothing: %v", p.Mean)
	}
}
