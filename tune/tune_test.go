package tune

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/eval"
)

func game(t testing.TB, name string) (env.Game, *eval.Features) {
	t.Helper()
	g := games.Must(name)
	f, err := eval.NewFeatures(g)
	if err != nil {
		t.Fatal(err)
	}
	return g, f
}

func small(name string, games int) Config {
	c := Default(name)
	c.Games, c.Nodes = games, 100
	return c
}

// played returns games of a round as text.
func played(t testing.TB, g env.Game, f *eval.Features, c Config, w *eval.Weights, done, workers int) (all []string, records []*Record) {
	t.Helper()
	err := Games(context.Background(), g, f, c, w, 1, done, workers, func(r *Record) error {
		text, err := json.Marshal(r)
		all, records = append(all, string(text)), append(records, r)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, records
}

// Games are the same for any number of goroutines, and from any game on; another seed, or
// an evaluation, makes others.
func TestGamesDependOnNothingElse(t *testing.T) {
	g, f := game(t, "celta")
	c := small("celta", 9)
	want, _ := played(t, g, f, c, nil, 0, 1)
	if len(want) != c.Games {
		t.Fatalf("%d games, want %d", len(want), c.Games)
	}
	if got, _ := played(t, g, f, c, nil, 0, 4); !slices.Equal(got, want) {
		t.Error("four goroutines play other games")
	}
	if got, _ := played(t, g, f, c, nil, 5, 2); !slices.Equal(got, want[5:]) {
		t.Error("other games follow the fifth")
	}
	other := c
	other.Seed++
	if got, _ := played(t, g, f, other, nil, 0, 1); slices.Equal(got, want) {
		t.Error("another seed plays the same games")
	}
	w := eval.NewWeights(g, f, make([]eval.Pair, f.Count()), 1)
	if got, _ := played(t, g, f, c, w, 0, 1); slices.Equal(got, want) {
		t.Error("an evaluation plays the games of the score")
	}
}

// An error of keep, and the end of the context, end it all.
func TestGamesEnd(t *testing.T) {
	g, f := game(t, "connect4")
	c := small("connect4", 50)
	full := errors.New("full")
	if err := Games(context.Background(), g, f, c, nil, 1, 0, 3, func(*Record) error { return full }); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	ctx, stop := context.WithCancel(context.Background())
	n := 0
	err := Games(ctx, g, f, c, nil, 1, 0, 3, func(*Record) error {
		if n++; n == 5 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n >= c.Games {
		t.Errorf("%v after %d games", err, n)
	}
}

// What is learned from: quiet positions with their targets, none of games that were cut off
// in the first round, and none of records that are not a game.
func TestSamples(t *testing.T) {
	g, f := game(t, "cetran2")
	_, records := played(t, g, f, small("cetran2", 6), nil, 0, 1)
	for i, r := range records {
		var all, certain eval.Samples
		if err := r.Samples(g, f, 0.5, 1, &all); err != nil {
			t.Fatal(err)
		}
		if n := len(r.Actions); all.Len() == 0 || all.Len() > n*9/10 {
			t.Errorf("game %d: %d positions of %d", i, all.Len(), n)
		}
		cut := *r
		cut.Points = -1
		if err := cut.Samples(g, f, 0, 1, &certain); err != nil || certain.Len() != 0 {
			t.Errorf("game %d, cut off: %d positions, %v", i, certain.Len(), err)
		}
		// A game of one result is explained by the constant features alone.
		if r.Points == 2 {
			if err := r.Samples(g, f, 0, 1, &certain); err != nil {
				t.Fatal(err)
			}
			if l := eval.Loss(&certain, make([]eval.Pair, f.Count())); math.Abs(l-math.Ln2) > 1e-6 {
				t.Errorf("loss %v without weights, want ln 2", l)
			}
		}
	}
	for name, spoil := range map[string]func(*Record){
		"an illegal action":    func(r *Record) { r.Actions[3] = 1 << 20 },
		"a value short":        func(r *Record) { r.Logits = r.Logits[1:] },
		"three points":         func(r *Record) { r.Points = 3 },
		"a start that is none": func(r *Record) { r.Start = "nonsense" },
		"an action too many":   func(r *Record) { r.Actions = append(r.Actions, -1); r.Logits = append(r.Logits, 0) },
	} {
		r := *records[0]
		r.Actions, r.Logits = slices.Clone(r.Actions), slices.Clone(r.Logits)
		spoil(&r)
		if err := r.Samples(g, f, 0.5, 1, new(eval.Samples)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A player wins who is far ahead for six plies, and not for five.
func TestFarAhead(t *testing.T) {
	for _, tt := range []struct {
		logits []float32
		result env.Result
		want   int
	}{
		{[]float32{6, 6, 6, 6, 6, 6}, env.Ongoing, 2},
		{[]float32{-6, -6, -6, -6, -6, -9}, env.Ongoing, 0},
		{[]float32{6, 6, 6, 6, 6}, env.Ongoing, -1},
		{[]float32{6, 6, 6, 1, 6, 6, 6}, env.Ongoing, -1},
		{[]float32{6, 6, 6, -6, -6, -6}, env.Ongoing, -1},
		{[]float32{6, 6}, env.SecondWins, 0},
		{nil, env.FirstWins, 2},
		{nil, env.Drawn, 1},
	} {
		var f far
		for _, x := range tt.logits {
			f.add(x)
		}
		if got := f.points(tt.result); got != tt.want {
			t.Errorf("%v, %v: %d points, want %d", tt.logits, tt.result, got, tt.want)
		}
	}
}

func TestConfigs(t *testing.T) {
	if err := Default("celta").Validate(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*Config){
		"rounds": func(c *Config) { c.Rounds = 0 }, "games": func(c *Config) { c.Games = -1 }, "nodes": func(c *Config) { c.Nodes = 0 },
		"window": func(c *Config) { c.Window = 0 }, "mix": func(c *Config) { c.Mix = math.NaN() },
	} {
		c := Default("celta")
		if spoil(&c); c.Validate() == nil {
			t.Errorf("%s of %+v is accepted", name, c)
		}
	}
}

// The scale of values is that of the results: twice as large values have half the scale,
// and values without results, or against them, none.
func TestScale(t *testing.T) {
	rng := seed.New(1).Rand()
	const want = 1.7
	var same, twice, shuffled []*Record
	for range 4000 {
		x := rng.NormFloat64()
		points := 0
		if rng.Float64() < 1/(1+math.Exp(-want*x)) {
			points = 2
		}
		same = append(same, &Record{Logits: []int32{none, int32(1000 * x)}, Points: points})
		twice = append(twice, &Record{Logits: []int32{int32(2000 * x), none}, Points: points})
		shuffled = append(shuffled, &Record{Logits: []int32{-int32(1000 * x)}, Points: points})
	}
	if got := Scale(same); math.Abs(got-want) > 0.15 {
		t.Errorf("scale %v, want %v", got, want)
	}
	if got := Scale(twice); math.Abs(2*got-Scale(same)) > 0.01 {
		t.Errorf("scale %v of values twice as large, %v of the others", got, Scale(same))
	}
	for name, games := range map[string][]*Record{"against the results": shuffled, "no games": nil, "no values": {{Logits: []int32{0, none}, Points: 2}}} {
		if got := Scale(games); got != 0 {
			t.Errorf("%s: scale %v, want 0", name, got)
		}
	}
}
