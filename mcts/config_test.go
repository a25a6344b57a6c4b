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
		{func(c *Config) { *c = Config{} }, "simulations = 0"},
		{func(c *Config) { c.Simulations = -1 }, "simulations = -1"},
		{func(c *Config) { c.Leaves = 0 }, "leaves = 0"},
		{func(c *Config) { c.VirtualLoss = 2 }, "virtual_loss = 2"},
		{func(c *Config) { c.CInit = -1 }, "c_init = -1"},
		{func(c *Config) { c.CBase = 0 }, "c_base = 0"},
		{func(c *Config) { c.FPU = math.NaN() }, "fpu = NaN"},
		{func(c *Config) { c.NoiseWeight = 1.5 }, "noise_weight = 1.5"},
		{func(c *Config) { c.NoiseTotal = 0 }, "noise_total = 0"},
	} {
		c := Defaults()
		test.spoil(&c)
		err := c.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Validate: got %v, want one line with %q", err, test.want)
		}
	}
}
