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
// [selfplay.Plan.Open] checks it there. The games must be those of selfplay.Play.
type Play func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error

// playHere is the Play of a run that is handed none.
func (r *Run) playHere(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
	with, err := p.Open(r.Game, m)
	if err != nil {
		return err
	}
	return selfplay.Play(ctx, p, with, r.Workers, sink)
}

// play makes the games of one iteration with the network as it stands.
func (r *Run) play(ctx context.Context, here seed.Seed) ([]*selfplay.Record, error) {
	plan, material, err := r.plan(ctx, here)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	games, keep := selfplay.Collect(plan)
	err = r.Play(ctx, plan, material, func(game int, g *selfplay.Record) error {
		r.Events.Game(g)
		return keep(game, g)
	})
	if err != nil {
		return nil, err
	}
	for i, g := range games {
		if g == nil {
			return nil, fmt.Errorf("train: game %d of iteration %d was not played", i, plan.Iteration)
		}
	}
	return games, nil
}

// Plan opens the run, and returns what the games of its next iteration depend on and what
// that names.
func (r *Run) Plan(ctx context.Context) (p selfplay.Plan, m selfplay.Material, err error) {
	if err := r.Open(); err != nil {
		return p, m, err
	}
	return r.plan(ctx, seed.New(r.Seed).At("iteration", r.at.Iteration))
}

// plan says what the games of the next iteration depend on, and hands over what
// it names.
func (r *Run) plan(ctx context.Context, here seed.Seed) (p selfplay.Plan, m selfplay.Material, err error) {
	p = selfplay.Plan{
		Game: r.header.Game, Rules: r.header.Rules, Seed: uint64(here), Iteration: r.at.Iteration, End: r.Config.SelfPlay.Games,
		Variant: r.Config.Variant,
		Config:  r.Config.inIteration(r.at.Iteration), HandicapFirst: r.replay.FirstShare(), HandicapRole: r.replay.FirstShares(),
		ResignBelow: r.replay.Resignation(r.Config.SelfPlay.Resign).Below,
	}
	p.Config.StartLevel = r.replay.StartLevel(p.Config.StartLevel)
	if p.Config.Restart > 0 {
		m.Archive = r.replay.Games()
		p.Archive = selfplay.Archive(r.at.Games-len(m.Archive), m.Archive)
	}
	m.Network = r.learner.Net()
	if p.Network, err = r.identify(ctx, m.Network, here); err != nil {
		return p, m, err
	}
	if m.Past, err = r.past(here.At("past", 0)); err != nil {
		return p, m, fmt.Errorf("an earlier network to play against: %w", err)
	}
	if m.Past != nil {
		p.Past, err = r.identify(ctx, m.Past, here)
	}
	return p, m, err
}

// inIteration returns how the games of an iteration, counted from 0, are played.
func (c Config) inIteration(iteration int) selfplay.Config {
	cfg, w := c.SelfPlay, c.Weights(iteration)
	cfg.Handicap, cfg.ScoreUtility, cfg.Settled = c.Handicap(iteration), w.Utility, w.Settled
	return cfg
}

// past draws one of the checkpoints that are kept to play as earlier networks, and returns its
// network; nil before the first.
func (r *Run) past(at seed.Seed) (*nn.Net, error) {
	every := r.Config.pastEvery()
	if r.Config.SelfPlay.Past == 0 || every == 0 || r.at.Iteration < every {
		return nil, nil
	}
	c, err := r.Store.Checkpoint(every * (1 + at.Rand().IntN(r.at.Iteration/every)))
	if err != nil {
		return nil, err
	}
	return c.Net, c.Fits(r.Game)
}

// calibrationRows is on how many positions of the window an int8 network is
// calibrated, or of a trial before there is one.
const calibrationRows = 512

// identify names a network in the precision of self-play.
func (r *Run) identify(ctx context.Context, net *nn.Net, here seed.Seed) (id selfplay.NetworkID, err error) {
	if r.Config.SelfPlay.Precision != selfplay.Int8 {
		return selfplay.Identify(net, nil), nil
	}
	window, here := r.replay, here.At("calibration", 0)
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
