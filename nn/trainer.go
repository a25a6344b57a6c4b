package nn

import (
	"errors"
	"fmt"
	"math"

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
