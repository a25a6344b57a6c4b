package selfplay

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Games begin from the kinds of positions that the configuration asks for, in
// about these shares; they can be played again, and written and read back.
func TestStartsAreDrawnByTheirShares(t *testing.T) {
	g := game(t, "cetran2")
	cfg := quick(60, 8)
	cfg.Starts = map[string]float32{"endgame": 0.5, "few": 0.25}
	cfg.OpeningPlies, cfg.Search.Simulations, cfg.StartLevel = 2, 1, 0.5
	count := map[string]int{}
	for i, r := range playAll(t, g, cfg, 2) {
		count[r.Start.Kind]++
		if err := r.Replay(g, nil); err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		back, err := UnmarshalRecord(r.Marshal())
		if err != nil || !reflect.DeepEqual(back, r) {
			t.Fatalf("game %d: read back as %+v, %v", i, back, err)
		}
		switch {
		case r.Start.Kind == "":
		case r.Start.Level != 0.5:
			t.Errorf("game %d: level %v, want 0.5", i, r.Start.Level)
		case !r.Checked:
			t.Errorf("game %d: somebody may resign in it", i)
		}
	}
	if count["endgame"] < 18 || count["endgame"] > 42 || count["few"] < 5 || count["few"] > 26 || count[""] < 5 || count[""] > 26 {
		t.Errorf("60 games began from %v, want about 30 endgames, 15 with few men and 15 arrays", count)
	}
}

// The same games for any number of workers, from starts and from games that had
// begun from them.
func TestStartsDoNotDependOnWorkers(t *testing.T) {
	g := game(t, "cetro-5x5")
	cfg := quick(10, 3)
	cfg.Starts, cfg.StartLevel = map[string]float32{"near": 0.7}, 0.1
	archive := playAll(t, g, cfg, 1)
	cfg.Restart = 0.5
	want := playOn(t, g, cfg, archive, 1)
	if got := playOn(t, g, cfg, archive, 3); !reflect.DeepEqual(got, want) {
		t.Error("three workers play other games than one")
	}
	began := 0
	for _, r := range want {
		if r.Start.Kind == "near" {
			began++
		}
	}
	if began < 3 {
		t.Errorf("%d of 10 games began near the end", began)
	}
}

// Quick play is the better of two random moves, by the mover's own score after it: of n
// moves in the order of their scores, the i-th is drawn in 2i-1 of n^2 cases.
func TestQuickPlayIsTheBetterOfTwo(t *testing.T) {
	g := game(t, "cetran2")
	start, err := g.(env.Notated).ParsePosition("k7/8/1n6/3q4/4P3/8/8/K7 w - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	scoreOf := func(a env.Action) float64 {
		after := start.Copy(nil)
		after.Play(a)
		return float64(after.(env.Scored).Score(start.ToMove()))
	}
	var scores []float64
	for _, a := range start.Legal(nil) {
		scores = append(scores, scoreOf(a))
	}
	slices.Sort(scores)
	n, want, square := float64(len(scores)), 0.0, 0.0
	for i, score := range scores {
		share := float64(2*i+1) / (n * n)
		want, square = want+share*score, square+share*score*score
	}
	const draws = 2000
	got := 0.0
	for i := range draws {
		s := seat{rng: seed.New(uint64(i)).Rand(), record: &Record{}}
		s.hurry(start.Copy(nil), 1)
		got += scoreOf(s.record.Plies[0].Action) / draws
	}
	if bound := 4 * math.Sqrt((square-want*want)/draws); bound == 0 || math.Abs(got-want) > bound {
		t.Errorf("mean score %.4f, want %.4f within %.4f", got, want, bound)
	}
}

// One earlier game is enough to go on from.
func TestRestartFromOneGame(t *testing.T) {
	g := game(t, "tictactoe")
	cfg := quick(12, 3)
	archive := playAll(t, g, cfg, 1)[:1]
	cfg.Restart, cfg.OpeningPlies = 1, 0
	begun := 0
	for i, r := range playOn(t, g, cfg, archive, 1) {
		if r.Seed != archive[0].Seed {
			t.Errorf("game %d begins elsewhere", i)
		}
		if p := r.Plies[0]; p.Policy == nil && p.Action == archive[0].Plies[0].Action {
			begun++
		}
	}
	if begun < 4 {
		t.Errorf("%d of 12 games go on from a later position", begun)
	}
}

func TestUnknownStartsAreRefused(t *testing.T) {
	for name, want := range map[string]string{
		"cetran2":   "starts.odd = 0.5, but cetran2 knows [odds sparse few endgame mate]",
		"tictactoe": "starts.odd = 0.5, but tictactoe knows []",
	} {
		cfg := quick(1, 1)
		cfg.Starts = map[string]float32{"odd": 0.5}
		if err := cfg.Fits(game(t, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}

// What a leaf is worth: chances, final score and settled score by their weights.
func TestWeights(t *testing.T) {
	s, err := game(t, "cetran2").(env.Notated).ParsePosition("k7/8/8/3q4/4P3/8/8/K7 w - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	settled := s.(env.Tactical).Settled(-1, 1) // a pawn ahead once the queen is taken
	for _, c := range []struct {
		w    Weights
		want float32
	}{
		{Weights{}, 0.5},
		{Weights{Utility: 0.5}, 0.5*0.5 - 0.5*0.25},
		{Weights{Settled: 0.25}, 0.75*0.5 + 0.25*settled},
		{Weights{Utility: 1, Settled: 0.5}, 0.5*-0.25 + 0.5*settled},
	} {
		// What a win is worth more than a draw in the value is the share that draws have in it.
		if got, want := c.w.drawn(0.5), 0.5*(c.w.value(1, -0.25, s)-c.w.value(0, -0.25, s)); math.Abs(float64(got-want)) > 1e-6 {
			t.Errorf("%+v: a share of %v for draws, want %v", c.w, got, want)
		}
		if got := c.w.value(0.5, -0.25, s); got != c.want {
			t.Errorf("%+v: %v, want %v", c.w, got, c.want)
		}
	}
	if settled <= 0 {
		t.Errorf("settled score %v, want more than 0", settled)
	}
}
