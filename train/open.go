package train

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"

	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// Open takes the run up where its Store has it, or begins it. Loop does so, too,
// unless it has been done before.
func (r *Run) Open() error {
	if (r.learner != nil || r.features != nil) && !r.broken {
		return nil
	}
	r.broken = false
	if err := r.prepare(); err != nil {
		return err
	}
	last, err := r.Store.Last()
	switch {
	case err != nil:
	case last != nil && (last.Evaluation != nil) != (r.Config.Method == AlphaBeta):
		err = fmt.Errorf("train: the last checkpoint is of a run of another method than %q", r.Config.Method)
	case r.Config.Method == AlphaBeta:
		err = r.openRounds(last)
	case last == nil:
		err = r.begin()
	default:
		err = r.resume(last)
	}
	return err
}

// prepare holds what the run is made of against what it can be, and gives what was left out
// its default.
func (r *Run) prepare() error {
	if err := r.Game.Spec().Validate(); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if err := r.Config.Validate(); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	r.Workers = cmp.Or(r.Workers, runtime.GOMAXPROCS(0))
	if r.Play == nil {
		r.Play, r.here = r.playHere, true
	}
	if r.Store == nil {
		r.Store = new(Memory)
	}
	if r.Events == nil {
		r.Events = unheard{}
	}
	r.replay, r.behind, r.ahead = NewReplay(r.Game, r.Config), standing{}, nil
	spec := r.Game.Spec()
	r.header = Header{
		Game: spec.Name, Version: spec.Version, Rules: env.Fingerprint(r.Game), Network: r.Config.Network, Seed: r.Seed,
		Utility: r.Config.AtPlay.Utility, Settled: r.Config.AtPlay.Settled,
	}
	return nil
}

// begin makes the network that the run starts from, and its learner.
func (r *Run) begin() error {
	net := r.From
	if net == nil {
		var err error
		if net, err = Untrained(r.Config.Network, r.Seed); err != nil {
			return err
		}
	}
	first := Checkpoint{Header: r.header, Net: net}
	if first.Network = net.Spec(); first.Network != r.Config.Network {
		return fmt.Errorf("train: the run is to begin with a network of shape %+v, its own is %+v", first.Network, r.Config.Network)
	}
	if err := first.Fits(r.Game); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	trainer, err := nn.NewTrainer(net, r.Config.Optimiser)
	if err != nil {
		return err
	}
	r.learner = newAverage(trainer, r.Config.Average, net)
	if r.untaught = r.Lessons != nil; r.untaught {
		return nil
	}
	return r.start()
}

// Untrained returns the network of a run before its first step, drawn by the run's seed.
func Untrained(shape nn.Spec, s uint64) (*nn.Net, error) {
	net, err := nn.New(shape, seed.New(s).At("network", 0).Rand())
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return net, nil
}

// start has what has been learned so far play. A network that is not a new one is saved
// as that of iteration 0.
func (r *Run) start() error {
	if r.From == nil && r.Lessons == nil {
		return nil
	}
	first := r.Learned()
	first.Parent = r.Parent
	return r.save(&first, Iteration{}, nil)
}

// resume goes on from the last checkpoint: learner, window and progress are as they
// were.
func (r *Run) resume(c *Checkpoint) error {
	if err := c.Fits(r.Game); err != nil {
		return err
	}
	learner, err := learnerOf(c, r.Config, func(net *nn.Net, state []nn.Tensor) (Learner, error) {
		t, err := nn.NewTrainer(net, r.Config.Optimiser)
		if err != nil {
			return nil, err
		}
		return t, t.SetState(state)
	})
	if err != nil {
		return err
	}
	read := map[int][]*selfplay.Record{}
	load := func(iteration int) (games []*selfplay.Record, err error) {
		if read[iteration] == nil {
			read[iteration], err = r.Store.Games(iteration)
		}
		return read[iteration], err
	}
	now, err := r.stood(c, load)
	if err != nil {
		return err
	}
	if from := r.Config.planFrom(c.At.Iteration); from < c.At.Iteration {
		before, err := r.Store.Checkpoint(from)
		if err != nil {
			return err
		}
		if r.behind, err = r.stood(before, load); err != nil {
			return err
		}
	}
	play := r.header.Weights()
	r.header, r.at, r.replay = c.Header, now.at, &now.window
	r.header.Utility, r.header.Settled = play.Utility, play.Settled
	r.learner = learner
	return r.prune()
}

