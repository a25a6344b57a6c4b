package train

import (
	"fmt"
	"maps"

	"ludens/nn"
	"ludens/selfplay"
)

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
