package nn

import (
	"fmt"
	"strings"

	"ludens/nn/internal/kernel"
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
