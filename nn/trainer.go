package nn

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"ludens/nn/internal/kernel"
)

// Trainer is a network that learns: a Gorgonia graph compiled for one batch
// size, and an optimiser. Its weights are a function of the network it started
// from and the batches and rates it has seen, to the last bit, for any
// GOMAXPROCS. It is used by one goroutine at a time.
//
// Net and State together are all of it: a Trainer made from a copy of both goes
// on as this one would.
type Trainer struct {
	config  Config
	program *program[float32]
	params  []*parameter
	solver  *sgd
	terms   []float64 // of a sum over params
}

// ErrDiverged is the error of a step whose loss or gradient is not finite.
var ErrDiverged = errors.New("the learning rate is too high")

// NewTrainer compiles the graph of net. It does not keep net.
func NewTrainer(net *Net, c Config) (*Trainer, error) {
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("nn: trainer: %w", err)
	}
	if c.Precision == BF16 && !kernel.Tiles16() {
		return nil, fmt.Errorf("nn: trainer: %w", noTiles16())
	}
	return newTrainerOf(net, c, newFast[float32](net.spec, c.Batch, c.Precision == BF16))
}

// newTrainerOf is NewTrainer with a valid configuration and these operations.
func newTrainerOf(net *Net, c Config, ops operations[float32]) (*Trainer, error) {
	g, err := newGraph(net.spec, c.Batch, ops)
	if err != nil {
		return nil, fmt.Errorf("nn: trainer: %w", err)
	}
	p, err := newProgram(g, net, c.ValueWeight, c.ScoreWeight)
	if err != nil {
		return nil, fmt.Errorf("nn: trainer: %w", err)
	}
	t := &Trainer{config: c, program: p}
	for _, n := range g.params {
		t.params = append(t.params, newParameter(n.Name(), g.values[n.Name()]))
	}
	t.solver, t.terms = newSGD(c, t.params), make([]float64, len(t.params))
	return t, nil
}

// Step learns from b, which has Config.Batch rows, at learning rate lr. On an
// error about b nothing has changed; after any other the Trainer is of no more
// use, and training goes on from the last Net and State.
func (t *Trainer) Step(b Batch, lr float32) (Loss, error) {
	if !(lr >= 0 && lr <= math.MaxFloat32) {
		return Loss{}, fmt.Errorf("nn: step: learning rate %v", lr)
	}
	if err := b.check(t.program.spec, t.config.Batch); err != nil {
		return Loss{}, fmt.Errorf("nn: step: %w", err)
	}
	loss, err := t.program.run(b)
	if err != nil {
		return Loss{}, fmt.Errorf("nn: step: %w", err)
	}
	loss.L2 = t.penalty()
	loss.Total += loss.L2
	loss.GradNorm = t.takeGradients()
	if math.IsNaN(loss.Total) || math.IsInf(loss.Total, 0) || math.IsNaN(loss.GradNorm) || math.IsInf(loss.GradNorm, 0) {
		return loss, fmt.Errorf("nn: step: %w: loss %v, gradient norm %v", ErrDiverged, loss.Total, loss.GradNorm)
	}
	t.solver.step(lr)
	return loss, nil
}

// Net returns a snapshot of weights and running statistics.
func (t *Trainer) Net() *Net { return t.program.net() }

// State returns a copy of the optimiser's state.
func (t *Trainer) State() []Tensor { return t.solver.State() }

// SetState puts back what State returned, of a Trainer with the same Spec.
// On an error nothing has changed.
func (t *Trainer) SetState(ts []Tensor) error { return t.solver.SetState(ts) }

// penalty returns WeightDecay/2 |w|^2.
func (t *Trainer) penalty() float64 {
	return float64(t.config.WeightDecay) / 2 * t.sum(func(_ int, p *parameter) float64 {
		if !p.decays() {
			return 0
		}
		return squares(p.value)
	})
}

