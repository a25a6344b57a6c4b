package eval

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/selfplay"
)

// game returns a game and its features.
func game(t testing.TB, name string) (env.Game, *Features) {
	t.Helper()
	g := games.Must(name)
	f, err := NewFeatures(g)
	if err != nil {
		t.Fatal(err)
	}
	return g, f
}

func small(games int) RoundConfig {
	return RoundConfig{Seed: 1, Games: games, Nodes: 100, SearchValue: 0.6, Window: 3}
}

// played returns the games of a first round, and each as text.
func played(t testing.TB, g env.Game, f *Features, c RoundConfig, w *Weights, workers int) (all []string, records []*selfplay.Record) {
	t.Helper()
	games, err := playAll(context.Background(), c.Games, workers, func(ctx context.Context, i int) (*selfplay.Record, error) {
		return Play(ctx, g, f, c, w, 1, i)
	}, func(r *selfplay.Record) {
		all, records = append(all, string(r.Marshal())), append(records, r)
	})
	if err != nil || !slices.Equal(games, records) {
		t.Fatalf("%d games, %d were reported; %v", len(games), len(records), err)
	}
	return all, records
}

// Games are the same for any number of goroutines; another seed, or an evaluation, makes
// others.
func TestGamesDependOnNothingElse(t *testing.T) {
	g, f := game(t, "celta")
	c := small(9)
	want, _ := played(t, g, f, c, nil, 1)
	if len(want) != c.Games {
		t.Fatalf("%d games, want %d", len(want), c.Games)
	}
	if got, _ := played(t, g, f, c, nil, 4); !slices.Equal(got, want) {
		t.Error("four goroutines play other games")
	}
	other := c
	other.Seed++
	if got, _ := played(t, g, f, other, nil, 1); slices.Equal(got, want) {
		t.Error("another seed plays the same games")
	}
	w := NewWeights(g, f, make([]Pair, f.Count()), 1)
	if got, _ := played(t, g, f, c, w, 1); slices.Equal(got, want) {
		t.Error("an evaluation plays the games of the score")
	}
}

// In a first round from nothing the search evaluates by the score, and its values count half as
// much as in later rounds; in one from an evaluation they count as in later rounds.
func TestValuesOfAFirstRound(t *testing.T) {
	g, f := game(t, "celta")
	_, records := played(t, g, f, small(6), nil, 1)
	targets := func(round int, begun bool) []float32 {
		c := small(6)
		c.Begun = begun
		var l lessons
		if err := l.add(g, f, c, round, records); err != nil {
			t.Fatal(err)
		}
		return l.train.target
	}
	later := targets(2, false)
	if !slices.Equal(targets(1, true), later) {
		t.Error("from an evaluation the targets are not those of a later round")
	}
	if slices.Equal(targets(1, false), later) {
		t.Error("from nothing the targets are those of a later round")
	}
}

