package run

import (
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"ludens/internal/disk"
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

// newestThere returns an error if the newest checkpoint, as the ledger says, is gone.
func (r *Run) newestThere() error {
	if r.ledger == nil || r.ledger.parent == "" {
		return nil
	}
	name := checkpointName(r.ledger.iteration)
	if missing(at(r.Dir, name)) {
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
