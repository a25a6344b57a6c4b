package train

import (
	"fmt"

	"ludens/env"
	"ludens/internal/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// minds returns who plays the games of one iteration.
func (r *Run) minds(here seed.Seed) (m selfplay.Minds, err error) {
	if m.Now, err = r.mind(r.Learner.Net(), here); err != nil {
		return m, err
	}
	if r.Config.SelfPlay.Past == 0 || r.Past == nil {
		return m, nil
	}
	old, err := r.Past(r.At.Iteration, here.At("past", 0))
	if err != nil {
		return m, fmt.Errorf("train: an earlier network to play against: %w", err)
	}
	if old != nil {
		m.Past, err = r.mind(old, here)
	}
	return m, err
}

// mind returns a network as one that plays.
func (r *Run) mind(net *nn.Net, here seed.Seed) (mcts.Evaluator, error) {
	engine, err := r.engine(net, here)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	n := selfplay.Net{Inferer: engine, Utility: r.Config.SelfPlay.ScoreUtility}
	if sym, ok := r.Game.(env.Symmetric); ok && r.Config.SelfPlay.RootSymmetries {
		n.Symmetries = sym.Symmetries()
	}
	return selfplay.Network(r.Game.Spec(), n), nil
}

// calibrationRows is on how many positions of the window a network in bytes is
// calibrated.
const calibrationRows = 512

// engine returns a network in the precision of self-play. Before there is a
// game to calibrate it on it is in float32.
func (r *Run) engine(net *nn.Net, here seed.Seed) (*nn.Engine, error) {
	if r.Config.SelfPlay.Precision != selfplay.InBytes || r.Replay.Positions() == 0 {
		return nn.NewEngine(net), nil
	}
	b := nn.NewBatch(net.Spec(), calibrationRows)
	if err := r.Replay.Draw(b, here.At("calibration", 0), r.Workers); err != nil {
		return nil, err
	}
	c, err := nn.Calibrate(net, b.Obs, calibrationRows)
	if err != nil {
		return nil, err
	}
	return nn.NewEngine8(net, c), nil
}
