package mcts

import (
	"context"
	"math"
	"strings"
	"testing"

	"ludens/env/games"
)

func TestValidate(t *testing.T) {
	if err := Defaults().Validate(); err != nil {
		t.Errorf("Defaults: %v", err)
	}
	for _, test := range []struct {
		spoil func(*Config)
		want  string
	}{
		{func(c *Config) { *c = Config{} }, "simulations = 0"},
		{func(c *Config) { c.Simulations = -1 }, "simulations = -1"},
		{func(c *Config) { c.Leaves = -1 }, "leaves = -1"},
		{func(c *Config) { c.VirtualLoss = 2 }, "virtual_loss = 2"},
		{func(c *Config) { c.CInit = -1 }, "c_init = -1"},
		{func(c *Config) { c.CBase = 0 }, "c_base = 0"},
		{func(c *Config) { c.FPU = math.NaN() }, "fpu = NaN"},
		{func(c *Config) { c.NoiseWeight = 1.5 }, "noise_weight = 1.5"},
		{func(c *Config) { c.NoiseTotal = 0 }, "noise_total = 0"},
		{func(c *Config) { c.NoiseTotal, c.NoiseWeight = -1, 0 }, "noise_total = -1"},
		{func(c *Config) { c.RootFPU = -1 }, "root_fpu = -1"},
		{func(c *Config) { c.Considered = 0 }, "considered = 0"},
		{func(c *Config) { c.SigmaVisits = -1 }, "sigma_visits = -1"},
		{func(c *Config) { c.SigmaScale = math.Inf(1) }, "sigma_scale = +Inf"},
		{func(c *Config) { c.Adjudicated = 1.5 }, "adjudicated = 1.5"},
		{func(c *Config) { c.Contempt = -0.1 }, "contempt = -0.1"},
		{func(c *Config) { c.Lookahead = 3 }, "lookahead = 3"},
	} {
		c := Defaults()
		test.spoil(&c)
		err := c.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Validate: got %v, want one line with %q", err, test.want)
		}
	}
}

// A limited search is valid wherever the whole one is, and keeps what it has room for.
func TestLimited(t *testing.T) {
	c := Defaults()
	for limit, want := range map[int][2]int{1: {1, 1}, 8: {8, 8}, 20: {20, 16}, 100: {100, 16}, 500: {100, 16}} {
		got := c.Limited(limit)
		if got.Simulations != want[0] || got.Considered != want[1] || got.Validate() != nil {
			t.Errorf("%d: %d simulations, %d considered, %v; want %v", limit, got.Simulations, got.Considered, got.Validate(), want)
		}
		if got.Simulations, got.Considered = c.Simulations, c.Considered; got != c {
			t.Errorf("%d: more was changed: %+v", limit, got)
		}
	}
}

// Config.Simulations is what a full search makes.
func TestFullSearch(t *testing.T) {
	g := games.Must("connect4")
	cfg := Defaults()
	cfg.Simulations, cfg.Solver, cfg.Lookahead = 37, false, 0
	tree := NewTree(g, cfg)
	for _, row := range []struct{ ask, want int }{{Full, 37}, {5, 5}, {50, 50}} {
		tree.Reset(g.New(0))
		tree.Begin(context.Background(), row.ask, nil)
		if err := Search(t.Context(), tree, Uniform{}); err != nil {
			t.Fatal(err)
		}
		if got := tree.Stats().Simulations; got != row.want {
			t.Errorf("asked for %d: %d simulations, want %d", row.ask, got, row.want)
		}
	}
}
