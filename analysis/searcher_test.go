package analysis_test

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/mcts"
)

// configs are ways to search connect4.
func configs() map[string]analysis.Config {
	gumbel := analysis.Simulations(150)
	gumbel.Search.Root = mcts.Gumbel
	threads := analysis.Simulations(400)
	threads.Threads = 3
	both := gumbel
	both.Threads = 2
	return map[string]analysis.Config{"puct": analysis.Simulations(150), "gumbel": gumbel, "three threads": threads, "gumbel, two threads": both}
}

func searcher(t *testing.T, g env.Game, cfg analysis.Config) *analysis.Searcher {
	t.Helper()
	a, err := analysis.NewSearcher(g, mcts.NewRollout(g, 1, 3), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// One searcher acts and analyses: in a new position it finds the same, however often
// its reports are read and however fast its threads are.
func TestActAndAnalyseAgree(t *testing.T) {
	g := the(t, "connect4")
	s := at(t, g, "4", "4", "3", "5")
	for name, cfg := range configs() {
		want, err := searcher(t, g, cfg).Act(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if want.Simulations != cfg.Search.Simulations {
			t.Errorf("%s: %d simulations, want %d", name, want.Simulations, cfg.Search.Simulations)
		}
		for _, every := range []time.Duration{0, time.Nanosecond, 100 * time.Microsecond} {
			seen := 0
			limits := analysis.Limits{Every: every}
			got, err := analysis.New(g, mcts.NewRollout(g, 1, 3), cfg).Analyse(t.Context(), s, limits, func(analysis.Report) { seen++ })
			if err != nil {
				t.Fatal(err)
			}
			if got.Best() != want.Action || got.Value != want.Value || got.Simulations != want.Simulations || !reflect.DeepEqual(got.Stats(), want.Moves) {
				t.Errorf("%s, news every %v: found %+v, the agent %+v", name, every, got, want)
			}
			if every == time.Nanosecond && seen == 0 {
				t.Errorf("%s: no news", name)
			}
		}
	}
}

// Games are played alike again, by any number of threads.
func TestThreadsPlayAlike(t *testing.T) {
	g := the(t, "connect4")
	for name, cfg := range configs() {
		play := func() (moves []env.Action) {
			a := searcher(t, g, cfg)
			for s := g.New(0); s.Result() == env.Ongoing && len(moves) < 12; {
				d, err := a.Act(t.Context(), s)
				if err != nil {
					t.Fatal(err)
				}
				s.Play(d.Action)
				moves = append(moves, d.Action)
			}
			return moves
		}
		if one, other := play(), play(); !reflect.DeepEqual(one, other) {
			t.Errorf("%s: played %v, then %v", name, one, other)
		}
	}
}

// A search of more simulations than Gumbel's root is good for is PUCT's, and so is one
// without a known end.
func TestGumbelMost(t *testing.T) {
	g := the(t, "connect4")
	gumbel := analysis.Simulations(100)
	gumbel.Search.Root, gumbel.GumbelMost = mcts.Gumbel, 100
	find := func(cfg analysis.Config, l analysis.Limits) []env.MoveStats {
		r, err := analysis.New(g, mcts.NewRollout(g, 1, 3), cfg).Analyse(t.Context(), g.New(0), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Stats()
	}
	for n, same := range map[int]bool{100: false, 101: true} {
		l := analysis.Limits{Simulations: n}
		if got := reflect.DeepEqual(find(gumbel, l), find(analysis.Simulations(100), l)); got != same {
			t.Errorf("%d simulations: as PUCT finds %v, want %v", n, got, same)
		}
	}
	for n, want := range map[int]string{1: mcts.Gumbel, 100: mcts.Gumbel, 101: mcts.PUCT, mcts.MaxSimulations: mcts.PUCT} {
		if got := gumbel.RootFor(n); got != want {
			t.Errorf("%d simulations: %s, want %s", n, got, want)
		}
	}
}

// A tree does not outgrow its memory: an endless search then has an end.
func TestMegabytes(t *testing.T) {
	g := the(t, "connect4")
	cfg := analysis.Simulations(100)
	cfg.Megabytes = 1
	r, err := analysis.New(g, mcts.Uniform{}, cfg).Analyse(t.Context(), g.New(0), analysis.Limits{Endless: true}, nil)
	if err != nil || r.Simulations < 100 || r.Simulations > 1000 {
		t.Errorf("%d simulations, error %v; want some hundreds in a megabyte", r.Simulations, err)
	}
}

// A caller in a hurry gets a move all the same, one that gives up gets none.
func TestActWithin(t *testing.T) {
	g := the(t, "connect4")
	over, stop := context.WithCancel(t.Context())
	stop()
	for name, cfg := range configs() {
		d, err := searcher(t, g, cfg).ActWithin(t.Context(), over, g.New(0))
		if err != nil || d.Simulations < 1 || d.Simulations > 3 || len(d.Line) == 0 {
			t.Errorf("%s: got %+v, %v, want a move of one simulation, or of one for each thread", name, d, err)
		}
		if _, err := searcher(t, g, cfg).Act(over, g.New(0)); err != context.Canceled {
			t.Errorf("%s: error %v, want that of the context", name, err)
		}
	}
}

func TestConfigsThatCannotBe(t *testing.T) {
	g := the(t, "connect4")
	for want, spoil := range map[string]func(*analysis.Config){
		"threads = 257, want 1 to 256": func(c *analysis.Config) { c.Threads = 257 },
		"threads = -1":                 func(c *analysis.Config) { c.Threads = -1 },
		"-1 megabytes, want 1 to":      func(c *analysis.Config) { c.Megabytes = -1 },
		"simulations = 0":              func(c *analysis.Config) { c.Search.Simulations = 0 },
		"gumbel_most = -1":             func(c *analysis.Config) { c.GumbelMost = -1 },
	} {
		cfg := analysis.Simulations(10)
		spoil(&cfg)
		if _, err := analysis.NewSearcher(g, mcts.Uniform{}, cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// An endless search with a limited tree goes on until it is stopped, says when the tree is
// full, and holds no more positions.
func TestEndlessInALimitedTree(t *testing.T) {
	g := the(t, "connect4")
	const nodes = 300
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	a := searcher(t, g, analysis.Simulations(100))
	small, late := false, 0
	r, err := a.Analyse(ctx, g.New(0), analysis.Limits{Endless: true, Nodes: nodes, Every: time.Nanosecond, Lines: 2}, func(r analysis.Report) {
		small = small || !r.Full
		if late = r.Simulations; late > 20*nodes {
			stop()
		}
	})
	if err != nil || !r.Full || !small || r.Simulations <= 20*nodes || len(r.Moves[1].Line) == 0 {
		t.Errorf("%v: full %v, seen before it was %v, %d simulations, %v", err, r.Full, small, r.Simulations, r.Moves[1])
	}
	if r, err = a.Analyse(t.Context(), g.New(0), analysis.Limits{Simulations: 2 * nodes}, nil); err != nil || r.Full || r.Simulations != 2*nodes {
		t.Errorf("the next search, without the limit: %v, %+v", err, r)
	}
}
