package nn

import "fmt"

// What the convolutions of a Trainer multiply.
const (
	FP32 = "fp32"
	BF16 = "bf16"
)

// Config says how a Trainer learns. [DefaultConfig] gives the defaults named here.
type Config struct {
	// Batch is how many rows one step takes. Default 128. AlphaZero: 4096.
	Batch int `toml:"batch"`

	// Precision is what the convolutions multiply: numbers of "fp32", or these
	// rounded to bfloat16, "bf16", on CPUs with AMX only. Sums and all else are
	// float32 either way, weights above all. A file may
	// say "auto", which package configs settles when a run begins. Default "fp32".
	Precision string `toml:"precision"`

	// Momentum of gradient descent, which is Nesterov's. Default 0.9, as AlphaZero.
	Momentum float32 `toml:"momentum"`

	// WeightDecay is c of the penalty c/2 |w|^2 on the weights of linear layers;
	// biases and batch norm are free. Default 1e-4, as AlphaZero.
	WeightDecay float32 `toml:"weight_decay"`

	// ValueWeight is the weight of the value loss against the policy loss.
	// Default 1, as AlphaZero.
	ValueWeight float32 `toml:"value_weight"`

	// ScoreWeight is the weight of the score loss, where the network has a head
	// for it. Default 0.5; KataGo gives its score targets less than its value.
	ScoreWeight float32 `toml:"score_weight"`

	// ClipNorm is the largest norm of the gradient; a longer one is scaled down
	// to it. 0: no limit. Default 0.
	ClipNorm float32 `toml:"clip_norm"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{
		Batch: 128, Precision: FP32, Momentum: 0.9,
		WeightDecay: 1e-4, ValueWeight: 1, ScoreWeight: 0.5,
	}
}

// Validate says what is wrong with c, or nil.
func (c Config) Validate() error {
	switch {
	case c.Batch < 2 || c.Batch > maxBatch:
		return fmt.Errorf("batch = %d, want 2 to %d", c.Batch, maxBatch)
	case c.Precision != FP32 && c.Precision != BF16:
		return fmt.Errorf("precision = %q, want \"fp32\", \"bf16\" or \"auto\"", c.Precision)
	case !(c.Momentum >= 0 && c.Momentum < 1):
		return fmt.Errorf("momentum = %v, want at least 0 and below 1", c.Momentum)
	case !(c.WeightDecay >= 0 && c.WeightDecay < 1):
		return fmt.Errorf("weight_decay = %v, want at least 0 and below 1", c.WeightDecay)
	case !(c.ValueWeight >= 0 && c.ValueWeight <= maxWeight):
		return fmt.Errorf("value_weight = %v, want 0 to %d", c.ValueWeight, maxWeight)
	case !(c.ScoreWeight >= 0 && c.ScoreWeight <= maxWeight):
		return fmt.Errorf("score_weight = %v, want 0 to %d", c.ScoreWeight, maxWeight)
	case c.ClipNorm != 0 && !(c.ClipNorm >= leastNorm && c.ClipNorm <= maxNorm):
		return fmt.Errorf("clip_norm = %v, want 0 (no limit), or %v to %v", c.ClipNorm, leastNorm, maxNorm)
	}
	return nil
}

// Bounds of a Config: beyond them float32 overflows, or a graph takes absurd
// memory.
const (
	maxBatch  = 1 << 16
	maxWeight = 1000 // of a loss
	leastNorm = 1e-6 // of a gradient
	maxNorm   = 1e6
)
