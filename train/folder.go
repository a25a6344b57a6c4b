package train

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"ludens/internal/atomicfile"
	"ludens/selfplay"
)

// Folder is a run on disk:
//
//	config.toml                     the effective configuration
//	checkpoints/000012.ckpt         after iteration 12
//	games/000012.seg                the games of iteration 12
//	metrics.jsonl                   one line an iteration, and a last one: see Final
//
// While it is open no other process can open it.
type Folder struct {
	Dir  string
	lock *flock.Flock
}

// ErrBusy is wrapped by Create and Open when another process has the folder.
var ErrBusy = errors.New("in use by another process")

// ErrExists is wrapped by Create when the folder already holds a run.
var ErrExists = errors.New("already holds a run")

// ErrNoRun is wrapped by Open when the folder does not hold a run.
var ErrNoRun = errors.New("holds no run")

const configName = "config.toml"

// Create makes the folder of a new run with its configuration.
func Create(dir, config string) (*Folder, error) {
	for _, sub := range []string{"checkpoints", "games"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return nil, err
		}
	}
	f, err := lock(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, configName)); err == nil {
		f.Close()
		return nil, fmt.Errorf("%s %w", dir, ErrExists)
	}
	err = atomicfile.Write(filepath.Join(dir, configName), func(w io.Writer) error {
		_, err := io.WriteString(w, config)
		return err
	})
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Open opens the folder of an existing run and returns its configuration.
// What an interrupted write left behind is removed.
func Open(dir string) (f *Folder, config string, err error) {
	text, err := os.ReadFile(filepath.Join(dir, configName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("%s %w: it has no %s", dir, ErrNoRun, configName)
	} else if err != nil {
		return nil, "", err
	}
	if f, err = lock(dir); err != nil {
		return nil, "", err
	}
	for _, pattern := range []string{".*.toml.*", "checkpoints/.*", "games/.*"} {
		left, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, path := range left {
			if err := os.Remove(path); err != nil {
				f.Close()
				return nil, "", err
			}
		}
	}
	return f, string(text), nil
}

func lock(dir string) (*Folder, error) {
	l := flock.New(filepath.Join(dir, "lock"))
	ok, err := l.TryLock()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s is %w", dir, ErrBusy)
	}
	return &Folder{Dir: dir, lock: l}, nil
}

// Close lets other processes open the folder.
func (f *Folder) Close() error { return f.lock.Unlock() }

// Checkpoint returns the path of the checkpoint after an iteration.
func (f *Folder) Checkpoint(iteration int) string {
	return filepath.Join(f.Dir, "checkpoints", fmt.Sprintf("%06d.ckpt", iteration))
}

func (f *Folder) games(iteration int) string {
	return filepath.Join(f.Dir, "games", fmt.Sprintf("%06d.seg", iteration))
}

// Refill appends the games of the iterations so far to r: all that its window holds.
func (f *Folder) Refill(r *Replay, iterations int) error {
	var batches [][]*selfplay.Record
	for i, positions := iterations, 0; i >= 1 && positions < r.window; i-- {
		games, err := f.LoadGames(r.game, i)
		if err != nil {
			return err
		}
		for _, g := range games {
			positions += learnable(g)
		}
		batches = append(batches, games)
	}
	for _, games := range slices.Backward(batches) {
		r.Append(games)
	}
	return nil
}

// Prune removes checkpoints that nobody needs after so many iterations: all but
// the last two and, if every > 0, each every-th.
func (f *Folder) Prune(iterations, every int) error {
	old := iterations - 2
	if old < 1 || every > 0 && old%every == 0 {
		return nil
	}
	if err := os.Remove(f.Checkpoint(old)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// PruneGames removes the games of all but the last so many of the iterations, each
// of which made so many games; those in the window stay. keep 0: all are kept.
func (f *Folder) PruneGames(iterations, each, keep int, window *Replay) error {
	if keep == 0 {
		return nil
	}
	needed := (len(window.games) + each - 1) / each
	for i := iterations - max(keep, needed); i >= 1; i-- {
		err := os.Remove(f.games(i))
		if errors.Is(err, fs.ErrNotExist) {
			return nil // and so are those before
		} else if err != nil {
			return err
		}
	}
	return nil
}

// Checkpoints returns the paths of all checkpoints in a run's folder, oldest first.
func Checkpoints(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, "checkpoints"))
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".ckpt") && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(dir, "checkpoints", e.Name()))
		}
	}
	return paths, nil
}
