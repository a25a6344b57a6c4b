package arena

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
)

// tossed plays n games whose points have the mean, some of them drawn.
func tossed(rng *rand.Rand, mean, drawn float64, n int) (s Score) {
	for range n {
		switch x := rng.Float64(); {
		case x < drawn:
			s.Draws++
		case x < drawn+(mean-drawn/2):
			s.Wins++
		default:
			s.Losses++
		}
	}
	return s
}

func TestHolm(t *testing.T) {
	for _, test := range []struct{ ps, want []float64 }{
		{[]float64{0.01, 0.04, 0.03}, []float64{0.03, 0.06, 0.06}},
		{[]float64{0.04}, []float64{0.04}},
		{[]float64{0.6, 0.7}, []float64{1, 1}},
		{nil, []float64{}},
	} {
		got := Holm(test.ps)
		if !slices.EqualFunc(got, test.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%v: got %v, want %v", test.ps, got, test.want)
		}
	}
}

// A fair game is called unfair at any of four strengths in one study of twenty
// at most; a game of 60 to 40 is found out.
func TestJudge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const studies = 2000
	wrong, found := 0, 0
	for range studies {
		var fair []Score
		for range 4 {
			fair = append(fair, tossed(rng, 0.5, 0.3, 200))
		}
		if slices.ContainsFunc(Judge(fair), Fairness.Unfair) {
			wrong++
		}
		if Judge([]Score{tossed(rng, 0.6, 0.3, 400)})[0].Unfair() {
			found++
		}
	}
	if rate := float64(wrong) / studies; rate > 0.05+3*math.Sqrt(0.05*0.95/studies) {
		t.Errorf("a fair game is called unfair in %.3f of the studies", rate)
	}
	if rate := float64(found) / studies; rate < 0.99 {
		t.Errorf("60 %% is found out in %.3f of the studies", rate)
	}
}

// That many games more make the interval as narrow as was asked.
func TestMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	few := tossed(rng, 0.5, 0.2, 400)
	f := Judge([]Score{few})[0]
	more := f.More(0.02)
	all := Judge([]Score{few.Plus(tossed(rng, 0.5, 0.2, more))})[0]
	if half := (all.Score.High - all.Score.Low) / 2; math.Abs(half-0.02) > 0.001 {
		t.Errorf("after %d more games the score is known within %.4f, want 0.02", more, half)
	}
	if again := all.More(0.03); again != 0 {
		t.Errorf("%d more games for what is known already", again)
	}
	for _, s := range []Score{{}, {Draws: 50}, {Wins: 1}} {
		f := Judge([]Score{s})[0]
		if f.More(0.01) < 1 || math.IsNaN(f.Within()) || f.Unfair() {
			t.Errorf("%+v: %+v, %d more", s, f, f.More(0.01))
		}
	}
}

// Perfect players draw tic-tac-toe, and the study says no more than that: what
// solving the game says (TestCetroIsLost has one that is not drawn).
func TestSolvedGameIsFair(t *testing.T) {
	g := game(t, "tictactoe")
	c := Describe(g, played(t, g, "alphabeta:9", 60))
	f := Judge([]Score{c.Score})[0]
	if c.Score.Draws != 60 || f.Unfair() || f.Score.Value != 0.5 || f.Within() > 0.05 {
		t.Errorf("%+v, %+v", c.Score, f)
	}
	if len(c.Endings) != 1 || c.Endings[0].Result != env.Drawn || c.Decisive.Value != 0 || c.Decisive.High > 0.07 {
		t.Errorf("%+v, decisive %v", c.Endings, c.Decisive)
	}
}

// A change is the difference of the means with the errors of both; its interval holds what is
// true in 95 of 100 cases, and equal scores seem to change in one of twenty. Of nothing nothing
// is known.
func TestChange(t *testing.T) {
	// 60 of 100 after 40 of 100, drawn games none: with a win and a loss more each has the variance 61*41/102².
	change, p := Change(Score{Wins: 40, Losses: 60}, Score{Wins: 60, Losses: 40})
	se := math.Sqrt(2 * 61 * 41 / (102. * 102) / 100)
	for what, pair := range map[string][2]float64{
		"value": {change.Value, 0.2}, "low": {change.Low, 0.2 - 1.959963985*se}, "high": {change.High, 0.2 + 1.959963985*se},
		"p": {p, math.Erfc(0.2 / se / math.Sqrt2)},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-6 {
			t.Errorf("%s: %v, want %v", what, pair[0], pair[1])
		}
	}
	back, q := Change(Score{Wins: 60, Losses: 40}, Score{Wins: 40, Losses: 60})
	if math.Abs(back.Value+change.Value) > 1e-12 || math.Abs(back.Low+change.High) > 1e-12 || p != q {
		t.Errorf("back: %v, %v, want %v the other way", back, q, change)
	}
	one := Score{Wins: 1}
	for _, pair := range [][2]Score{{{}, one}, {one, {}}, {{}, {}}} {
		if m, p := Change(pair[0], pair[1]); !math.IsInf(m.Low, -1) || !math.IsInf(m.High, 1) || m.Value != 0 || p != 1 {
			t.Errorf("%v: %v, %v, want that nothing is known", pair, m, p)
		}
	}
	if m, _ := Change(one, one); math.IsInf(m.High, 1) || m.Value != 0 {
		t.Errorf("of one game each: %v", m)
	}
	rng := rand.New(rand.NewPCG(9, 1))
	const studies = 2000
	held, changed := 0, 0
	for range studies {
		m, _ := Change(tossed(rng, 0.5, 0.3, 200), tossed(rng, 0.58, 0.3, 300))
		if m.Low <= 0.08 && 0.08 <= m.High {
			held++
		}
		if _, p := Change(tossed(rng, 0.55, 0.3, 200), tossed(rng, 0.55, 0.3, 100)); p < 0.05 {
			changed++
		}
	}
	if rate := float64(held) / studies; math.Abs(rate-0.95) > 0.02 {
		t.Errorf("the interval covers %.3f, want about 0.95", rate)
	}
	if rate := float64(changed) / studies; rate > 0.07 || rate < 0.02 {
		t.Errorf("equal scores change in %.3f of the studies", rate)
	}
}
