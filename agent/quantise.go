package agent

import (
	"context"
	"math/rand/v2"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// How a network is calibrated: number of positions, of games against itself,
// and simulations per move. One move in randomly is random, so that the
// games differ.
const (
	calibrationRows        = 1024
	calibrationSimulations = 4
	randomly               = 4
)

// Quantise returns n as an int8 network for play of g, calibrated.
func Quantise(n *nn.Net, g env.Game, w selfplay.Weights) (*nn.Engine, error) {
	reach, err := Calibrate(n, g, w)
	if err != nil {
		return nil, err
	}
	return selfplay.EngineFor(g, n, &reach), nil
}

// Calibrate watches n play g. What it finds depends on the network and the game
// alone, not on where the checkpoint lies.
func Calibrate(n *nn.Net, g env.Game, w selfplay.Weights) (nn.Calibration, error) {
	obs, err := positions(g, selfplay.Net{Inferer: selfplay.EngineFor(g, n, nil), Weights: w}, calibrationRows)
	if err != nil {
		return nn.Calibration{}, err
	}
	return nn.Calibrate(n, obs, calibrationRows)
}

// positions returns the observations of that many positions of games that net
// plays against itself.
func positions(g env.Game, net selfplay.Net, rows int) ([]float32, error) {
	size, ev := g.Spec().Size(), selfplay.Network(g.Spec(), net)
	var obs []float32
	for game := 0; len(obs) < rows*size; game++ {
		at := seed.New(0).At("calibration", game)
		agent, err := Searcher(g, ev, analysis.Config{Search: mcts.Defaults().Of(calibrationSimulations)})
		if err != nil {
			return nil, err
		}
		if obs, err = observe(obs, g, agent, at); err != nil {
			return nil, err
		}
	}
	return obs[:rows*size], nil
}

// observe appends the observations of one game.
func observe(obs []float32, g env.Game, agent env.Agent, at seed.Seed) ([]float32, error) {
	spec, rng, s := g.Spec(), at.Rand(), g.New(at.Uint64())
	for ply := 0; s.Result() == env.Ongoing && ply < spec.MaxPly; ply++ {
		obs = append(obs, make([]float32, spec.Size())...)
		s.Observe(obs[len(obs)-spec.Size():])
		a, err := choose(agent, s, rng)
		if err != nil {
			return nil, err
		}
		s.Play(a)
	}
	return obs, nil
}

// choose returns the agent's move, or now and then any.
func choose(agent env.Agent, s env.State, rng *rand.Rand) (env.Action, error) {
	if rng.IntN(randomly) == 0 {
		legal := s.Legal(nil)
		return legal[rng.IntN(len(legal))], nil
	}
	d, err := agent.Act(context.Background(), s)
	return d.Action, err
}
