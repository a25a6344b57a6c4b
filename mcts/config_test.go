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
	for _, row := range []struct{ ask, want int }{{Full, 37}, {0, 0}, {1, 1}, {5, 5}, {50, 50}} {
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

// Both ends of each range are valid, and what lies just outside is not.
func TestBounds(t *testing.T) {
	for _, row := range []struct {
		name      string
		low, high float64
		least     float64 // how far outside
		set       func(*Config, float64)
	}{
		{"simulations", 1, 1_000_000, 1, func(c *Config, x float64) { c.Simulations = int(x) }},
		{"leaves", 0, 4096, 1, func(c *Config, x float64) { c.Leaves = int(x) }},
		{"virtual_loss", 0, 1, 0.001, func(c *Config, x float64) { c.VirtualLoss = x }},
		{"c_init", 0, 1000, 0.001, func(c *Config, x float64) { c.CInit = x }},
		{"c_base", 1, 1e9, 0.5, func(c *Config, x float64) { c.CBase = x }},
		{"fpu", 0, 1000, 0.001, func(c *Config, x float64) { c.FPU = x }},
		{"root_fpu", 0, 1000, 0.001, func(c *Config, x float64) { c.RootFPU = x }},
		{"noise_weight", 0, 1, 0.001, func(c *Config, x float64) { c.NoiseWeight = x }},
		{"noise_total", 0.001, 1e9, 0.0005, func(c *Config, x float64) { c.NoiseTotal = x }},
		{"noise_total", 0, 1e9, 0.0005, func(c *Config, x float64) { c.NoiseTotal, c.NoiseWeight = x, 0 }},
		{"considered", 1, 1_000_000, 1, func(c *Config, x float64) { c.Considered = int(x) }},
		{"sigma_visits", 0, 1e9, 0.001, func(c *Config, x float64) { c.SigmaVisits = x }},
		{"sigma_scale", 0, 1000, 0.001, func(c *Config, x float64) { c.SigmaScale = x }},
		{"adjudicated", 0, 1, 0.001, func(c *Config, x float64) { c.Adjudicated = x }},
		{"contempt", 0, 1, 0.001, func(c *Config, x float64) { c.Contempt = x }},
		{"lookahead", 0, 2, 1, func(c *Config, x float64) { c.Lookahead = int(x) }},
		{"lookahead", 0, 0, 1, func(c *Config, x float64) { c.Lookahead, c.Solver = int(x), false }},
	} {
		for _, x := range []float64{row.low - row.least, row.low, row.high, row.high + row.least} {
			c := Defaults()
			row.set(&c, x)
			err := c.Validate()
			if within := x >= row.low && x <= row.high; within != (err == nil) {
				t.Errorf("%s = %v: %v; want %v to %v", row.name, x, err, row.low, row.high)
			} else if err != nil && !strings.HasPrefix(err.Error(), row.name+" = ") {
				t.Errorf("%s = %v: %v, want the name first", row.name, x, err)
			}
		}
	}
}
