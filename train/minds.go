package train

import (
	"context"
	"fmt"

	"ludens/env"
	"ludens/internal/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// minds returns who plays the games of one iteration.
func (r *Run) minds(ctx context.Context, here seed.Seed) (m selfplay.Minds, err error) {
	if m.Now, err = r.mind(ctx, r.Learner.Net(), here); err != nil {
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
		m.Past, err = r.mind(ctx, old, here)
	}
	return m, err
}

// mind returns a network as one that plays.
func (r *Run) mind(ctx context.Context, net *nn.Net, here seed.Seed) (mcts.Evaluator, error) {
	engine, err := r.engine(ctx, net, here)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	n := selfplay.Net{Inferer: engine, Weights: r.Config.Weights(r.At.Iteration)}
	if sym, ok := r.Game.(env.Symmetric); ok && r.Config.SelfPlay.RootSymmetries {
		n.Symmetries = sym.Symmetries()
	}
	return selfplay.Network(r.Game.Spec(), n), nil
}

// calibrationRows is on how many positions of the window a network in bytes is
// calibrated, or of a trial before there is one.
const calibrationRows = 512

// engine returns a network in the precision of self-play.
func (r *Run) engine(ctx context.Context, net *nn.Net, here seed.Seed) (*nn.Engine, error) {
	if r.Config.SelfPlay.Precision != selfplay.InBytes {
		return nn.NewEngine(net), nil
	}
	window, here := r.Replay, here.At("calibration", 0)
	if window.Positions() == 0 {
		var err error
		if window, err = r.trial(ctx, net, here); err != nil {
			return nil, err
		}
	}
	b := nn.NewBatch(net.Spec(), calibrationRows)
	if err := window.Draw(b, here, r.Workers); err != nil {
		return nil, err
	}
	c, err := nn.Calibrate(net, b.Obs, calibrationRows)
	if err != nil {
		return nil, err
	}
	return nn.NewEngine8(net, c), nil
}

// trialGames of trialSimulations a move are what the first network of a run is
// calibrated on.
const trialGames, trialSimulations = 16, 8

// trial has a network play some quick games in float32.
func (r *Run) trial(ctx context.Context, net *nn.Net, here seed.Seed) (*Replay, error) {
	cfg := r.Config.SelfPlay
	cfg.Games, cfg.Lockstep, cfg.Past = trialGames, min(cfg.Lockstep, trialGames), 0
	cfg.Search.Simulations = min(cfg.Search.Simulations, trialSimulations)
	cfg.Search.Considered = min(cfg.Search.Considered, trialSimulations)
	cfg.FastShare = 0
	player := selfplay.Network(r.Game.Spec(), selfplay.Net{Inferer: nn.NewEngine(net), Weights: cfg.Weights()})
	games, err := selfplay.Play(ctx, cfg, r.Game, selfplay.Minds{Now: player}, here.At("trial", 0), r.Workers, nil)
	if err != nil {
		return nil, err
	}
	window := NewReplay(r.Game, r.Config.Window, r.Config.Augment)
	window.Append(games)
	return window, nil
}
