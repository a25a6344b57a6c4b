// Package train is the loop: self-play makes games, the window keeps them,
// the learner draws from it, and every iteration ends with a checkpoint that
// resumes bit for bit.
//
// [Run] is the loop, [Config] the method, [Replay] the window, [Checkpoint]
// what is saved. Nothing here prints or reads a clock: bars and logs listen
// through [Events].
package train

import (
	"context"
	"fmt"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// Learner turns batches into a better network. It is deterministic in its own
// state and the batches.
type Learner interface {
	Step(b nn.Batch, rate float32) (nn.Loss, error)
	Net() *nn.Net       // a snapshot
	State() []nn.Tensor // all that Step depends on beside the network
}

// Events listens to the loop. Calls come one at a time.
type Events interface {
	Begin(at Progress)               // before anything else of an iteration
	Game(r *selfplay.Record)         // one more game of the iteration is over
	Step(step, steps int, l nn.Loss) // step number step of steps is done, from 1
	End(it Iteration)                // the iteration is saved
}

// Run is one run of the loop. All its fields must be set, but for Past and
// Judge.
type Run struct {
	Config  Config
	Game    env.Game
	Seed    seed.Seed
	Learner Learner
	Replay  *Replay
	At      Progress // how far it has come
	Workers int      // goroutines; no result depends on it

	// Past returns an earlier network of the run to play against, chosen by s, or
	// nil if there is none yet.
	Past func(iterations int, s seed.Seed) (*nn.Net, error)
	// Judge measures the network after an iteration.
	Judge func(ctx context.Context, net *nn.Net, iterations int) ([]arena.Standing, error)
	// Save makes an iteration durable: it is there whole or not at all.
	Save   func(it Iteration, games []*selfplay.Record, net *nn.Net, learner []nn.Tensor) error
	Events Events
}

// Loop plays and learns from where the run stands to the last iteration.
//
// When ctx ends it stops between two searches or steps and returns the
// context's error. What the unfinished iteration did is done again on
// resuming, with the same outcome.
func (r *Run) Loop(ctx context.Context) error {
	if err := r.Game.Spec().Validate(); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	for r.At.Iteration < r.Config.Iterations {
		r.Events.Begin(r.At)
		here := r.Seed.At("iteration", r.At.Iteration)
		games, err := r.play(ctx, here)
		if err != nil {
			return err
		}
		fresh := r.admit(games)
		losses, err := r.learn(ctx, here, r.Config.Steps(fresh))
		if err != nil {
			return err
		}
		passage, err := r.gate(ctx, here)
		if err != nil {
			return err
		}
		it := Iteration{Rate: r.Config.Rate(r.At.Iteration), Losses: losses, Games: Tell(games), Window: r.Replay.Positions(), Gate: passage}
		r.At = r.At.plus(len(games), fresh, losses.Steps)
		it.At = r.At
		it.Diagnosis = Diagnose(r.Game, r.Config, it, games, r.Replay.Games())
		if err := r.finish(ctx, it, games); err != nil {
			return fmt.Errorf("train: iteration %d: %w", r.At.Iteration, err)
		}
	}
	return nil
}

// play makes the games of one iteration with the network as it stands.
func (r *Run) play(ctx context.Context, here seed.Seed) ([]*selfplay.Record, error) {
	minds, err := r.minds(ctx, here)
	if err != nil {
		return nil, err
	}
	cfg := r.Config.SelfPlay
	cfg.Handicap = r.Config.Handicap(r.At.Iteration)
	cfg.HandicapFirst = r.Replay.FirstShare()
	cfg.ResignBelow = r.Replay.Resignation(cfg.Resign).Below
	cfg.Archive = r.Replay.Games()
	cfg.StartLevel = r.Replay.StartLevel(cfg.StartLevel)
	return selfplay.Play(ctx, cfg, r.Game, minds, here, r.Workers, r.Events.Game)
}

// admit puts games into the window, which grows with them, and returns how
// many positions they brought.
func (r *Run) admit(games []*selfplay.Record) int {
	fresh := 0
	for _, g := range games {
		fresh += learnable(g)
	}
	r.Replay.Resize(r.Config.Room(r.At.Positions + fresh))
	return r.Replay.Append(games)
}

// learn makes the steps of one iteration.
func (r *Run) learn(ctx context.Context, here seed.Seed, steps int) (Losses, error) {
	rate := r.Config.Rate(r.At.Iteration)
	batch := nn.NewBatch(r.Learner.Net().Spec(), r.Config.Optimiser.Batch)
	var losses Losses
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return losses, err
		}
		if err := r.Replay.Draw(batch, here.At("step", step), r.Workers); err != nil {
			return losses, err
		}
		loss, err := r.Learner.Step(batch, rate)
		if err != nil {
			return losses, fmt.Errorf("train: step %d: %w", r.At.Steps+step+1, err)
		}
		losses.Add(loss, r.Config.Optimiser.ClipNorm)
		r.Events.Step(step+1, steps, loss)
	}
	return losses, nil
}

// finish measures and saves.
func (r *Run) finish(ctx context.Context, it Iteration, games []*selfplay.Record) error {
	net := r.Learner.Net()
	if r.Judge != nil && r.Config.judged(it.At.Iteration) {
		var err error
		if it.Standings, err = r.Judge(ctx, net, it.At.Iteration); err != nil {
			return err
		}
	}
	if err := r.Save(it, games, net, r.Learner.State()); err != nil {
		return err
	}
	r.Events.End(it)
	return nil
}
