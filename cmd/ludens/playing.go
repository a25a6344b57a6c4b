package main

import (
	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// playing returns the network of a checkpoint for play of g, and the search that it was
// trained with: in float32 or in bytes, as far reaching as the checkpoint says or, if it
// does not, as it plays.
func playing(c *train.Checkpoint, g env.Game, bytes bool) (agent.Trained, error) {
	search, err := configs.SearchOf(c.Config)
	if err != nil {
		return agent.Trained{}, err
	}
	var e *nn.Engine
	switch {
	case !bytes:
		e = nn.NewEngine(c.Net)
	case c.Reach != nil:
		e = nn.NewEngine8(c.Net, *c.Reach)
	default:
		e, err = agent.Quantise(c.Net, g, c.Weights())
	}
	return agent.Trained{Net: selfplay.Net{Inferer: e, Weights: c.Weights()}, Search: search}, err
}
