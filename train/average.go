package train

import (
	"fmt"
	"strings"

	"ludens/nn"
)

// averaged is a learner whose network is the running average of the weights
// that it passes through (Polyak and Juditsky 1992; exponential, as in Wu 2019
// and in Leela Chess Zero's SWA):
//
//	mean <- keep * mean + (1 - keep) * weights
type averaged struct {
	Learner
	keep float32
	mean *nn.Net
}

// newAverage returns l with the running average of its networks for a network, of
// which keep stays at each step; mean is where it stands. With keep 0 it
// returns l.
func newAverage(l Learner, keep float32, mean *nn.Net) Learner {
	if keep == 0 {
		return l
	}
	return &averaged{l, keep, mean}
}

func (a *averaged) Step(b nn.Batch, rate float32) (nn.Loss, error) {
	loss, err := a.Learner.Step(b, rate)
	if err == nil {
		a.mean = a.mean.Towards(a.Learner.Net(), 1-a.keep)
	}
	return loss, err
}

func (a *averaged) Net() *nn.Net { return a.mean }

// weights is put before the names of the tensors that learning goes on from.
const weights = "weights."

func (a *averaged) State() []nn.Tensor {
	return append(prefixed(weights, a.Learner.Net().Tensors()), a.Learner.State()...)
}

// learnerOf returns the learner of a checkpoint of a run of cfg. new makes one from
// a network and an optimiser's state.
func learnerOf(c *Checkpoint, cfg Config, new func(*nn.Net, []nn.Tensor) (Learner, error)) (Learner, error) {
	mean, state := c.Net, c.Learner
	var own []nn.Tensor
	var err error
	net := mean
	if cfg.Average > 0 {
		own, state = split(state, weights)
		if net, err = nn.FromTensors(c.Network, own); err != nil {
			return nil, fmt.Errorf("train: the weights behind the average: %w", err)
		}
	}
	l, err := new(net, state)
	if err != nil {
		return nil, err
	}
	return newAverage(l, cfg.Average, mean), nil
}

// split parts the tensors whose names have a prefix from the rest of a learner's
// state.
func split(state []nn.Tensor, prefix string) (own, rest []nn.Tensor) {
	for _, t := range state {
		if name, ok := strings.CutPrefix(t.Name, prefix); ok {
			t.Name = name
			own = append(own, t)
			continue
		}
		rest = append(rest, t)
	}
	return own, rest
}