// takeGradients copies the gradients of the last run to the parameters, clipped,
// and returns their norm before.
func (t *Trainer) takeGradients() float64 {
	norm := math.Sqrt(t.sum(func(i int, p *parameter) float64 {
		copy(p.grad, t.program.gradient(i))
		return squares(p.grad)
	}))
	if clip := float64(t.config.ClipNorm); clip > 0 && norm > clip {
		for _, p := range t.params {
			scale(p.grad, float32(clip/norm))
		}
	}
	return norm
}

// sum returns the sum of f over the parameters, on several goroutines.
func (t *Trainer) sum(f func(i int, p *parameter) float64) (sum float64) {
	kernel.Split(len(t.params), func(from, to int) {
		for i := from; i < to; i++ {
			t.terms[i] = f(i, t.params[i])
		}
	})
	for _, v := range t.terms {
		sum += v
	}
	return sum
}

// squares returns the sum of squares: four sums side by side, each of every
// fourth number. The products of two float32 are exact.
func squares(v []float32) float64 {
	var a, b, c, d float64
	for ; len(v) >= 4; v = v[4:] {
		a += float64(v[0]) * float64(v[0])
		b += float64(v[1]) * float64(v[1])
		c += float64(v[2]) * float64(v[2])
		d += float64(v[3]) * float64(v[3])
	}
	for _, x := range v {
		a += float64(x) * float64(x)
	}
	return a + b + c + d
}

func scale(v []float32, f float32) {
	for i := range v {
		v[i] *= f
	}
}

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

// sgd is gradient descent with Nesterov momentum (Sutskever et al. 2013), as
// PyTorch writes it:
//
//	g = dL/dw + decay w
//	v = momentum v + g
//	w = w - lr (g + momentum v)
//
// Gorgonia's own solvers are not used: they hide their state, so that a run
// that was killed could not go on as if it had not been; their Momentum with L2
// decays the velocity instead of the weights; and their learning rate cannot
// follow a schedule.
type sgd struct {
	params          []*parameter
	momentum, decay float32
	velocity        []Tensor // of each parameter, named after it
}

// parameter is one tensor that training adjusts.
type parameter struct {
	name        string
	value, grad []float32
}

// newParameter returns one of these numbers, with room for their gradient.
func newParameter(name string, value []float32) *parameter {
	return &parameter{name: name, value: value, grad: make([]float32, len(value))}
}

// decays reports whether weight decay touches the parameter.
func (p *parameter) decays() bool { return strings.HasSuffix(p.name, "."+weight) }

func newSGD(c Config, params []*parameter) *sgd {
	s := &sgd{params: params, momentum: c.Momentum, decay: c.WeightDecay}
	for _, p := range params {
		s.velocity = append(s.velocity, NewTensor("velocity/"+p.name, len(p.value)))
	}
	return s
}

// step moves the parameters by their gradients, on several goroutines.
func (s *sgd) step(rate float32) {
	kernel.Split(len(s.params), func(from, to int) {
		for i := from; i < to; i++ {
			s.move(s.params[i], s.velocity[i].Data, rate)
		}
	})
}

// move takes the step of one parameter.
func (s *sgd) move(p *parameter, v []float32, rate float32) {
	decay := float32(0)
	if p.decays() {
		decay = s.decay
	}
	w := p.value
	v = v[:len(w)]
	for k, g := range p.grad[:len(w)] {
		g += float32(decay * w[k])
		v[k] = float32(s.momentum*v[k]) + g
		w[k] -= float32(rate * (g + float32(s.momentum*v[k])))
	}
}

// State returns copies of the velocities.
func (s *sgd) State() []Tensor { return clones(s.velocity) }

// SetState copies the numbers of ts into the velocities, by name, or changes nothing.
func (s *sgd) SetState(ts []Tensor) error {
	ts, err := fit(ts, s.velocity)
	if err != nil {
		return fmt.Errorf("nn: optimizer state: %w", err)
	}
	for i, t := range ts {
		copy(s.velocity[i].Data, t.Data)
	}
	return nil
}