// save makes an iteration durable.
func (r *Run) save(c *Checkpoint, it Iteration, games []*selfplay.Record) error {
	c.At = it.At
	if err := r.Store.Save(c, it, games); err != nil {
		return err
	}
	r.header = c.Header
	return r.prune()
}

// prune lets go of what the run needs no more.
func (r *Run) prune() error {
	if r.Config.Method == AlphaBeta {
		return r.Store.Prune(r.Config.keeps, r.Config.AlphaBeta.Window)
	}
	each := r.Config.SelfPlay.Games
	iterations := func(w *Replay) int { return (len(w.Games()) + each - 1) / each }
	needed, oldest := iterations(r.replay), r.at.Iteration
	if r.Config.Lag > 0 { // the next plan is made from the run an iteration ago
		needed, oldest = max(needed, 1+iterations(&r.behind.window)), r.Config.planFrom(oldest)
	}
	keeps := func(n int) bool { return n >= oldest || r.Config.keeps(n) }
	return r.Store.Prune(keeps, needed)
}

// unheard drops all events.
type unheard struct{}

func (unheard) Begin(Progress)           {}
func (unheard) Game(*selfplay.Record)    {}
func (unheard) Step(_, _ int, _ nn.Loss) {}
func (unheard) End(Iteration)            {}

// Store keeps a run. Its methods are called one at a time.
//
// A run that goes on from a Store ends as if it had never been stopped, provided
// that the Store gives back what was saved, bit for bit.
type Store interface {
	// Last returns the checkpoint that was saved last; nil before the first.
	Last() (*Checkpoint, error)
	// Checkpoint returns the one after an iteration that Prune has kept; nil of iteration 0
	// if none was saved of it: the run's seed determines the network that it begins with.
	Checkpoint(iteration int) (*Checkpoint, error)
	// Games returns the games of an iteration that Prune has kept, by the rules of
	// the run's game and in order.
	Games(iteration int) ([]*selfplay.Record, error)
	// Save makes an iteration durable: it is there whole or not at all. The store
	// may add to c's header where the checkpoint comes from (Parent, Config, Made).
	// A run that begins with the network of another, or learns from recorded games
	// first, saves that network first, as iteration 0, with the Parent that it was given
	// and without games.
	Save(c *Checkpoint, it Iteration, games []*selfplay.Record) error
	// Prune says what the run will ask for: the last checkpoint, that of iteration 0, and
	// those after the iterations that keeps names, and the games of the last iterations. The
	// rest may go.
	Prune(keeps func(iteration int) bool, iterations int) error
}

// Memory is a Store for as long as the program runs. Its zero value is empty.
type Memory struct {
	last        int
	checkpoints map[int]*Checkpoint
	games       map[int][]*selfplay.Record
}

// Last returns the checkpoint that was saved last; nil before the first.
func (m *Memory) Last() (*Checkpoint, error) { return m.checkpoints[m.last], nil }

// Checkpoint returns the one after an iteration.
func (m *Memory) Checkpoint(iteration int) (*Checkpoint, error) {
	if c := m.checkpoints[iteration]; c != nil || iteration == 0 {
		return c, nil
	}
	return nil, fmt.Errorf("no checkpoint of iteration %d is kept", iteration)
}

// Games returns the games of an iteration.
func (m *Memory) Games(iteration int) ([]*selfplay.Record, error) {
	if games := m.games[iteration]; games != nil {
		return games, nil
	}
	return nil, fmt.Errorf("no games of iteration %d are kept", iteration)
}

// Save keeps an iteration.
func (m *Memory) Save(c *Checkpoint, it Iteration, games []*selfplay.Record) error {
	if m.checkpoints == nil {
		m.checkpoints, m.games = map[int]*Checkpoint{}, map[int][]*selfplay.Record{}
	}
	kept := *c
	kept.Learner = nil
	for _, t := range c.Learner {
		kept.Learner = append(kept.Learner, nn.Tensor.Clone(t))
	}
	m.last = it.At.Iteration
	m.checkpoints[m.last], m.games[m.last] = &kept, games
	return nil
}

// Prune lets the rest go.
func (m *Memory) Prune(keeps func(iteration int) bool, iterations int) error {
	maps.DeleteFunc(m.checkpoints, func(n int, _ *Checkpoint) bool {
		return n != 0 && n != m.last && !keeps(n)
	})
	maps.DeleteFunc(m.games, func(n int, _ []*selfplay.Record) bool { return n <= m.last-iterations })
	return nil
}
