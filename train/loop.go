// Package train is the loop: self-play makes games, the window keeps them,
// the learner draws from it, and every iteration ends with a checkpoint that
// resumes bit for bit.
//
// [Run] is the loop, [Config] the method, [Replay] the window, [Checkpoint]
// what is saved and [Store] where. Nothing here prints or reads a clock: bars and
// logs listen through [Events].
package train

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/eval"
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

// Taught are Events that listen to the steps on recorded games, too.
type Taught interface {
	Pretrain(step, steps int, l nn.Loss) // step number step of steps is done, from 1
}

// Run is one run of the loop. Game, Config, Seed and From say all that its outcome
// depends on; what else it needs it builds from them. Of the other fields the zero
// value is: plays here, keeps everything in memory, sends no events.
type Run struct {
	Game   env.Game
	Config Config
	Seed   uint64

	// From is the network that the run begins with, and Parent the SHA-256 of the
	// checkpoint that it is taken from; nil: a new one of Config.Network.
	From   *nn.Net
	Parent string
	// Evaluation is the learned evaluation that a run by alpha-beta begins with; nil: none.
	Evaluation *eval.Weights

	// Lessons returns games that the run learns from before it plays, as Config.Epochs
	// says; nil: there are none. The run's outcome depends on them, too, but once a Store
	// has its iteration 0 they are asked for no more.
	Lessons func(ctx context.Context) ([]*selfplay.Record, error)

	Workers int    // goroutines; 0: one a core. No result depends on it
	Play    Play   // nil: plays here
	Store   Store  // nil: a Memory
	Events  Events // nil: none are sent
	// Judge measures what was learned after each Config.EvaluateEvery iterations; nil: it
	// is not measured.
	Judge func(ctx context.Context, learned *Checkpoint, iterations int) ([]arena.Standing, error)
	// Pause is asked after each iteration that another one is to follow; where it says so the
	// Loop ends with ErrPaused. nil: it never does.
	Pause func() bool

	learner  Learner // nil: not open yet, or by alpha-beta
	untaught bool    // the lessons are to come
	broken   bool    // an iteration was left unfinished: the learner is nowhere
	replay   *Replay
	at       Progress // how far it has come
	header   Header   // of the last checkpoint, and of the next
	behind   standing // with a lag, the run an iteration ago; zero before the first
	ahead    *batch   // games that are played before the run has come so far; nil: none

	here bool // it plays here, one plan at a time

	features *eval.Features // of an open run by alpha-beta, in place of learner and replay
	weights  *eval.Weights  // nil: before the first round
}

// Net returns the network as it stands, of a run that is open; nil of one by alpha-beta.
func (r *Run) Net() *nn.Net {
	if r.learner == nil {
		return nil
	}
	return r.learner.Net()
}

// Features returns what an open run by alpha-beta learns weights for, else nil.
func (r *Run) Features() *eval.Features { return r.features }

// At returns how far an open run has come.
func (r *Run) At() Progress { return r.at }

// Loop plays and learns from where the run stands to the last iteration.
//
// When ctx ends it stops between two searches or steps and returns the
// context's error. What the unfinished iteration did is done again when the run
// goes on, with the same outcome: by another Loop, or by another Run of its Store.
func (r *Run) Loop(ctx context.Context) (err error) {
	if err := r.Open(); err != nil {
		return err
	}
	defer func() {
		r.ahead.halt()
		r.broken = err != nil
	}()
	if r.untaught {
		if err := r.pretrain(ctx); err != nil {
			return err
		}
	}
	learn := r.iterate
	if r.Config.Method == AlphaBeta {
		learn = r.round
	}
	for r.at.Iteration < r.Config.Iterations {
		r.Events.Begin(r.at)
		it, games, err := learn(ctx)
		if err != nil {
			return err
		}
		if err := r.finish(ctx, it, games); err != nil {
			return fmt.Errorf("train: iteration %d: %w", r.at.Iteration, err)
		}
		if r.Pause != nil && r.at.Iteration < r.Config.Iterations && r.Pause() {
			return ErrPaused
		}
	}
	return nil
}

// ErrPaused is what a Loop ends with that was to stop between two iterations. The Run, or
// another of its Store, goes on where it stands.
var ErrPaused = errors.New("train: paused between two iterations")

