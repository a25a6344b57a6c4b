package run

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"ludens/env"
	"ludens/internal/disk"
	"ludens/selfplay"
	"ludens/train"
)

// State is what becomes of a run.
type State string

// The states of a run.
const (
	Running  State = "running"  // a process works on it
	Stopped  State = "stopped"  // iterations are to come, and no process works on them
	Finished State = "finished" // all its iterations are done
	Damaged  State = "damaged"  // it cannot be gone on with as it is
)

// Status is how a run stands.
type Status struct {
	State      State
	Game       string // "" if it cannot be read
	Iteration  int    // finished
	Iterations int    // in all
	Changed    time.Time
	Trouble    string // of a damaged run: what is wrong, and the way on; one line
}

// statusOf says how the run in a folder stands, by its lock, its ledger and whether
// what is needed to go on is there. It reads no games and no checkpoints: Verify does.
func statusOf(dir string) (s Status) {
	working := busyNow(dir)
	r, err := Look(dir)
	if err != nil {
		return Status{State: Damaged, Changed: writtenLast(dir), Trouble: err.Error()}
	}
	s = Status{State: Stopped, Changed: writtenLast(dir), Iteration: r.iteration()}
	config, err := r.Config()
	if err != nil {
		s.State, s.Trouble = Damaged, err.Error()
		return s
	}
	s.Game, s.Iterations = config.Game, config.Train.Iterations
	switch {
	case working:
		s.State = Running // what it writes now is for it to read
	case s.Iteration >= s.Iterations:
		s.State = Finished
	}
	if err := r.whole(); err != nil && !working {
		s.State, s.Trouble = Damaged, err.Error()
	}
	return s
}

// iteration returns how far the run has come.
func (r *Run) iteration() int {
	if r.ledger != nil {
		return r.ledger.iteration
	}
	all, err := iterations(r.Dir, checkpoints)
	if err != nil || len(all) == 0 {
		return 0
	}
	return all[len(all)-1]
}

// whole returns what keeps a run that no process works on from being gone on with: its
// metrics cannot be read, or its newest checkpoint is gone.
func (r *Run) whole() error {
	if _, err := r.Metrics(); err != nil {
		return err
	}
	return r.newestThere()
}

// newestThere returns an error if the newest checkpoint, as the ledger says, is gone: a
// folder of its name is no file of the run.
func (r *Run) newestThere() error {
	if r.ledger == nil || r.ledger.parent == "" {
		return nil
	}
	name := checkpointName(r.ledger.iteration)
	there, err := iterations(r.Dir, checkpoints)
	if err != nil {
		return err
	}
	if !slices.Contains(there, r.ledger.iteration) {
		return changed(r.Dir, []difference{*r.ledger.compare(r.Dir, name, "")})
	}
	return nil
}

// busyNow reports whether a process works on the run in a folder. It takes nothing: who
// comes for the lock in the same moment waits for that long.
func busyNow(dir string) bool {
	path := filepath.Join(dir, "lock")
	if ordinary(path) == nil && !missing(path) {
		l := flock.New(path, flock.SetFlag(os.O_RDONLY))
		switch ok, err := l.TryRLock(); {
		case err == nil && !ok:
			return true
		case err == nil:
			l.Unlock() // what was locked for reading
			return false
		}
	}
	host, _ := os.Hostname()
	owner, err := disk.ReadFile(filepath.Join(dir, "lock.owner"), maxOwner)
	return err == nil && !gone(string(owner), host)
}

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
