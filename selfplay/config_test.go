package selfplay

import (
	"math"
	"strings"
	"testing"

	"ludens/mcts"
)

// sound is a configuration with nothing wrong.
func sound() Config {
	return Config{Games: 10, Lockstep: 4, Temperature: 1, TemperaturePly: 30, StartLevel: 1, Search: mcts.Defaults()}
}

// Every field is held to its range, at either end: what stands there is taken, and
// what is a step beyond is refused by the field's name.
func TestConfigBorders(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	const step = 1e-4
	share := func(set func(c *Config, v float32)) map[float32]func(c *Config) {
		all := map[float32]func(c *Config){}
		for _, v := range []float32{0, 0.5, 1, -step, 1 + step, -1, inf, -inf} {
			all[v] = func(c *Config) { set(c, v) }
		}
		return all
	}
	for field, set := range map[string]func(c *Config, v float32){
		"handicap": func(c *Config, v float32) { c.Handicap = v }, "score_utility": func(c *Config, v float32) { c.ScoreUtility = v },
		"settled": func(c *Config, v float32) { c.Settled = v }, "restart": func(c *Config, v float32) { c.Restart = v },
		"head": func(c *Config, v float32) { c.Head, c.HeadPlies = v, 5 }, "past": func(c *Config, v float32) { c.Past = v },
		"starts.few": func(c *Config, v float32) { c.Starts = map[string]float32{"few": v} },
	} {
		for v, change := range share(set) {
			holds(t, field, v, v >= 0 && v <= 1, change)
		}
		holds(t, field, nan, false, func(c *Config) { set(c, nan) })
	}
	for field, test := range map[string]struct {
		set         func(c *Config, n int)
		least, most int
	}{
		"games":           {func(c *Config, n int) { c.Games = n }, 1, 1_000_000},
		"lockstep":        {func(c *Config, n int) { c.Lockstep = n }, 1, 10_000},
		"temperature_ply": {func(c *Config, n int) { c.TemperaturePly = n }, 0, 100_000},
		"opening_plies":   {func(c *Config, n int) { c.OpeningPlies = n }, 0, 1000},
		"head_plies":      {func(c *Config, n int) { c.HeadPlies = n }, 0, 1000},
	} {
		for n, good := range map[int]bool{test.least: true, test.most: true, test.least - 1: false, test.most + 1: false, math.MinInt: false, math.MaxInt: false} {
			holds(t, field, n, good, func(c *Config) { test.set(c, n) })
		}
	}
	for v, good := range map[float32]bool{0: true, 0.01: true, 100: true, 0.009: false, 100.1: false, -1: false, inf: false} {
		holds(t, "temperature", v, good, func(c *Config) { c.Temperature = v })
	}
	holds(t, "temperature", nan, false, func(c *Config) { c.Temperature = nan })
}

// holds says whether a changed configuration is taken, or refused in one line that
// begins with the field.
func holds(t *testing.T, field string, v any, good bool, change func(c *Config)) {
	t.Helper()
	c := sound()
	change(&c)
	err := c.Validate()
	switch {
	case good && err != nil:
		t.Errorf("%s = %v: %v", field, v, err)
	case !good && err == nil:
		t.Errorf("%s = %v is taken", field, v)
	case !good && (!strings.HasPrefix(err.Error(), field+" = ") || strings.Contains(err.Error(), "\n")):
		t.Errorf("%s = %v: %v, want its name first", field, v, err)
	}
}