// iterate plays games with a network of the run, and learns from the window.
func (r *Run) iterate(ctx context.Context) (it Iteration, games []*selfplay.Record, err error) {
	games, played, err := r.play(ctx)
	if err != nil {
		return it, nil, err
	}
	unseen, err := examine(r.Game, played, games, unseenPositions)
	if err != nil {
		return it, nil, fmt.Errorf("train: %w", err)
	}
	fresh := r.admit(games)
	before := r.learner.Net()
	losses, err := r.learn(ctx, r.replay, r.iterationSeed(r.at.Iteration), r.Config.Steps(fresh), r.Events.Step)
	if err != nil {
		return it, nil, err
	}
	losses.Moved = r.learner.Net().Moved(before)
	if err := r.sane(losses, games); err != nil {
		return it, nil, err
	}
	it = Iteration{Rate: r.Config.Rate(r.at.Iteration), Losses: losses, Games: Tell(games), Unseen: unseen, Dead: r.learner.Net().Dead(), Window: r.replay.Positions()}
	r.at = r.at.plus(len(games), fresh, losses.Steps)
	it.At = r.at
	it.Diagnosis = Diagnose(r.Game, r.Config, it, games, r.replay.Games())
	return it, games, nil
}

// admit puts games into the window, which grows with them, and returns how
// many positions they brought.
func (r *Run) admit(games []*selfplay.Record) int {
	fresh := 0
	for _, g := range games {
		fresh += learnable(g)
	}
	r.replay.resize(r.Config.Room(r.at.Positions + fresh))
	return r.replay.Append(games)
}

// learn makes the steps of one iteration, on positions of a window, and reports each.
func (r *Run) learn(ctx context.Context, window *Replay, here seed.Seed, steps int, report func(step, steps int, l nn.Loss)) (Losses, error) {
	rate := r.Config.Rate(r.at.Iteration)
	batch := nn.NewBatch(r.learner.Net().Spec(), r.Config.Optimiser.Batch)
	var losses Losses
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return losses, err
		}
		if err := window.Draw(batch, here.At("step", step), r.Workers); err != nil {
			return losses, err
		}
		loss, err := r.learner.Step(batch, rate)
		if err != nil {
			return losses, r.stepped(r.at.Steps+step+1, err)
		}
		losses.Add(loss, r.Config.Optimiser.ClipNorm)
		report(step+1, steps, loss)
	}
	return losses, nil
}

// finish measures and saves.
func (r *Run) finish(ctx context.Context, it Iteration, games []*selfplay.Record) error {
	c := r.Learned()
	if r.Judge != nil && r.Config.judged(it.At.Iteration) {
		var err error
		if it.Standings, err = r.Judge(ctx, &c, it.At.Iteration); err != nil {
			return err
		}
	}
	if it.Standings != nil {
		c.Strength = it.Standings
	}
	if err := r.save(&c, it, games); err != nil {
		return err
	}
	r.Events.End(it)
	return nil
}

// Learned returns what an open run has learned so far, as a checkpoint that it has not saved.
func (r *Run) Learned() Checkpoint {
	c := Checkpoint{Header: r.header}
	if r.learner != nil {
		c.Net, c.Learner = r.learner.Net(), r.learner.State()
	}
	c.Evaluation = r.weights
	return c
}

// pretrain learns from the lessons and saves the network as that of iteration 0. Its
// targets are the policies that the lessons name, and who won: no search has looked at
// them, so that no search's value is mixed in. Window and learner of the run know
// nothing of them but the weights.
func (r *Run) pretrain(ctx context.Context) error {
	games, err := r.Lessons(ctx)
	if err != nil {
		return err
	}
	c := r.Config
	c.SearchValue, c.Window = 0, math.MaxInt
	window := NewReplay(r.Game, c)
	window.Append(games)
	if window.Positions() == 0 {
		return fmt.Errorf("train: no move to learn from in %d recorded games", len(games))
	}
	steps := max(1, int(float64(c.Epochs)*float64(window.Positions())/float64(c.Optimiser.Batch)+0.5))
	report := func(int, int, nn.Loss) {}
	if t, ok := r.Events.(Taught); ok {
		report = t.Pretrain
	}
	if _, err := r.learn(ctx, window, seed.New(r.Seed).At("pretrain", 0), steps, report); err != nil {
		return err
	}
	r.untaught = false
	return r.start()
}
