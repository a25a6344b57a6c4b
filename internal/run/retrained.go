package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"ludens/env"
	"ludens/internal/prose"
	"ludens/selfplay"
	"ludens/train"
)

// A checkpoint is a function of the one before it and of the games of its window, bit for bit.
// So a checkpoint that was pruned can be trained again, and the games that its network
// played replayed; and a checkpoint that was not trained from the games of its run is found.

// Retrained is how many iterations of a run were trained again.
type Retrained struct {
	Iterations int `json:"iterations"`
	Left       int `json:"left"` // that could not be
}

// retrain trains an iteration again from its games, and compares its checkpoint with that of
// the ledger.
func (a *auditor) retrain(ctx context.Context, n int) error {
	found, err := a.trained(ctx, n)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errLost), errors.Is(err, fs.ErrNotExist):
		a.unlearned[prose.OneLine(err.Error())]++
		a.retrained.Left++
		return nil
	case err != nil:
		a.problem(n, "%s cannot be trained again: %v", at(a.dir, checkpointName(n)), err)
		return nil
	}
	a.retrained.Iterations++
	a.learned[n] = found
	delete(a.learned, n-3) // a lag asks for the one before the last
	hash, err := found.Encode(io.Discard)
	if want := a.wanted(n); err == nil && want != "" && hash != want {
		a.problem(n, "%s: its sha256 %s is not that of the training from its games, %s", at(a.dir, checkpointName(n)), short(want), short(hash))
	}
	return err
}

// wanted returns the SHA-256 that a checkpoint has by the ledger; "" if that says nothing of it,
// or the run has accepted another one.
func (a *auditor) wanted(n int) string {
	if a.ledger == nil || a.ledger.taken[checkpointName(n)] || a.ledger.taken[checkpointName(n-1)] {
		return ""
	}
	return a.ledger.files[checkpointName(n)]
}

// trained returns the checkpoint of an iteration as its games and the checkpoint before it have
// it.
func (a *auditor) trained(ctx context.Context, n int) (*train.Checkpoint, error) {
	run, err := a.before(n)
	if err != nil {
		return nil, err
	}
	run.Play = func(_ context.Context, p selfplay.Plan, _ selfplay.Material, sink selfplay.Sink) error {
		theirs, err := readGames(a.dir, nil, run.Game, p.Iteration+1)
		if err == nil {
			err = complete(theirs, p.Games())
		}
		for i := 0; err == nil && i < len(theirs); i++ {
			err = sink(i, theirs[i])
		}
		return err
	}
	s := &saving{Store: run.Store, lineage: func(c *train.Checkpoint, it train.Iteration) error { return a.lineage(n, c, it) }}
	run.Store = s
	if err := run.Loop(ctx); !errors.Is(err, errSaved) {
		return nil, err
	}
	return s.found, nil
}

// lineage gives a checkpoint the header that the run's has.
func (a *auditor) lineage(n int, c *train.Checkpoint, it train.Iteration) error {
	c.Config, c.At = a.text, it.At
	if a.ledger == nil {
		return nil
	}
	var was train.Iteration
	if err := json.Unmarshal(a.ledger.metrics[n], &was); err != nil {
		return fmt.Errorf("%w: the metrics of iteration %d: %w", errLedger, n, err)
	}
	if was.Standings != nil { // matches are no part of the training
		it.Standings, c.Strength = was.Standings, was.Standings
	}
	o := a.ledger.origins[n]
	c.Config, c.Parent = o.config, a.ledger.files[checkpointName(n-1)]
	c.Made = madeOn(o.machine, o.config, a.ledger.files[gamesName(n)])
	c.Made.Metrics = &it
	return nil
}

// saving is a store that keeps the next checkpoint in memory, which is the last.
type saving struct {
	train.Store
	lineage func(*train.Checkpoint, train.Iteration) error
	found   *train.Checkpoint
}

// errSaved ends the training after an iteration.
var errSaved = errors.New("the iteration is trained")

func (s *saving) Save(c *train.Checkpoint, it train.Iteration, _ []*selfplay.Record) error {
	if err := s.lineage(c, it); err != nil {
		return err
	}
	s.found = c
	return errSaved
}

// past is the train.Store of a run as it stood after an iteration. Nothing is saved.
type past struct {
	dir    string
	game   env.Game
	last   int
	begins bool // there must be a checkpoint of iteration 0

	learned map[int]*train.Checkpoint // trained again, in place of those that were pruned
}

func (p past) Last() (*train.Checkpoint, error) { return p.Checkpoint(p.last) }

func (p past) Checkpoint(iteration int) (*train.Checkpoint, error) {
	path := at(p.dir, checkpointName(iteration))
	switch {
	case !missing(path):
	case p.learned[iteration] != nil:
		return p.learned[iteration], nil
	case iteration == 0 && !p.begins:
		return nil, nil
	default:
		return nil, lost("the checkpoint before them, or one that they need, was pruned")
	}
	c, _, err := train.ReadCheckpoint(path)
	return c, err
}

func (p past) Games(iteration int) ([]*selfplay.Record, error) {
	if missing(at(p.dir, gamesName(iteration))) {
		return nil, lost("games of the window before them were pruned")
	}
	return readGames(p.dir, nil, p.game, iteration)
}

func (past) Save(*train.Checkpoint, train.Iteration, []*selfplay.Record) error {
	return errors.New("a run that is audited saves nothing")
}

func (past) Prune(func(int) bool, int) error { return nil }
