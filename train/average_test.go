package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"ludens/nn"
)

// passing is a learner whose weights all are the number of steps it has made.
type passing struct {
	spec  nn.Spec
	steps float32
}

func (p *passing) Step(nn.Batch, float32) (nn.Loss, error) { p.steps++; return nn.Loss{}, nil }
func (p *passing) State() []nn.Tensor                      { return nil }
func (p *passing) Net() *nn.Net                            { return uniform(p.spec, p.steps) }

// uniform returns a network of equal numbers.
func uniform(spec nn.Spec, v float32) *nn.Net {
	net, err := nn.New(spec, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		panic(err)
	}
	ts := net.Tensors()
	for _, t := range ts {
		for i := range t.Data {
			t.Data[i] = v
		}
	}
	if net, err = nn.FromTensors(spec, ts); err != nil {
		panic(err)
	}
	return net
}

// 1, 2 and 3 seen from 0, half of it kept at each step: 0.5, 1.25, 2.125.
func TestAverage(t *testing.T) {
	spec := nn.Spec{Planes: 1, Rows: 2, Cols: 2, Channels: 1, PolicyChannels: 1, PolicyPlanes: 1, ValueChannels: 1, ValueHidden: 1}
	p := &passing{spec: spec}
	l := newAverage(p, 0.5, p.Net())
	for range 3 {
		if _, err := l.Step(nn.Batch{}, 0); err != nil {
			t.Fatal(err)
		}
	}
	for _, tensor := range l.Net().Tensors() {
		for _, v := range tensor.Data {
			if math.Abs(float64(v)-2.125) > 1e-6 {
				t.Fatalf("%s: %v, want 2.125", tensor.Name, v)
			}
		}
	}
	if newAverage(p, 0, nil) != Learner(p) {
		t.Error("an average that keeps nothing is not the learner itself")
	}
}