// An error of earlier games, and the end of the context, end a round.
func TestRoundsEnd(t *testing.T) {
	g, f := game(t, "connect4")
	c := small(50)
	lost := errors.New("lost")
	none := func(int) ([]*selfplay.Record, error) { return nil, lost }
	few := small(2)
	if _, err := Round(context.Background(), g, f, few, nil, 2, 3, func(*selfplay.Record) {}, none); !errors.Is(err, lost) {
		t.Errorf("got %v, want %v", err, lost)
	}
	if l, err := Round(context.Background(), g, f, few, nil, 1, 3, func(*selfplay.Record) {}, none); err != nil || len(l.Games) != 2 {
		t.Errorf("a first round wants earlier games: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	n := 0
	_, err := Round(ctx, g, f, c, nil, 1, 3, func(*selfplay.Record) {
		if n++; n == 5 {
			stop()
		}
	}, none)
	if !errors.Is(err, context.Canceled) || n >= c.Games {
		t.Errorf("%v after %d games", err, n)
	}
}

// What is learned from: quiet positions with their targets, none of games that were cut off
// in the first round, and none of records that are not a game.
func TestSamples(t *testing.T) {
	g, f := game(t, "cetran2")
	_, records := played(t, g, f, small(6), nil, 1)
	learned := func(r *selfplay.Record, mix float64, to *Samples) {
		t.Helper()
		l, err := newLesson(g, r)
		if err == nil {
			err = l.samples(g, f, mix, 0, 1, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, r := range records {
		if err := r.Check(g); err != nil {
			t.Errorf("game %d: %v", i, err)
		}
		var all, certain Samples
		learned(r, 0.5, &all)
		if n := len(r.Plies); all.Len() == 0 || all.Len() > n*9/10 {
			t.Errorf("game %d: %d positions of %d", i, all.Len(), n)
		}
		if r.Adjudicated {
			cut := *r
			cut.Result, cut.Truncated = env.Ongoing, true
			learned(&cut, 0, &certain)
			if certain.Len() != 0 {
				t.Errorf("game %d, cut off: %d positions", i, certain.Len())
			}
		}
		// A game of one result is explained by the constant features alone.
		if r.Result == env.FirstWins {
			learned(r, 0, &certain)
			if l := Loss(&certain, make([]Pair, f.Count())); math.Abs(l-math.Ln2) > 1e-6 {
				t.Errorf("loss %v without weights, want ln 2", l)
			}
		}
	}
	for name, spoil := range map[string]func(*selfplay.Record){
		"an illegal action":    func(r *selfplay.Record) { r.Plies[3].Action = 1 << 20 },
		"a value too large":    func(r *selfplay.Record) { r.Plies[9].Value = 2 },
		"another result":       func(r *selfplay.Record) { r.Result, r.Adjudicated = env.Drawn, true },
		"a start that is none": func(r *selfplay.Record) { r.Start = selfplay.Start{Kind: "odds", Level: 1, Position: "nonsense"} },
		"an action too many":   func(r *selfplay.Record) { r.Plies = append(r.Plies, selfplay.Ply{Action: -1}) },
	} {
		r := *records[0]
		r.Plies = slices.Clone(r.Plies)
		spoil(&r)
		var l lessons
		if err := l.add(g, f, small(1), 1, []*selfplay.Record{&r}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A record keeps each logit that is learned from, to a thousandth, and bounds all others.
func TestValuesKeepLogits(t *testing.T) {
	const most = 1000 * mostLogit
	for x := int32(-most); x <= most; x++ {
		if got := logit(value(x)); got != x {
			t.Fatalf("%d is read as %d", x, got)
		}
	}
	for v, want := range map[float32]int32{value(2 * most): most, 1: most, -1.00001: -most} {
		if got := logit(v); got != want {
			t.Errorf("%v is read as %d, want %d", v, got, want)
		}
	}
}

// A player wins who is far ahead for six plies, and not for five.
func TestFarAhead(t *testing.T) {
	const maxPly = 6
	for _, tt := range []struct {
		logits      []float32
		result      env.Result
		want        int
		adjudicated bool
	}{
		{[]float32{6, 6, 6, 6, 6, 6}, env.Ongoing, 2, true},
		{[]float32{-6, -6, -6, -6, -6, -9}, env.Ongoing, 0, true},
		{[]float32{6, 6, 6, 6, 6}, env.Ongoing, -1, true},
		{[]float32{6, 6, 6, 1, 6, 6}, env.Ongoing, -1, false},
		{[]float32{6, 6, 6, -6, -6, -6}, env.Ongoing, -1, false},
		{[]float32{6, 6}, env.SecondWins, 0, false},
		{nil, env.FirstWins, 2, false},
		{nil, env.Drawn, 1, false},
	} {
		var f far
		r := &selfplay.Record{Plies: make([]selfplay.Ply, len(tt.logits))}
		for _, x := range tt.logits {
			f.add(x)
		}
		f.end(r, tt.result, maxPly)
		if got := points(r); got != tt.want || r.Adjudicated != tt.adjudicated || r.Truncated != (got < 0) {
			t.Errorf("%v, %v: %d points of %+v, want %d", tt.logits, tt.result, got, r, tt.want)
		}
	}
}

func TestConfigs(t *testing.T) {
	if err := small(1).Validate(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*RoundConfig){
		"games": func(c *RoundConfig) { c.Games = -1 }, "nodes": func(c *RoundConfig) { c.Nodes = 0 },
		"window": func(c *RoundConfig) { c.Window = 0 }, "search_value": func(c *RoundConfig) { c.SearchValue = math.NaN() },
		"lambda": func(c *RoundConfig) { c.Lambda = 1 }, "decay": func(c *RoundConfig) { c.Decay = math.Inf(1) },
	} {
		c := small(1)
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
	var same, twice, shuffled []lesson
	for range 4000 {
		x := rng.NormFloat64()
		result := env.SecondWins
		if rng.Float64() < 1/(1+math.Exp(-want*x)) {
			result = env.FirstWins
		}
		same = append(same, lesson{&selfplay.Record{Result: result}, []int32{none, int32(1000 * x)}})
		twice = append(twice, lesson{&selfplay.Record{Result: result}, []int32{int32(2000 * x), none}})
		shuffled = append(shuffled, lesson{&selfplay.Record{Result: result}, []int32{-int32(1000 * x)}})
	}
	if got := scale(same); math.Abs(got-want) > 0.15 {
		t.Errorf("scale %v, want %v", got, want)
	}
	if got := scale(twice); math.Abs(2*got-scale(same)) > 0.01 {
		t.Errorf("scale %v of values twice as large, %v of the others", got, scale(same))
	}
	for name, games := range map[string][]lesson{"against the results": shuffled, "no games": nil, "no values": {{&selfplay.Record{Result: env.FirstWins}, []int32{0, none}}}} {
		if got := scale(games); got != 0 {
			t.Errorf("%s: scale %v, want 0", name, got)
		}
	}
}

// With lambda a value is a part of its own and of the later ones; behind the last one stands the
// result, unless the game was adjudicated.
func TestLaterValues(t *testing.T) {
	g, f := game(t, "cetran2")
	_, records := played(t, g, f, small(8), nil, 1)
	ends := map[bool]int{}
	for _, r := range records {
		l, err := newLesson(g, r)
		if err != nil {
			t.Fatal(err)
		}
		own, _ := l.won(g, 0, 1)
		const lambda = 0.75
		got, err := l.won(g, lambda, 1)
		if err != nil {
			t.Fatal(err)
		}
		last := own[len(own)-1]
		if ends[r.Adjudicated]++; !r.Adjudicated {
			last = float64(points(r)) / 2
		}
		for i, p := range r.Plies {
			first := (1 + float64(p.Value)) / 2
			if i%2 == 1 {
				first = 1 - first
			}
			if p.Policy != nil && r.Start.Kind == "" && math.Abs(own[i]-first) > 1e-3 {
				t.Fatalf("ply %d is worth %v to First, want %v", i, own[i], first)
			}
			want, weight := 0.0, 1.0
			for _, x := range own[i:] {
				want, weight = want+(1-lambda)*weight*x, weight*lambda
			}
			if want += weight * last; math.Abs(got[i]-want) > 1e-9 {
				t.Fatalf("ply %d of %d: %v, want %v", i, len(own), got[i], want)
			}
		}
	}
	if ends[true] == 0 || ends[false] == 0 {
		t.Errorf("games by whether they were adjudicated: %v, want both", ends)
	}
}

// More decay leaves weights nearer to where they began, in a round, too.
func TestDecayOfARound(t *testing.T) {
	g, f := game(t, "celta")
	_, records := played(t, g, f, small(20), nil, 1)
	size := func(decay float64) (sum float64) {
		c := small(20)
		c.Decay = decay
		var all lessons
		if err := all.add(g, f, c, 1, records); err != nil {
			t.Fatal(err)
		}
		w, _, _, err := all.fit(g, f, c, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range w.Pairs {
			if f.Worths()[i] < 0 {
				sum += math.Abs(float64(p[0])) + math.Abs(float64(p[1]))
			}
		}
		return sum
	}
	if little, usual, same := size(20), size(0), size(200); little <= usual || usual != same {
		t.Errorf("weights of %v in all with little decay, %v with the usual one, %v with it by name", little, usual, same)
	}
}
