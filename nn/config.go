package nn

import (
	"fmt"
	"math"
)

// Config says how a Trainer learns. DefaultConfig gives the defaults named here.
type Config struct {
	// Batch is how many rows one step takes. Default 128. AlphaZero: 4096.
	Batch int

	// Ops chooses what the graph's operations are made of: "stock", Gorgonia's
	// own. Default "stock".
	Ops string

	// Optimizer is "sgd", with Nesterov momentum, or "adamw". Default "sgd".
	Optimizer string

	// Momentum of sgd. Default 0.9, as AlphaZero.
	Momentum float32

	// Beta1 and Beta2 are how long adamw remembers gradients and their squares,
	// Epsilon what it adds to the root. Defaults 0.9, 0.999, 1e-8 (Kingma and Ba 2015).
	Beta1, Beta2, Epsilon float32

	// WeightDecay is c of the penalty c/2 |w|^2 on the weights of linear layers;
	// biases and batch norm are free. sgd adds its gradient, adamw decays the
	// weights directly (Loshchilov and Hutter 2019). Default 1e-4, as AlphaZero.
	WeightDecay float32

	// ValueWeight is the weight of the value loss against the policy loss.
	// Default 1, as AlphaZero.
	ValueWeight float32

	// ClipNorm is the largest norm of the gradient; a longer one is scaled down
	// to it. 0: no limit. Default 0.
	ClipNorm float32
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{
		Batch: 128, Ops: "stock", Optimizer: "sgd",
		Momentum: 0.9, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8,
		WeightDecay: 1e-4, ValueWeight: 1,
	}
}

// Validate returns what is wrong with c, in one line, or nil.
func (c Config) Validate() error {
	if c.Batch < 2 || c.Batch > 1<<16 {
		return fmt.Errorf("nn: config: Batch is %d, want 2 to %d", c.Batch, 1<<16)
	}
	if c.Ops != "stock" {
		return fmt.Errorf("nn: config: Ops is %q, want \"stock\"", c.Ops)
	}
	if c.Optimizer != "sgd" && c.Optimizer != "adamw" {
		return fmt.Errorf("nn: config: Optimizer is %q, want \"sgd\" or \"adamw\"", c.Optimizer)
	}
	for _, f := range []struct {
		name  string
		v, up float32
	}{
		{"Momentum", c.Momentum, 1},
		{"Beta1", c.Beta1, 1},
		{"Beta2", c.Beta2, 1},
		{"Epsilon", c.Epsilon, 1},
		{"WeightDecay", c.WeightDecay, 1},
		{"ValueWeight", c.ValueWeight, math.MaxFloat32},
		{"ClipNorm", c.ClipNorm, math.MaxFloat32},
	} {
		if !(f.v >= 0 && f.v < f.up) {
			return fmt.Errorf("nn: config: %s is %v, want at least 0 and below %v", f.name, f.v, f.up)
		}
	}
	if c.Optimizer == "adamw" && c.Epsilon == 0 {
		return fmt.Errorf("nn: config: Epsilon is 0, want more")
	}
	return nil
}
