package mcts

import (
	"math"
	"strings"
	"testing"
)

func TestValidate(t *testing.T) {
	if err := Defaults().Validate(); err != nil {
		t.Errorf("Defaults: %v", err)
	}
	for _, test := range []struct {
		spoil func(*Config)
		want  string
	}{
		{func(c *Config) { *c = Config{} }, "Simulations is 0"},
		{func(c *Config) { c.Simulations = -1 }, "Simulations is -1"},
		{func(c *Config) { c.Leaves = 0 }, "Leaves is 0"},
		{func(c *Config) { c.VirtualLoss = 2 }, "VirtualLoss is 2"},
		{func(c *Config) { c.CInit = -1 }, "CInit is -1"},
		{func(c *Config) { c.CBase = 0 }, "CBase is 0"},
		{func(c *Config) { c.FPU = math.NaN() }, "FPU and RootFPU are NaN"},
		{func(c *Config) { c.NoiseWeight = 1.5 }, "NoiseWeight is 1.5"},
		{func(c *Config) { c.NoiseTotal = 0 }, "NoiseTotal must be"},
	} {
		c := Defaults()
		test.spoil(&c)
		err := c.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), "mcts: "+test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Validate: got %v, want one line with %q", err, test.want)
		}
	}
}
