package nn

import (
	"math"
	"slices"

	G "gorgonia.org/gorgonia"
)

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
	return eachParameter(model, func(i int, w, grad []float32) {
		decay := float32(0)
		if a.decays[i] {
			decay = a.decay
		}
		m, v := a.first[i].Data[:len(w)], a.second[i].Data[:len(w)]
		for k, g := range grad[:len(w)] {
			m[k] = float32(a.beta1*m[k]) + float32((1-a.beta1)*g)
			v[k] = float32(a.beta2*v[k]) + float32((1-a.beta2)*float32(g*g))
			root := float32(math.Sqrt(float64(v[k] * unbias2)))
			w[k] -= float32(a.rate * (m[k]*unbias1/(root+a.epsilon) + float32(decay*w[k])))
		}
	})
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
