package main

import (
	"ludens/agent"
	"ludens/env"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// playing returns the network of a checkpoint for play of g: in float32 or in
// bytes, as far reaching as the checkpoint says or, if it does not, as it plays.
func playing(c *train.Checkpoint, g env.Game, bytes bool) (selfplay.Net, error) {
	var e *nn.Engine
	var err error
	switch {
	case !bytes:
		e = nn.NewEngine(c.Net)
	case c.Reach != nil:
		e = nn.NewEngine8(c.Net, *c.Reach)
	default:
		e, err = agent.Quantise(c.Net, g, c.Weights())
	}
	return selfplay.Net{Inferer: e, Weights: c.Weights()}, err
}
