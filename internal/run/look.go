package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ludens/configs"
	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/selfplay"
	"ludens/train"
)

// Run is a run to read, in progress or not. What it returns is as the ledger says,
// if the run keeps one.
type Run struct {
	Dir    string
	text   string
	ledger *ledger // nil: the run is from before there were ledgers
}

// Look reads what is needed to read the rest.
func Look(dir string) (*Run, error) {
	text, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	l, err := readLedger(dir)
	if err != nil {
		return nil, fmt.Errorf("%w; see: ludens verify %s", err, dir)
	}
	return &Run{dir, text, l}, nil
}

// LookAt is Look, with the run's configuration and its game.
func LookAt(dir string) (*Run, configs.Run, env.Game, error) {
	r, err := Look(dir)
	if err != nil {
		return nil, configs.Run{}, nil, err
	}
	config, err := r.Config()
	if err != nil {
		return nil, config, nil, err
	}
	g, err := gamelist.Make(config.Game)
	return r, config, g, err
}

// Holds reports whether a folder holds a run.
func Holds(dir string) bool { return !missing(at(dir, configName)) }

// Config returns the run's configuration.
func (r *Run) Config() (configs.Run, error) {
	if r.ledger != nil {
		if d := r.ledger.holdConfig(r.Dir, r.text); d != nil {
			return configs.Run{}, changed(r.Dir, []difference{*d})
		}
	}
	return configs.Load(configs.Layer{Name: at(r.Dir, configName), Text: r.text})
}

// Metrics returns the finished iterations.
func (r *Run) Metrics() (all []Metric, err error) {
	err = r.eachMeasured(func(m measured) { all = append(all, m.Metric) })
	return all, err
}

// writtenLast returns when the metrics of the run in a folder were last written to, else
// its configuration; zero if there is neither.
func writtenLast(dir string) time.Time {
	for _, name := range []string{metricsName, configName} {
		if stat, err := os.Stat(at(dir, name)); err == nil {
			return stat.ModTime()
		}
	}
	return time.Time{}
}

// News returns the lines of the metrics after that many iterations, as JSON.
func (r *Run) News(after int) (lines [][]byte, err error) {
	err = r.eachMeasured(func(m measured) {
		if m.At.Iteration > after {
			lines = append(lines, m.object)
		}
	})
	return lines, err
}

func (r *Run) eachMeasured(visit func(m measured)) error {
	err := eachMeasured(at(r.Dir, metricsName), r.ledger, func(m measured) error {
		if m.final == nil {
			m.object = append([]byte(nil), m.object...)
			visit(m)
		}
		return nil
	})
	if errors.Is(err, errMetrics) {
		err = fmt.Errorf("%w; have it written again by: ludens resume %s", err, r.Dir)
	}
	return err
}

// Checkpoints returns the paths of the checkpoints in a run's folder, oldest first:
// the numbered ones. Other files beside them are not the run's.
func Checkpoints(dir string) (paths []string, err error) {
	all, err := iterations(dir, checkpoints)
	for _, n := range all {
		paths = append(paths, at(dir, checkpointName(n)))
	}
	return paths, err
}

// Hashes returns the SHA-256 of the run's checkpoints, each with its iteration; none of a
// run from before there were ledgers.
func (r *Run) Hashes() map[string]int {
	all := map[string]int{}
	if r.ledger == nil {
		return all
	}
	for name, hash := range r.ledger.files {
		if n, ok := iterationOf(name); ok && hash != "" && strings.HasPrefix(name, checkpoints+"/") {
			all[hash] = n
		}
	}
	return all
}

// Final returns how strong the network has become; nil if that was not measured or
// not recorded.
func (r *Run) Final() *Final {
	if r.ledger == nil {
		return nil
	}
	return r.ledger.final
}

// Iteration returns which iteration a checkpoint's path is of, 0 if it says none.
func Iteration(path string) int {
	n, _ := iterationOf(checkpoints + "/" + filepath.Base(path))
	return n
}

// LastGames returns the last games of self-play, at most that many. It ends with ctx.
func (r *Run) LastGames(ctx context.Context, g env.Game, most int) (last []*selfplay.Record, err error) {
	all, err := r.played()
	if err != nil || len(all) == 0 {
		return nil, err
	}
	for record, err := range eachGame(r.Dir, r.ledger, g, all[len(all)-1]) {
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		if len(last) == most {
			last = slices.Delete(last, 0, 1)
		}
		last = append(last, record)
	}
	return last, nil
}