// Hasty play without a length is no play, and shares of starts are of one whole.
func TestConfigOfPartsThatGoTogether(t *testing.T) {
	c := sound()
	if c.Head = 0.5; c.Validate() == nil {
		t.Error("head without head_plies is taken")
	}
	if c.HeadPlies = 1; c.Validate() != nil {
		t.Error("a ply of hasty play is refused")
	}
	for _, test := range []struct {
		shares map[string]float32
		good   bool
	}{
		{nil, true}, {map[string]float32{"few": 0.5, "odds": 0.5}, true}, {map[string]float32{"few": 0.75, "odds": 0.5}, false}, {map[string]float32{"few": 1, "odds": -0.5}, false},
	} {
		c := sound()
		if c.Starts = test.shares; (c.Validate() == nil) != test.good {
			t.Errorf("starts %v: %v", test.shares, c.Validate())
		}
	}
	if err := sound().Validate(); err != nil {
		t.Error(err)
	}
}

// If the level of starts is not given, they are all that there is.
func TestStartLevel(t *testing.T) {
	for level, want := range map[float32]float32{0: 1, 0.25: 0.25, 1: 1} {
		if got := (&Config{StartLevel: level}).level(); got != want {
			t.Errorf("level %v: got %v, want %v", level, got, want)
		}
	}
}

// Shares that come to one as people count are taken, however they are rounded.
func TestSharesOfTenths(t *testing.T) {
	for a := 0; a <= 10; a++ {
		for b := 0; a+b <= 10; b++ {
			c := sound()
			c.Starts = map[string]float32{"a": float32(a) / 10, "b": float32(b) / 10, "c": float32(10-a-b) / 10}
			if err := c.Validate(); err != nil {
				t.Errorf("%v: %v", c.Starts, err)
			}
		}
	}
}

// What only goes with something else is held to it.
func TestConfigOfMoves(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(c *Config)
		want   string // "": nothing wrong
	}{
		{"a quarter of fast moves", func(c *Config) { c.FastShare, c.FastSimulations = 0.25, 1 }, ""},
		{"as long as the others", func(c *Config) { c.FastShare, c.FastSimulations = 0.25, c.Search.Simulations }, ""},
		{"fewer than none, though none is asked for", func(c *Config) { c.FastShare, c.FastSimulations = 0, -1 }, "fast_simulations"},
		{"longer", func(c *Config) { c.FastShare, c.FastSimulations = 0.25, c.Search.Simulations+1 }, "fast_simulations = "},
		{"of no length", func(c *Config) { c.FastShare = 0.25 }, "fast_simulations = 0"},
		{"all of them", func(c *Config) { c.FastShare, c.FastSimulations = 1, 1 }, "fast_share = 1"},
		{"fewer than none", func(c *Config) { c.FastShare = -0.1 }, "fast_share = -0.1"},
		{"resignation, checked", func(c *Config) { c.Resign, c.ResignCheck = 0.05, 0.1 }, ""},
		{"resignation, not checked", func(c *Config) { c.Resign = 0.05 }, "resign = 0.05 without resign_check"},
		{"always wrong", func(c *Config) { c.Resign, c.ResignCheck = 1, 0.1 }, "resign = 1"},
		{"checks without resignation", func(c *Config) { c.ResignCheck = 1 }, ""},
		{"too many checks", func(c *Config) { c.ResignCheck = 1.01 }, "resign_check = 1.01"},
		{"int8", func(c *Config) { c.Precision = Int8 }, ""},
		{"fp32", func(c *Config) { c.Precision = FP32 }, ""},
		{"another precision", func(c *Config) { c.Precision = "fp64" }, `precision = "fp64"`},
		{"the largest cache", func(c *Config) { c.Cache = 100_000_000 }, ""},
		{"a larger one", func(c *Config) { c.Cache = 100_000_001 }, "cache = 100000001"},
		{"less than none", func(c *Config) { c.Cache = -1 }, "cache = -1"},
		{"a level of 0", func(c *Config) { c.StartLevel = 0 }, ""},
		{"a level of 2", func(c *Config) { c.StartLevel = 2 }, "start_level = 2"},
		{"a search of nothing", func(c *Config) { c.Search.Simulations = 0 }, "simulations"},
	} {
		c := sound()
		test.change(&c)
		err := c.Validate()
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}
