package nn

import (
	"math"
	"strings"
	"testing"
)

// TestStepsByHand: two steps, worked out with a calculator from
// w = 1 and gradients 0.5 and -0.25.
func TestStepsByHand(t *testing.T) {
	for _, c := range []struct {
		name   string
		config Config
		param  string
		want   [2]float64
	}{
		{
			// v = 0.5; w = 1 - 0.1 (0.5 + 0.9*0.5)
			// v = 0.45 - 0.25 = 0.2; w = 0.905 - 0.1 (-0.25 + 0.9*0.2)
			"sgd", Config{Momentum: 0.9}, "x.bias",
			[2]float64{0.905, 0.912},
		},
		{
			// g = 0.5 + 0.1*1 = 0.6, v = 0.6; w = 1 - 0.1*0.6
			// g = -0.25 + 0.1*0.94 = -0.156; w = 0.94 + 0.1*0.156
			"sgd with decay", Config{WeightDecay: 0.1}, "x.weight",
			[2]float64{0.94, 0.9556},
		},
		{
			// decay does not touch other tensors than weights
			"sgd, decay on a bias", Config{WeightDecay: 0.1}, "x.bias",
			[2]float64{0.95, 0.975},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newParameter(c.param, []float32{1})
			s := newSGD(c.config, []*parameter{p})
			for i, g := range []float32{0.5, -0.25} {
				p.grad[0] = g
				s.step(0.1)
				if got := float64(p.value[0]); math.Abs(got-c.want[i]) > 1e-6 {
					t.Errorf("after step %d: %v, want %v", i+1, got, c.want[i])
				}
			}
		})
	}
}

func TestSetStateRefuses(t *testing.T) {
	tr := newTrainer(t, newNet(t, learner, 0), config("fast", 8))
	run(t, tr, 0, 1)
	for _, c := range []struct {
		name  string
		state []Tensor
		want  string
	}{
		{"none", nil, "tensor velocity/stem.weight [216]: missing"},
		{"of another solver", []Tensor{NewTensor("moment1/stem.weight", 216)}, "tensor velocity/stem.weight [216]: missing"},
		{"of another network", newTrainer(t, newNet(t, tinySpecs["5x5 planes"], 0), config("fast", 8)).State(),
			"tensor velocity/stem.weight: shape [108], want [216]"},
		{"too much", append(tr.State(), NewTensor("velocity/y", 1)), "tensor velocity/y [1]: not of this network"},
	} {
		was := tr.State()
		if err := tr.SetState(c.state); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("state %s: error %v, want one with %q", c.name, err, c.want)
		}
		if !sameTensor(tr.State()[0], was[0]) {
			t.Errorf("state %s: changed in spite of the error", c.name)
		}
	}
}
