package nn

import (
	"fmt"
	"strings"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"ludens/nn/internal/kernel"
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
	tensors     [2]G.Value // the same, as Gorgonia wants them
}

// newParameter returns one of these numbers, with room for their gradient.
func newParameter(name string, value []float32) *parameter {
	p := &parameter{name: name, value: value, grad: make([]float32, len(value))}
	p.tensors = [2]G.Value{vector(p.value), vector(p.grad)}
	return p
}

func (p *parameter) Name() string           { return p.name }
func (p *parameter) Value() G.Value         { return p.tensors[0] }
func (p *parameter) Grad() (G.Value, error) { return p.tensors[1], nil }

// decays tells whether weight decay touches the parameter.
func (p *parameter) decays() bool { return strings.HasSuffix(p.name, "."+weight) }

func vector(data []float32) G.Value {
	return tensor.New(tensor.WithShape(len(data)), tensor.WithBacking(data))
}

// eachParameter calls f with the numbers of every parameter, on several
// goroutines, or with none if one has no fitting gradient.
func eachParameter(model []G.ValueGrad, f func(i int, w, grad []float32)) error {
	ws, grads := make([][]float32, len(model)), make([][]float32, len(model))
	for i, m := range model {
		var err error
		if ws[i], grads[i], err = floats(m); err != nil {
			return err
		}
	}
	kernel.Split(len(model), func(from, to int) {
		for i := from; i < to; i++ {
			f(i, ws[i], grads[i])
		}
	})
	return nil
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
