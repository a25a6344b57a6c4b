package train

import (
	"context"
	"fmt"

	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// Play plays the games of a plan and hands each to sink. It may have them played
// in ranges, in any order and on any machine: m is what the plan names, and
// [selfplay.Plan.Open] checks it there. The games must be those of selfplay.Play. It is
// called for one plan at a time; with Config.Lag, while the run learns, and for the plan of the
// next iteration while that of this one is still being played: the earlier one is more urgent.
type Play func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error

// playHere is the Play of a run that is handed none.
func (r *Run) playHere(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
	with, err := p.Open(r.Game, m)
	if err != nil {
		return err
	}
	return selfplay.Play(ctx, p, with, r.Workers, sink)
}

// plan says what the games of an iteration, counted from 0, depend on, and hands over what
// it names: all as the run stood after an earlier iteration, but for what changes by the
// number of the iteration.
func (r *Run) plan(ctx context.Context, from standing, iteration int) (p selfplay.Plan, m selfplay.Material, err error) {
	here, window := r.iterationSeed(iteration), &from.window
	p = selfplay.Plan{
		Game: r.header.Game, Rules: r.header.Rules, Seed: uint64(here), Iteration: iteration, End: r.Config.SelfPlay.Games,
		Variant: r.Config.Variant,
		Config:  r.Config.inIteration(iteration), HandicapFirst: window.FirstShare(), HandicapRole: window.FirstShares(),
		ResignBelow: window.Resignation(r.Config.SelfPlay.Resign).Below,
	}
	p.Config.StartLevel = window.StartLevel(p.Config.StartLevel)
	if p.Config.Restart > 0 {
		m.Archive = window.Games()
		p.Archive = selfplay.Archive(from.at.Games-len(m.Archive), m.Archive)
	}
	m.Network = from.net
	if p.Network, err = r.identify(ctx, m.Network, window, here); err != nil {
		return p, m, err
	}
	if m.Past, err = r.past(from.at.Iteration, here.At("past", 0)); err != nil {
		return p, m, fmt.Errorf("an earlier network to play against: %w", err)
	}
	if m.Past != nil {
		p.Past, err = r.identify(ctx, m.Past, window, here)
	}
	return p, m, err
}

// inIteration returns how the games of an iteration, counted from 0, are played.
func (c Config) inIteration(iteration int) selfplay.Config {
	cfg, w := c.SelfPlay, c.Weights(iteration)
	cfg.Handicap, cfg.ScoreUtility, cfg.Settled = c.Handicap(iteration), w.Utility, w.Settled
	return cfg
}

// past draws one of the checkpoints up to an iteration that are kept to play as earlier
// networks, and returns its network; nil before the first.
func (r *Run) past(iteration int, at seed.Seed) (*nn.Net, error) {
	every := r.Config.pastEvery()
	if r.Config.SelfPlay.Past == 0 || every == 0 || iteration < every {
		return nil, nil
	}
	c, err := r.Store.Checkpoint(every * (1 + at.Rand().IntN(iteration/every)))
	if err != nil {
		return nil, err
	}
	return c.Net, c.Fits(r.Game)
}

// calibrationRows is on how many positions of the window an int8 network is
// calibrated, or of a trial before there is one.
const calibrationRows = 512

// identify names a network in the precision of self-play.
func (r *Run) identify(ctx context.Context, net *nn.Net, window *Replay, here seed.Seed) (id selfplay.NetworkID, err error) {
	if r.Config.SelfPlay.Precision != selfplay.Int8 {
		return selfplay.Identify(net, nil), nil
	}
	here = here.At("calibration", 0)
	if window.Positions() == 0 {
		if window, err = r.trial(ctx, net, here); err != nil {
			return id, err
		}
	}
	b := nn.NewBatch(net.Spec(), calibrationRows)
	if err := window.Draw(b, here, r.Workers); err != nil {
		return id, err
	}
	c, err := nn.Calibrate(net, b.Obs, calibrationRows)
	if err != nil {
		return id, err
	}
	return selfplay.Identify(net, &c), nil
}

// trialGames of trialSimulations a move are what the first network of a run is
// calibrated on.
const trialGames, trialSimulations = 16, 8

// trial has a network play some quick games in FP32.
func (r *Run) trial(ctx context.Context, net *nn.Net, here seed.Seed) (*Replay, error) {
	cfg := r.Config.SelfPlay
	cfg.Games, cfg.Lockstep = trialGames, min(cfg.Lockstep, trialGames)
	cfg.Past, cfg.FastShare = 0, 0
	cfg.Search = cfg.Search.Limited(trialSimulations)
	plan := selfplay.NewPlan(r.Game, cfg, uint64(here.At("trial", 0)))
	plan.Network = selfplay.Identify(net, nil)
	games, keep := selfplay.Collect(plan)
	if err := r.playHere(ctx, plan, selfplay.Material{Network: net}, keep); err != nil {
		return nil, err
	}
	window := NewReplay(r.Game, r.Config)
	window.Append(games)
	return window, nil
}
