package nn

import G "gorgonia.org/gorgonia"

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
	return eachParameter(model, func(i int, w, grad []float32) {
		decay := float32(0)
		if s.decays[i] {
			decay = s.decay
		}
		v := s.velocity[i].Data[:len(w)]
		for k, g := range grad[:len(w)] {
			g += float32(decay * w[k])
			v[k] = float32(s.momentum*v[k]) + g
			w[k] -= float32(s.rate * (g + float32(s.momentum*v[k])))
		}
	})
}

func (s *sgd) State() []Tensor            { return clones(s.velocity) }
func (s *sgd) SetState(ts []Tensor) error { return replace(ts, s.velocity) }
