package arena

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
)

func TestParseGoal(t *testing.T) {
	for text, want := range map[string]string{
		"favoured<=2,decided>=80,plies=20-120": "favoured<=2,decided>=80,plies=20-120",
		" truncated<=0.5 , drawn<=10":          "truncated<=0.5,drawn<=10",
		"":                                     `"": want a bound, as in favoured<=2, decided>=80 or plies=20-120`,
		"favoured":                             `"favoured": want a bound, as in favoured<=2, decided>=80 or plies=20-120`,
		"favored<=2":                           `nothing is called "favored" (did you mean "favoured"?); want some of favoured, decided, drawn, truncated, plies`,
		"favoured<2":                           `"favoured<2": want <= or >=`,
		"favoured<=60":                         `"favoured<=60": want a number from 0 to 50`,
		"decided>=NaN":                         `"decided>=NaN": want a number from 0 to 100`,
		"plies=20":                             `"plies=20": want a range, as in plies=20-120, or <= or >=`,
		"plies=30-20":                          `"plies=30-20": 30 is more than 20`,
		"plies=-3-20":                          `"plies=-3-20": want a number from 0 to 1e+06`,
		"plies>=20,plies<=30":                  `plies is bounded twice; a range is written plies=LOW-HIGH`,
	} {
		g, err := ParseGoal(text)
		got := g.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// outcomes makes a sample of that many games that First wins, Second wins, are drawn and
// are cut off, all of one length.
func outcomes(wins, losses, draws, cut, plies int) (s Sample) {
	for range wins {
		s = append(s, Outcome{env.FirstWins, false, plies})
	}
	for range losses {
		s = append(s, Outcome{env.SecondWins, false, plies})
	}
	for range draws {
		s = append(s, Outcome{env.Drawn, false, plies})
	}
	for range cut {
		s = append(s, Outcome{env.Ongoing, true, plies})
	}
	return s
}

func TestShortIsByHand(t *testing.T) {
	s := outcomes(30, 50, 12, 8, 50) // score 40 %, 80 decided, 12 drawn, 8 cut off
	for text, want := range map[string]float64{
		"favoured<=2": 8, "favoured<=15": -5, "decided>=90": 10, "decided>=75": -5, "drawn<=2": 10,
		"truncated<=1": 7, "plies=20-40": 25, "plies>=100": 50, "plies<=200": -75, "plies=40-100": -25,
		"favoured<=2,decided>=90": 10, "favoured<=11,decided>=79": -1,
	} {
		g, err := ParseGoal(text)
		if err != nil {
			t.Fatal(err)
		}
		m := g.Short([]Sample{s})
		if math.Abs(m.Value-want) > 1e-9 || m.Low > m.Value || m.High < m.Value {
			t.Errorf("%s: %+v, want %v", text, m, want)
		}
		// The worst agent decides.
		if both := g.Short([]Sample{outcomes(50, 50, 0, 0, 50), s}); both.Value < m.Value {
			t.Errorf("%s: %+v of two agents, %+v of one", text, both, m)
		}
		if g.met(s.tally()) != (want <= 0) {
			t.Errorf("%s is met: %v", text, g.met(s.tally()))
		}
	}
}

// The ends of what is short are the least and the most over the interval of what is
// bounded: every value of it is tried.
func TestShortOverIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 300 {
		s := outcomes(rng.IntN(20), rng.IntN(20), rng.IntN(9), rng.IntN(9), 10+rng.IntN(100))
		s = append(s, outcomes(1, 1, 0, 0, 10+rng.IntN(100))...)
		low := float64(rng.IntN(60))
		for _, b := range []Bound{
			{"favoured", math.Inf(-1), low / 2}, {"favoured", low / 4, low / 2}, {"decided", low, math.Inf(1)}, {"drawn", low / 2, low},
			{"plies", 1 + low, 2 + 2*low}, {"plies", math.Inf(-1), 1 + low},
		} {
			m, least, most := b.Measure(s), math.Inf(1), math.Inf(-1)
			for i := range 2001 {
				v := b.beyond(m.Low + (m.High-m.Low)*float64(i)/2000)
				least, most = min(least, v), max(most, v)
			}
			if got := b.Short(s); math.Abs(got.Low-least) > 0.2 || math.Abs(got.High-most) > 0.2 || math.Abs(got.Value-b.beyond(b.value(s.tally()))) > 1e-9 {
				t.Fatalf("%v: %+v, want %v to %v", b, got, least, most)
			}
		}
	}
}

// A probability of so much comes true so often: settings are drawn at random, and what
// the games say is held against what is so.
func TestChanceIsCalibrated(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	goal := Goal{{"favoured", math.Inf(-1), 5}, {"decided", 70, math.Inf(1)}}
	const bins = 4
	var parts, met, n [bins]float64
	for range 300 {
		score, drawn := 0.35+0.3*rng.Float64(), 0.1+0.3*rng.Float64()
		c := goal.Chance([]Sample{sampled(rng, score, drawn, 40, 80)}, rng)
		b := min(bins-1, int(c*bins))
		n[b]++
		parts[b] += c
		if math.Abs(score-0.5) <= 0.05 && drawn <= 0.3 {
			met[b]++
		}
	}
	for b := range bins {
		c := parts[b] / n[b]
		if off := met[b]/n[b] - c; math.Abs(off) > 0.05+2.5*math.Sqrt(c*(1-c)/n[b]) {
			t.Errorf("of %v settings with a probability of %.2f, %.2f meet the goal", n[b], c, met[b]/n[b])
		}
		t.Logf("%.2f: %.2f of %v", c, met[b]/n[b], n[b])
	}
}

// sampled draws games of a true score, share of draws and mean length.
func sampled(rng *rand.Rand, mean, drawn, plies float64, n int) Sample {
	score := tossed(rng, mean, drawn, n)
	s := outcomes(score.Wins, score.Losses, score.Draws, 0, 0)
	for i := range s {
		s[i].Plies = int(plies * (0.5 + rng.Float64()))
	}
	return s
}

func TestChanceOfLittle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	goal, err := ParseGoal("decided>=90")
	if err != nil {
		t.Fatal(err)
	}
	if c := goal.Chance([]Sample{nil}, rng); math.IsNaN(c) {
		t.Error(c)
	}
	fair, _ := ParseGoal("favoured<=2")
	if c := fair.Chance([]Sample{outcomes(5, 5, 0, 0, 9)}, rng); c > 0.5 {
		t.Errorf("ten games make %v sure of two points", c)
	}
	if c := fair.Chance([]Sample{outcomes(1500, 1500, 0, 0, 9)}, rng); c < 0.95 {
		t.Errorf("three thousand games make %v sure", c)
	}
	one, two := fair.Chance([]Sample{outcomes(200, 200, 0, 0, 9)}, rng), fair.Chance([]Sample{outcomes(200, 200, 0, 0, 9), outcomes(200, 200, 0, 0, 9)}, rng)
	if math.Abs(two-one*one) > 0.05 {
		t.Errorf("%v with one agent, %v with both", one, two)
	}
}

// The outcomes of games have their winner, whether they were cut off, and their plies; a search
// asks those of its own agents, in their order.
func TestSamplesOfGames(t *testing.T) {
	got := SampleOf([]Game{
		{Result: env.SecondWins, Actions: make([]env.Action, 7)}, {Truncated: true, Actions: make([]env.Action, 9)}, {Result: env.Drawn},
	})
	want := Sample{{env.SecondWins, false, 7}, {env.Ongoing, true, 9}, {env.Drawn, false, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	all := []Sample{got[:1], got[1:2], got[2:]}
	lengths := func(h Halving) (plies []int) {
		for _, s := range h.Of(all) {
			plies = append(plies, s[0].Plies)
		}
		return plies
	}
	if got := lengths(Halving{}); !slices.Equal(got, []int{7, 9, 0}) {
		t.Errorf("of all agents: %v", got)
	}
	if got := lengths(Halving{Agents: []int{2, 0}}); !slices.Equal(got, []int{0, 7}) {
		t.Errorf("of the third and the first: %v", got)
	}
}
