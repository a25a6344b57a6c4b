package nn

import (
	"fmt"
	"math"
	"slices"
	"strings"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// solver is a gorgonia.Solver whose whole state can be taken out and put back.
//
// Gorgonia's own solvers are not used: they hide their state, so that a run
// that was killed could not go on as if it had not been; their Momentum with L2
// decays the velocity instead of the weights; and their learning rate cannot
// follow a schedule.
type solver interface {
	G.Solver
	setRate(lr float32)
	// State returns copies of the state, SetState takes it back bit for bit.
	State() []Tensor
	SetState([]Tensor) error
}

// newSolver returns the optimiser that c names, for params.
func newSolver(c Config, params []*parameter) solver {
	if c.Solver == "adamw" {
		return newAdamW(c, params)
	}
	return newSGD(c, params)
}

// parameter is one tensor that training adjusts: a gorgonia.ValueGrad.
type parameter struct {
	name        string
	value, grad []float32
}

func (p *parameter) Name() string           { return p.name }
func (p *parameter) Value() G.Value         { return vector(p.value) }
func (p *parameter) Grad() (G.Value, error) { return vector(p.grad), nil }

// decays tells whether weight decay touches the parameter.
func (p *parameter) decays() bool { return strings.HasSuffix(p.name, "."+weight) }

func vector(data []float32) G.Value {
	return tensor.New(tensor.WithShape(len(data)), tensor.WithBacking(data))
}

// floats returns the numbers behind a ValueGrad, which a solver writes to.
func floats(m G.ValueGrad) (value, grad []float32, err error) {
	g, err := m.Grad()
	if err != nil {
		return nil, nil, err
	}
	value, ok := m.Value().Data().([]float32)
	grad, fine := g.Data().([]float32)
	if !ok || !fine || len(value) != len(grad) {
		return nil, nil, fmt.Errorf("nn: solver: %v and %v are no vectors of one length", m.Value().Shape(), g.Shape())
	}
	return value, grad, nil
}

// state is one vector for each parameter, named after it.
type state []Tensor

func newState(prefix string, params []*parameter) state {
	s := make(state, len(params))
	for i, p := range params {
		s[i] = NewTensor(prefix+"/"+p.name, len(p.value))
	}
	return s
}

// sgd is gradient descent with Nesterov momentum (Sutskever et al. 2013), as
// PyTorch writes it:
//
//	g = dL/dw + decay w
//	v = momentum v + g
//	w = w - lr (g + momentum v)
type sgd struct {
	rate, momentum, decay float32
	decays                []bool
	velocity              state
}

func newSGD(c Config, params []*parameter) *sgd {
	return &sgd{momentum: c.Momentum, decay: c.WeightDecay, decays: decays(params), velocity: newState("velocity", params)}
}

func (s *sgd) setRate(lr float32) { s.rate = lr }

func (s *sgd) Step(model []G.ValueGrad) error {
	for i, m := range model {
		w, grad, err := floats(m)
		if err != nil {
			return err
		}
		decay := float32(0)
		if s.decays[i] {
			decay = s.decay
		}
		v := s.velocity[i].Data
		for k, g := range grad {
			g += float32(decay * w[k])
			v[k] = float32(s.momentum*v[k]) + g
			w[k] -= float32(s.rate * (g + float32(s.momentum*v[k])))
		}
	}
	return nil
}

func (s *sgd) State() []Tensor            { return clones(s.velocity) }
func (s *sgd) SetState(ts []Tensor) error { return replace(ts, s.velocity) }

// adamW is Adam with decoupled weight decay (Loshchilov and Hutter 2019), at
// step t:
//
//	m = beta1 m + (1 - beta1) g
//	v = beta2 v + (1 - beta2) g^2
//	w = w - lr (m/(1 - beta1^t) / (sqrt(v/(1 - beta2^t)) + epsilon) + decay w)
type adamW struct {
	rate, beta1, beta2, epsilon, decay float32
	decays                             []bool
	first, second                      state
	steps                              Tensor // [2]: t modulo 2^24, t / 2^24, so that floats are exact
}

const stepBase = 1 << 24

func newAdamW(c Config, params []*parameter) *adamW {
	return &adamW{
		beta1: c.Beta1, beta2: c.Beta2, epsilon: c.Epsilon, decay: c.WeightDecay, decays: decays(params),
		first: newState("moment1", params), second: newState("moment2", params), steps: NewTensor("steps", 2),
	}
}

func (a *adamW) setRate(lr float32) { a.rate = lr }

func (a *adamW) Step(model []G.ValueGrad) error {
	t := a.tick()
	unbias1 := float32(1 / (1 - math.Pow(float64(a.beta1), t)))
	unbias2 := float32(1 / (1 - math.Pow(float64(a.beta2), t)))
	for i, p := range model {
		w, grad, err := floats(p)
		if err != nil {
			return err
		}
		decay := float32(0)
		if a.decays[i] {
			decay = a.decay
		}
		m, v := a.first[i].Data, a.second[i].Data
		for k, g := range grad {
			m[k] = float32(a.beta1*m[k]) + float32((1-a.beta1)*g)
			v[k] = float32(a.beta2*v[k]) + float32((1-a.beta2)*float32(g*g))
			root := float32(math.Sqrt(float64(v[k] * unbias2)))
			w[k] -= float32(a.rate * (m[k]*unbias1/(root+a.epsilon) + float32(decay*w[k])))
		}
	}
	return nil
}

// tick counts one step and returns the count.
func (a *adamW) tick() float64 {
	s := a.steps.Data
	if s[0]++; s[0] == stepBase {
		s[0], s[1] = 0, s[1]+1
	}
	return float64(s[1])*stepBase + float64(s[0])
}

func (a *adamW) State() []Tensor            { return clones(a.all()) }
func (a *adamW) SetState(ts []Tensor) error { return replace(ts, a.all()) }
func (a *adamW) all() []Tensor              { return slices.Concat([]Tensor{a.steps}, a.first, a.second) }

// replace copies the numbers of ts into own, by name, or changes nothing.
func replace(ts, own []Tensor) error {
	ts, err := fit(ts, own)
	if err != nil {
		return fmt.Errorf("nn: optimizer state: %w", err)
	}
	for i, t := range ts {
		copy(own[i].Data, t.Data)
	}
	return nil
}

func decays(params []*parameter) []bool {
	out := make([]bool, len(params))
	for i, p := range params {
		out[i] = p.decays()
	}
	return out
}
