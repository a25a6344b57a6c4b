package run

import (
	"ludens/env"
	"ludens/selfplay"
	"ludens/train"
)

// Store returns the folder as the train.Store of a run of g, each game read held
// against its rules. clock says when an iteration was done.
func (f *Folder) Store(g env.Game, clock func() Clock) train.Store { return store{f, g, clock} }

type store struct {
	*Folder
	game  env.Game
	clock func() Clock
}

func (s store) Last() (*train.Checkpoint, error) {
	if s.Head() == "" { // nothing yet, or killed before there was
		return nil, nil
	}
	return s.Checkpoint(s.Iteration())
}

func (s store) Checkpoint(iteration int) (*train.Checkpoint, error) {
	if name := checkpointName(iteration); iteration == 0 && s.ledger.files[name] == "" && missing(at(s.Dir, name)) {
		return nil, nil
	}
	return s.Folder.Checkpoint(iteration)
}

func (s store) Games(iteration int) ([]*selfplay.Record, error) {
	return s.Folder.Games(s.game, iteration)
}

func (s store) Save(c *train.Checkpoint, it train.Iteration, games []*selfplay.Record) error {
	if it.At.Iteration == 0 {
		return s.Begin(c)
	}
	return s.Folder.Save(c, it, games, s.clock())
}

// Prune keeps the games, too, that the run's configuration wants kept.
func (s store) Prune(keeps func(iteration int) bool, iterations int) error {
	return s.Folder.Prune(keeps, s.ledger.rules.games, iterations)
}