// EachGame visits all games of self-play that the run keeps, in order, with the
// iteration that each is of. An error of visit ends it.
func (r *Run) EachGame(g env.Game, visit func(iteration int, r *selfplay.Record) error) error {
	all, err := r.played()
	if err != nil {
		return err
	}
	for _, n := range all {
		for record, err := range eachGame(r.Dir, r.ledger, g, n) {
			if err == nil {
				err = visit(n, record)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// played returns the iterations whose games are there, but for one whose checkpoint
// is still to come.
func (r *Run) played() ([]int, error) {
	all, err := iterations(r.Dir, games)
	return slices.DeleteFunc(all, func(n int) bool {
		return r.ledger != nil && r.ledger.unfinished(gamesName(n), n)
	}), err
}

// errNoCheckpoint is wrapped where a folder has none.
var errNoCheckpoint = errors.New("holds no checkpoint yet")

// Newest returns path itself, or the newest checkpoint if path is a run's folder. A run whose
// newest checkpoint is gone, or has no network, is an error.
func Newest(path string) (string, error) {
	stat, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("no checkpoint at %s: train one with: ludens train GAME", path)
	}
	if !stat.IsDir() {
		return path, nil
	}
	file, err := newest(path)
	if err != nil {
		return "", err
	}
	if h, err := train.ReadHeader(file); err == nil && h.Evaluation != nil {
		return "", networked(path, &train.Checkpoint{Header: h})
	}
	return file, nil
}

// newest returns the newest checkpoint of the run in a folder.
func newest(dir string) (string, error) {
	all, err := Checkpoints(dir)
	if err != nil || len(all) == 0 {
		return "", fmt.Errorf("the folder %s %w", dir, errNoCheckpoint)
	}
	return all[len(all)-1], lastThere(dir)
}

// lastThere returns an error if a folder holds a run whose newest checkpoint, as its ledger
// says, is not there: an older one is not taken in its place.
func lastThere(dir string) error {
	if !Holds(dir) {
		return nil
	}
	l, err := readLedger(dir)
	if err != nil {
		return fmt.Errorf("%w; see: ludens verify %s", err, dir)
	}
	r := Run{Dir: dir, ledger: l}
	return r.newestThere()
}

// ReadCheckpoint reads a checkpoint file with a network, or the newest of a run's folder,
// and returns its path and the SHA-256 of that file. One that lies in a run's folder
// must be as the ledger says.
func ReadCheckpoint(path string) (c *train.Checkpoint, file, hash string, err error) {
	if file, err = Newest(path); err != nil {
		return nil, "", "", err
	}
	if c, hash, err = saved(file); err != nil {
		return nil, "", "", err
	}
	return c, file, hash, networked(path, c)
}

// saved reads a checkpoint file, and its SHA-256.
func saved(file string) (c *train.Checkpoint, hash string, err error) {
	if c, hash, err = train.ReadCheckpoint(file); err != nil {
		return nil, "", err
	}
	return c, hash, held(file, hash, c)
}

// held holds a checkpoint against the ledger of the run in whose folder it lies.
func held(file, hash string, c *train.Checkpoint) error {
	file = filepath.Clean(file)
	if filepath.Base(filepath.Dir(file)) != checkpoints {
		var err error
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
	}
	name := checkpoints + "/" + filepath.Base(file)
	n, ok := iterationOf(name)
	if !ok || filepath.Base(filepath.Dir(file)) != checkpoints {
		return nil
	}
	dir := filepath.Dir(filepath.Dir(file))
	if !Holds(dir) {
		return nil
	}
	l, err := readLedger(dir)
	if err != nil {
		return fmt.Errorf("%w; see: ludens verify %s", err, dir)
	}
	if l == nil {
		if c.Made != nil {
			return fmt.Errorf("%s is gone; put it back, or have a new one begun by: ludens resume %s --accept-changes", at(dir, ledgerName), dir)
		}
		return nil
	}
	if _, known := l.files[name]; !known && l.next(n) {
		e, err := l.ahead(dir)
		if err != nil || e != nil && e.Files[name] == hash {
			return err
		}
	}
	if err := l.hold(dir, name, hash); err != nil {
		return err
	}
	if err := l.fits(dir, n); err != nil {
		return fmt.Errorf("%s: %w; see: ludens verify %s", file, err, dir)
	}
	return nil
}
