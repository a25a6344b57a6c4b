package train

import (
	"math"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

func loss(norm float64) nn.Loss { return nn.Loss{GradNorm: norm} }

var northSouth = env.Spec{MaxPly: 200, Roles: [2]string{"north", "south"}}

// healthy is an iteration that nothing is wrong with.
func healthy() (Iteration, Config) {
	it := Iteration{
		At:     Progress{Iteration: 20, Steps: 2000, Games: 1280, Positions: 76_800},
		Rate:   0.02,
		Losses: Losses{Steps: 100, Policy: 1.6, Value: 0.8, Score: 0.5, Entropy: 1.5, Gradient: 1.1, Clipped: 3, Moved: 0.1},
		Unseen: Unseen{Positions: 512, Games: 60, Agreement: 0.6, Even: 0.05, Value: 0.82, Guess: 0.9, Correlation: 0.4, PolicySpread: 1, ValueSpread: 0.3},
		Games:  Games{Played: 64, Plies: 3840, FirstWins: 35, SecondWins: 20, Drawn: 5, Truncated: 4, Duplicates: 1, MeanPlies: 60},
		Window: 50_000,
		Diagnosis: Diagnosis{
			Quartiles: [3]int{45, 58, 71}, OpeningEntropy: 3.6, Capped: 4,
			Policy: Policy{Positions: 3840, Target: 1.2, Even: 3.1, Window: 1.3, Gap: 0.3},
			Value:  Calibration{Games: 60, Positions: 3600, Error: 0.06, Brier: 0.18, Constant: 0.24, Excess: 0.04, Guess: 0.9},
			Age:    6,
		},
	}
	c := small()
	c.Optimiser.ClipNorm = 2
	c.SelfPlay.Handicap = 0.25
	return it, c
}

func TestHealthyRunsGetNoAdvice(t *testing.T) {
	it, c := healthy()
	if got := advise(it, c, northSouth); len(got) != 0 {
		t.Errorf("advice %v, want none", got)
	}
	if got := advise(Iteration{}, Config{}, northSouth); len(got) != 0 {
		t.Errorf("of an iteration without games: %v, want none", got)
	}
}

func TestAdvice(t *testing.T) {
	for _, test := range []struct {
		about string
		ill   func(it *Iteration, c *Config)
		want  string // in the text
	}{
		{"length limit", func(it *Iteration, _ *Config) { it.Diagnosis.Capped = 60 }, "94 % of the games came to the length limit"},
		{"drawn", func(it *Iteration, _ *Config) { it.Games = Games{Played: 64, Drawn: 62} }, "97 % of the games were drawn"},
		{"one-sided", func(it *Iteration, _ *Config) { it.Games.FirstWins, it.Games.SecondWins = 1, 59 },
			"south won 59 of 60 decided games: raise selfplay.handicap (now 0.25), so that north is seen to win"},
		{"duplicates", func(it *Iteration, _ *Config) { it.Games.Duplicates = 24 }, "38 % of the games are duplicates"},
		{"openings", func(it *Iteration, _ *Config) { it.Diagnosis.OpeningEntropy = 0.4 }, "but 1.5 openings of 4 plies"},
		{"even search", func(it *Iteration, _ *Config) { it.Diagnosis.Policy.Target = 3 }, "entropy 3.00 of 3.10 nats"},
		{"policy loss", func(it *Iteration, _ *Config) { it.Losses.Policy = 4.2 }, "4.20 is worse than that of an even guess, 3.10"},
		{"slow to learn", func(it *Iteration, _ *Config) { it.Diagnosis.Policy.Gap = 1.824 }, "taken up 4 %"},
		{"value loss", func(it *Iteration, _ *Config) { it.Losses.Value = 0.95 }, "0.95 is no better than that of a constant guess, 0.90"},
		{"too sure", func(it *Iteration, _ *Config) { it.Diagnosis.Value.Excess = 0.3 }, "30 points in a hundred less"},
		{"batch norm", func(it *Iteration, _ *Config) { it.Dead, it.Losses.Value = "stem.gamma", 1.2 }, "stem.gamma is 0 in all channels"},
		{"weights jump", func(it *Iteration, _ *Config) { it.Losses.Moved, it.Losses.Policy = 1.5, 4 }, "1.5 times their own length in 100 steps: lower train.learning_rate (now 0.02)"},
		{"running statistics", func(it *Iteration, _ *Config) { it.Unseen.Value = 9 }, "a loss of 9.00 nats, a constant guess has 0.90"},
		{"one answer", func(it *Iteration, _ *Config) { it.Unseen.ValueSpread, it.Losses.Value = 0, 1 }, "the network's value is the same in every position"},
		{"one answer", func(it *Iteration, _ *Config) { it.Unseen.PolicySpread = 0 }, "the network's policy is the same in every position"},
		{"standstill", func(it *Iteration, _ *Config) { it.Losses.Moved, it.Diagnosis.Policy.Gap = 1e-5, 1.8 }, "moved by 1e-05 of their own length in 100 steps: raise"},
		{"wrong way", func(it *Iteration, _ *Config) { it.Unseen.Correlation = -0.5 }, "correlate by -0.50"},
		{"no relation", func(it *Iteration, _ *Config) {
			it.Diagnosis.Policy.Gap, it.Unseen.Value, it.Unseen.Correlation = 1.8, 0.91, 0
		}, "(5 % taken up) nor the results (a loss of 0.91, of a constant guess 0.90)"},
		{"gradient", func(it *Iteration, _ *Config) { it.Losses.Gradient = 80 }, "40.0 times the clip"},
		{"gradient", func(it *Iteration, _ *Config) { it.Losses.Clipped = 98 }, "98 % of the steps were clipped"},
		{"stale", func(it *Iteration, _ *Config) { it.Diagnosis.Age = 34 }, "34 iterations old"},
	} {
		it, c := healthy()
		test.ill(&it, &c)
		got := advise(it, c, northSouth)
		if len(got) != 1 || got[0].About != test.about || !strings.Contains(got[0].Text, test.want) {
			t.Errorf("%s: advice %q, want one that says %q", test.about, got, test.want)
		}
	}
}

// Forecasts of games that were held out are compared with an even guess, where there are enough.
func TestAdviceOnHeldOutGames(t *testing.T) {
	for _, c := range []struct {
		positions int
		after     float64
		want      bool
	}{{enoughPositions, 0.7, true}, {enoughPositions - 1, 0.7, false}, {enoughPositions, math.Ln2, false}, {enoughPositions, 0.69, false}} {
		it, cfg := healthy()
		it.HeldOut = &HeldOut{Positions: c.positions, After: c.after}
		text := diagnosed{Iteration: it, config: cfg}.heldOut()
		if (text != "") != c.want || c.want && !strings.Contains(text, "by 0.70 nats, where that has 0.69: raise alphabeta.games") {
			t.Errorf("%d positions, %v nats: %q", c.positions, c.after, text)
		}
	}
	if text := (diagnosed{}).heldOut(); text != "" {
		t.Errorf("without such games: %q", text)
	}
}

// What few games or a young network show is no reason for advice.
func TestAdviceWaits(t *testing.T) {
	for _, test := range []struct {
		name string
		ill  func(it *Iteration, c *Config)
	}{
		{"few games", func(it *Iteration, _ *Config) {
			it.Games, it.Diagnosis.Capped = Games{Played: 8, Truncated: 8, Duplicates: 7}, 8
		}},
		{"few decided games", func(it *Iteration, _ *Config) { it.Games.FirstWins, it.Games.SecondWins, it.Games.Drawn = 10, 0, 50 }},
		{"a young run", func(it *Iteration, _ *Config) {
			it.At.Iteration = 3
			it.Diagnosis.Policy.Target, it.Diagnosis.Policy.Gap, it.Diagnosis.Value.Excess, it.Losses.Value = 3, 1.9, 0.4, 1.1
		}},
		{"the first iteration", func(it *Iteration, _ *Config) {
			it.At.Iteration = 1
			it.Losses.Policy, it.Losses.Gradient = 5, 100
		}},
		{"no clip", func(it *Iteration, c *Config) { c.Optimiser.ClipNorm, it.Losses.Gradient = 0, 100 }},
		{"the search's value among the targets", func(it *Iteration, c *Config) { c.SearchValue, it.Losses.Value = 0.5, 1.1 }},
		{"results that hardly vary", func(it *Iteration, _ *Config) { it.Diagnosis.Value.Guess, it.Losses.Value = 0.1, 0.2 }},
		{"a network that has learned all", func(it *Iteration, _ *Config) { it.Losses.Moved = 1e-5 }},
		{"a few steps", func(it *Iteration, _ *Config) { it.Losses.Steps, it.Losses.Clipped, it.Losses.Moved = 3, 0, 0 }},
		{"values that go the wrong way by chance", func(it *Iteration, _ *Config) { it.Unseen.Correlation, it.Unseen.Games = -0.5, 16 }},
		{"a hard game, its results unforeseen", func(it *Iteration, _ *Config) { it.Unseen.Value, it.Unseen.Correlation = 0.91, 0 }},
		{"few results", func(it *Iteration, _ *Config) {
			it.Diagnosis.Value.Games, it.Diagnosis.Value.Excess, it.Losses.Value = 8, 0.5, 1.1
		}},
	} {
		it, c := healthy()
		test.ill(&it, &c)
		if got := advise(it, c, northSouth); len(got) != 0 {
			t.Errorf("%s: advice %q, want none", test.name, got)
		}
	}
}

// One answer to everything is said of a network that has learned, from enough positions, and
// below the limit.
func TestOneAnswerWaits(t *testing.T) {
	for _, test := range []struct {
		name      string
		iteration int
		positions int
		spread    float64
		said      bool
	}{
		{"the same answer", 2, enoughPositions, 0, true},
		{"the first iteration", 1, enoughPositions, 0, false},
		{"few positions", 2, enoughPositions - 1, 0, false},
		{"as much as a limit", 2, enoughPositions, 1e-4, false},
	} {
		it, c := healthy()
		it.At.Iteration, it.Unseen.Positions, it.Unseen.PolicySpread, it.Unseen.ValueSpread = test.iteration, test.positions, test.spread, test.spread
		about := ""
		for _, a := range advise(it, c, northSouth) {
			about += a.About
		}
		if strings.Contains(about, "one answer") != test.said {
			t.Errorf("%s: advice about %q", test.name, about)
		}
	}
}

// A score decided a game that came to the length limit; a record whose start cannot be set up
// was decided by none.
func TestAdjudgedGames(t *testing.T) {
	g, err := games.Make("cetro:cap=4")
	if err != nil {
		t.Fatal(err)
	}
	r, s := &selfplay.Record{}, g.New(0)
	for _, want := range []bool{false, false, false, false, true} {
		if got := adjudged(g, r); got != want {
			t.Errorf("after %d plies: %v, want %v", len(r.Plies), got, want)
		}
		if s.Result() == env.Ongoing && len(r.Plies) < 4 {
			a := s.Legal(nil)[0]
			s.Play(a)
			r.Plies = append(r.Plies, selfplay.Ply{Action: a})
		}
	}
	r.Start = selfplay.Start{Kind: "none", Position: "nonsense"}
	if adjudged(g, r) {
		t.Error("a game from nowhere was decided by a score")
	}
}

// Where some actions do not count for the limit, the number of plies does not say whether the
// rules or the score ended a game: with a limit out of reach only the rules do.
func TestEndedByTheRules(t *testing.T) {
	short, long := games.Must("cetro-5x5:demand=veto,cap=20,cap_result=score"), games.Must("cetro-5x5:demand=veto,cap=400,cap_result=score")
	ways := map[bool]int{}
	for n := range 60 {
		s, free, rng := short.New(0), long.New(0), seed.New(3).At("game", n).Rand()
		r := &selfplay.Record{}
		for s.Result() == env.Ongoing && len(r.Plies) < short.Spec().MaxPly {
			legal := s.Legal(nil)
			a := legal[rng.IntN(len(legal))]
			s.Play(a)
			free.Play(a)
			r.Plies = append(r.Plies, selfplay.Ply{Action: a})
		}
		if r.Result = s.Result(); r.Result == env.Ongoing || len(r.Plies) == short.Spec().MaxPly {
			continue
		}
		want := free.Result() != env.Ongoing
		ways[want]++
		if got := endedByTheRules(short, r); got != want {
			t.Errorf("game %d, %d plies, %v: ended by the rules: %v, want %v", n, len(r.Plies), r.Result, got, want)
		}
	}
	if ways[true] == 0 || ways[false] == 0 {
		t.Errorf("by the rules, by the score: %d and %d games, want some of each", ways[true], ways[false])
	}
}
