package run

import (
	"errors"
	"fmt"
	"io/fs"

	"ludens/internal/disk"
)

// back has the run stand where it stood after an earlier iteration: what came after it is
// removed, and the ledger has it. Nothing is removed if the run cannot go on from there. A kill
// leaves the newest files gone, and the same command goes on.
func (f *Folder) back(to int, o Options) error {
	was := f.ledger.iteration
	if to < 0 || to >= was {
		return fmt.Errorf("%s cannot go back to iteration %d: it has come to %d, want 0 to %d", f.Dir, to, was, was-1)
	}
	a := &auditor{dir: f.Dir, text: f.ledger.text, ledger: f.ledger, workers: 1}
	if err := a.stands(to); err != nil {
		if errors.Is(err, errLost) {
			err = errors.New("what it needs was pruned")
		}
		way := ""
		if n, ok := a.soundBefore(to); ok {
			way = fmt.Sprintf("; it can to %d", n)
		}
		return fmt.Errorf("%s cannot go back to iteration %d: %w%s", f.Dir, to, err, way)
	}
	if err := f.lease.held(); err != nil {
		return err
	}
	for n := was + 1; n > to; n-- { // one more may be unfinished
		for _, name := range []string{checkpointName(n), gamesName(n)} {
			if err := disk.Remove(at(f.Dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			f.stop("gone back")
		}
	}
	change := fmt.Sprintf("gone back to iteration %d, from %d", to, was)
	o.Tell(change)
	return f.note(entry{Kind: accepted, Iteration: to, Changes: []string{change}, Files: map[string]string{}})
}

// stands returns why the run cannot go on from where it stood after an iteration.
func (a *auditor) stands(n int) error {
	cfg, err := a.config(n + 1)
	if err != nil {
		return err
	}
	run, err := a.after(n, cfg, nil)
	if err != nil {
		return err
	}
	return run.Open()
}

// soundBefore returns the last iteration before another after which the run can go on.
func (a *auditor) soundBefore(n int) (to int, ok bool) {
	for to = n - 1; to >= 0; to-- {
		if a.stands(to) == nil {
			return to, true
		}
	}
	return 0, false
}
