package selfplay

import (
	"ludens/env"
	"ludens/nn"
)

// EngineFor returns what evaluates positions of g, which n was trained on: in int8 with its
// calibration, in FP32 with nil. It does not convolve for planes that g says to be
// uniform (env.Uniform).
func EngineFor(g env.Game, n *nn.Net, c *nn.Calibration) *nn.Engine {
	n = n.Uniform(env.UniformPlanes(g))
	if c == nil {
		return nn.NewEngine(n)
	}
	return nn.NewInt8Engine(n, *c)
}
