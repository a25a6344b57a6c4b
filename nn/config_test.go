package nn

import (
	"math"
	"testing"
)

func TestConfigValidate(t *testing.T) {
	if err := DefaultConfig().Validate(); err != nil {
		t.Errorf("defaults: %v", err)
	}
	for _, c := range []struct {
		damage func(*Config)
		want   string
	}{
		{func(c *Config) { c.Batch = 1 }, "batch = 1, want 2 to 65536"},
		{func(c *Config) { c.Precision = "fp16" }, `precision = "fp16", want "fp32", "bf16" or "auto"`},
		{func(c *Config) { c.Momentum = 1 }, "momentum = 1, want at least 0 and below 1"},
		{func(c *Config) { c.WeightDecay = float32(math.NaN()) }, "weight_decay = NaN, want at least 0 and below 1"},
		{func(c *Config) { c.ClipNorm = -1 }, "clip_norm = -1, want 0 (no limit), or 1e-06 to 1e+06"},
	} {
		config := DefaultConfig()
		c.damage(&config)
		if err := config.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
		if _, err := NewTrainer(newNet(t, learner, 0), config); err == nil {
			t.Errorf("a Trainer in spite of %s", c.want)
		}
	}
}
