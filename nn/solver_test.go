package nn

import (
	"math"
	"strings"
	"testing"

	G "gorgonia.org/gorgonia"
)

// TestSolversByHand: two steps of each solver, worked out with a calculator from
// w = 1 and gradients 0.5 and -0.25.
func TestSolversByHand(t *testing.T) {
	for _, c := range []struct {
		name   string
		config Config
		param  string
		want   [2]float64
	}{
		{
			// v = 0.5; w = 1 - 0.1 (0.5 + 0.9*0.5)
			// v = 0.45 - 0.25 = 0.2; w = 0.905 - 0.1 (-0.25 + 0.9*0.2)
			"sgd", Config{Solver: "sgd", Momentum: 0.9}, "x.bias",
			[2]float64{0.905, 0.912},
		},
		{
			// g = 0.5 + 0.1*1 = 0.6, v = 0.6; w = 1 - 0.1*0.6
			// g = -0.25 + 0.1*0.94 = -0.156; w = 0.94 + 0.1*0.156
			"sgd with decay", Config{Solver: "sgd", WeightDecay: 0.1}, "x.weight",
			[2]float64{0.94, 0.9556},
		},
		{
			// decay does not touch what is no weight
			"sgd, decay on a bias", Config{Solver: "sgd", WeightDecay: 0.1}, "x.bias",
			[2]float64{0.95, 0.975},
		},
		{
			// t=1: m/(1-0.9) = 0.5, sqrt(v/(1-0.99)) = 0.5; w = 1 - 0.1
			// t=2: m = 0.9*0.05 - 0.1*0.25 = 0.02, /0.19 = 0.105263
			//      v = 0.99*0.0025 + 0.01*0.0625 = 0.0031, /0.0199 = 0.155779, root 0.394689
			//      w = 0.9 - 0.1*0.105263/0.394689
			"adamw", Config{Solver: "adamw", Beta1: 0.9, Beta2: 0.99, Epsilon: 1e-12}, "x.bias",
			[2]float64{0.9, 0.8733301},
		},
		{
			// the same less 0.1*0.5*w of the weight before
			"adamw with decay", Config{Solver: "adamw", Beta1: 0.9, Beta2: 0.99, Epsilon: 1e-12, WeightDecay: 0.5}, "x.weight",
			[2]float64{0.85, 0.85 - 0.0266699 - 0.0425},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newParameter(c.param, []float32{1})
			s := newSolver(c.config, []*parameter{p})
			s.setRate(0.1)
			for i, g := range []float32{0.5, -0.25} {
				p.grad[0] = g
				if err := s.Step([]G.ValueGrad{p}); err != nil {
					t.Fatal(err)
				}
				if got := float64(p.value[0]); math.Abs(got-c.want[i]) > 1e-6 {
					t.Errorf("after step %d: %v, want %v", i+1, got, c.want[i])
				}
			}
		})
	}
}

// TestAdamWCountsFar: the count of steps is exact beyond what a float32 counts.
func TestAdamWCountsFar(t *testing.T) {
	a := newAdamW(Config{}, nil)
	a.steps.Data[0], a.steps.Data[1] = stepBase-1, 3
	if got, want := a.tick(), 4.0*stepBase; got != want {
		t.Errorf("step %v, want %v", got, want)
	}
	if got, want := a.tick(), 4.0*stepBase+1; got != want {
		t.Errorf("step %v, want %v", got, want)
	}
}

func TestSetStateRefuses(t *testing.T) {
	tr := newTrainer(t, newNet(t, learner, 0), config("fast", 8))
	other := newTrainer(t, newNet(t, learner, 0), config("fast adamw", 8))
	run(t, tr, 0, 1)
	for _, c := range []struct {
		name  string
		state []Tensor
		want  string
	}{
		{"none", nil, "tensor velocity/stem.weight [216]: missing"},
		{"of another solver", other.State(), "tensor velocity/stem.weight [216]: missing"},
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
