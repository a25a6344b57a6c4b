// Package run is the folder of a run of training: it makes it, goes on in it,
// lists and reads it, and checks that it is as it was written. No other package opens
// a file of a run.
//
//	config.toml             the effective configuration
//	ledger.jsonl            what was made of what: an entry an iteration, chained by SHA-256
//	checkpoints/000012.ckpt after iteration 12
//	games/000012.seg        the games of iteration 12
//	metrics.jsonl           what an iteration did, and when; but for the times it follows from the ledger
//	workers.json            who played the games of the last iteration, if workers did
//	signature.json          a signature of the ledger, if the run was signed
//	lock                    held while a process works on the run
//
// [Create] and [Open] work on a run, [Look] only reads, [Verify] reads everything.
// [ReadCurves] reads the numbers of a run: [Curves.Page] draws them, [Curves.Columns] are a
// table. [Warnings] and [Diagnosis] put into words what an iteration found out. [OpenPage]
// returns a run, and [OpenResults] the results of studies in other folders, as the page
// shows them.
//
// An iteration is written in this order: games, checkpoint, entry, metrics. The
// checkpoint's header holds all of the entry but its own SHA-256, and the entry
// all of the metrics but the times. So whatever a kill left undone after the
// checkpoint is done when the run goes on, and what was begun before it is done
// again, to the same bytes.
package run

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	"ludens/internal/disk"
	"ludens/internal/machine"
	"ludens/internal/prose"
	"ludens/selfplay"
	"ludens/train"
)

// ErrExists is wrapped by Create when the folder already holds a run.
var ErrExists = errors.New("already holds a run")

// ErrNoRun is wrapped when a folder does not hold a run.
var ErrNoRun = errors.New("holds no run")

// Folder is a run to work on: no other process can, until it is closed.
type Folder struct {
	Dir      string
	ledger   *ledger
	lease    *lease
	adopting bool               // the run is from before there were ledgers
	pause    func(point string) // called between writes, by tests that stop there
}

// Create makes the folder of a new run with its configuration.
func Create(dir, config string) (*Folder, error) { return create(dir, config, false) }

// Rehearse is Create; a rehearsal that the folder holds, and no process works on, makes
// way.
func Rehearse(dir, config string) (*Folder, error) { return create(dir, config, true) }

func create(dir, config string, over bool) (*Folder, error) {
	for _, sub := range []string{checkpoints, games} {
		if err := disk.MakeFolder(filepath.Join(dir, sub)); err != nil {
			return nil, err
		}
	}
	lease, err := lock(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, lease: lease}
	if err := f.begin(config, over); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// begin writes the first entry of the ledger, then the configuration, which makes
// the folder a run's.
func (f *Folder) begin(config string, over bool) error {
	old, err := readConfig(f.Dir)
	switch {
	case err == nil && !over:
		return fmt.Errorf("%s %w", f.Dir, ErrExists)
	case err == nil && !strings.HasPrefix(old, configs.RehearsalMark):
		return fmt.Errorf("%s holds a run that is not a rehearsal: name another folder with --run", f.Dir)
	case err != nil && !errors.Is(err, ErrNoRun):
		return err
	}
	if err := errors.Join(f.clear(), f.sweep()); err != nil {
		return err
	}
	f.ledger = newLedger()
	here := thisMachine()
	text, err := f.ledger.write(entry{Kind: began, Format: ledgerFormat, Config: sha256OfText(config), Text: config, Machine: &here, Program: machine.Revision()})
	if err != nil {
		return err
	}
	if err := replace(at(f.Dir, ledgerName), text); err != nil {
		return err
	}
	return replace(at(f.Dir, configName), []byte(config))
}

// clear removes the files of a run, its configuration first: without it the rest
// is not a run.
func (f *Folder) clear() error {
	names := []string{configName, ledgerName, metricsName, signatureName}
	for _, sub := range []string{checkpoints, games} {
		all, err := iterations(f.Dir, sub)
		if err != nil {
			return err
		}
		for _, n := range all {
			if sub == games {
				names = append(names, gamesName(n))
			} else {
				names = append(names, checkpointName(n))
			}
		}
	}
	for _, name := range names {
		if err := disk.Remove(at(f.Dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func replace(path string, text []byte) error {
	return disk.WriteBytes(path, text)
}

// Close lets others work on the run.
func (f *Folder) Close() error { return f.lease.close() }

// Config returns the text of the run's configuration.
func (f *Folder) Config() string { return f.ledger.text }

// Iteration returns how far the run has come.
func (f *Folder) Iteration() int { return f.ledger.iteration }

// Head returns the SHA-256 of the last checkpoint; "" before the first.
func (f *Folder) Head() string { return f.ledger.parent }

// Path returns the path of the checkpoint after an iteration.
func (f *Folder) Path(iteration int) string { return at(f.Dir, checkpointName(iteration)) }

// Checkpoint reads the checkpoint after an iteration, which must be as it was
// written.
func (f *Folder) Checkpoint(iteration int) (*train.Checkpoint, error) {
	c, hash, err := train.ReadCheckpoint(f.Path(iteration))
	if err == nil {
		err = f.ledger.hold(f.Dir, checkpointName(iteration), hash)
	}
	return c, err
}

// Games reads the games of an iteration, which must be as they were written and
// by the rules of g.
func (f *Folder) Games(g env.Game, iteration int) ([]*selfplay.Record, error) {
	return readGames(f.Dir, f.ledger, g, iteration)
}

// Begin saves the network that the run begins with, c; its Parent is the
// checkpoint that it was taken from.
func (f *Folder) Begin(c *train.Checkpoint) error {
	c.Config, c.Made = f.Config(), f.made("")
	return f.write(c)
}

// Save makes an iteration durable. c is the checkpoint after it, but for its
// lineage.
func (f *Folder) Save(c *train.Checkpoint, it train.Iteration, played []*selfplay.Record, clock Clock) error {
	name := gamesName(it.At.Iteration)
	if err := f.lease.held(); err != nil {
		return err
	}
	if err := writeGames(at(f.Dir, name), played); err != nil {
		return err
	}
	f.stop("games")
	hash, err := sha256Of(at(f.Dir, name))
	if err != nil {
		return err
	}
	c.At, c.Config, c.Parent, c.Made = it.At, f.Config(), f.ledger.parent, f.made(hash)
	c.Made.Metrics = &it
	if err := f.write(c); err != nil {
		return err
	}
	line, err := metricsLine(clock, f.ledger.metrics[it.At.Iteration])
	if err != nil {
		return err
	}
	err = disk.Append(at(f.Dir, metricsName), line)
	f.stop("metrics")
	return err
}

// made says what the iteration is made of and on.
func (f *Folder) made(games string) *train.Made {
	return madeOn(f.ledger.machine, f.Config(), games)
}

// madeOn says what an iteration of a configuration is made of, and on which machine.
func madeOn(on Machine, config, games string) *train.Made {
	m := &train.Made{Games: games, Arch: on.Arch, Kernels: on.Kernels}
	if cfg, err := configs.Load(configs.Layer{Name: configName, Text: config}); err == nil {
		m.SelfPlay, m.Learning = cmp.Or(cfg.SelfPlay.Precision, selfplay.FP32), cfg.Optimiser.Precision
	}
	return m
}

// write saves a checkpoint, and then its entry.
func (f *Folder) write(c *train.Checkpoint) error {
	if err := f.lease.held(); err != nil {
		return err
	}
	hash, err := c.Write(f.Path(c.At.Iteration))
	if err != nil {
		return err
	}
	f.stop("checkpoint")
	e, err := entryOf(c, hash)
	if err != nil {
		return err
	}
	return f.note(e)
}

// note appends an entry to the ledger.
func (f *Folder) note(e entry) error {
	if err := f.lease.held(); err != nil {
		return err
	}
	text, err := f.ledger.write(e)
	if err != nil {
		return err
	}
	err = disk.Append(at(f.Dir, ledgerName), text)
	f.stop("ledger")
	return err
}

func (f *Folder) stop(point string) {
	if f.pause != nil {
		f.pause(point)
	}
}

// Conclude notes how strong the network of the complete run has become.
func (f *Folder) Conclude(standings []arena.Standing) error {
	if err := f.note(entry{Kind: concluded, Iteration: f.ledger.iteration, Standings: standings}); err != nil {
		return err
	}
	line, err := finalLine(*f.ledger.final)
	if err != nil {
		return err
	}
	err = disk.Append(at(f.Dir, metricsName), line)
	f.stop("final")
	return err
}

// Mix notes, once, that from now on games may be played with other kernels than
// those of the learner: the outcome is that of neither alone.
func (f *Folder) Mix() error {
	if f.ledger.mixed {
		return nil
	}
	return f.note(entry{Kind: mixed, Iteration: f.ledger.iteration})
}

// Forged notes a key that was expelled, with the proof.
func (f *Folder) Forged(c Forgery) error {
	for _, text := range []*string{&c.Key, &c.Name, &c.Proof} {
		*text = prose.Foreign(*text)
	}
	return f.note(entry{Kind: forged, Iteration: f.ledger.iteration, Forgery: &c})
}

// Forgeries returns the keys that were expelled from the run.
func (f *Folder) Forgeries() []Forgery { return f.ledger.forgeries }

// Amend has the run go on with another configuration, and notes that with the change in
// words. Files of the run are as they were.
func (f *Folder) Amend(config, change string) error {
	if err := replace(at(f.Dir, configName), []byte(config)); err != nil {
		return err
	}
	err := f.note(entry{Kind: accepted, Iteration: f.ledger.iteration, Config: sha256OfText(config), Text: config, Changes: []string{change}, Files: map[string]string{}})
	if err != nil {
		return err
	}
	_, err = f.rebuildMetrics() // how strong it was is no more said of the whole run
	return err
}

// Final returns how strong the network has become; nil if that was not measured.
func (f *Folder) Final() *Final { return f.ledger.final }

// Prune removes what the run no longer needs: the checkpoint two before the last, and
// the games older than the last keep iterations that are not among the last needed. It
// keeps the checkpoints of which keeps is true, and those with which the run was
// complete, before it was made longer: their hashes were printed as the run's result.
// keep 0: all games are kept.
func (f *Folder) Prune(keeps func(iteration int) bool, keep, needed int) error {
	if err := f.lease.held(); err != nil {
		return err
	}
	old := f.ledger.iteration - 2
	if old >= 1 && !keeps(old) && !f.ledger.finals[old] {
		if err := disk.Remove(f.Path(old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		f.stop("pruned")
	}
	if keep == 0 {
		return nil
	}
	all, err := iterations(f.Dir, games)
	for _, n := range all {
		if n > f.ledger.iteration-max(keep, needed) {
			break
		}
		if err := disk.Remove(at(f.Dir, gamesName(n))); err != nil {
			return err
		}
		f.stop("pruned")
	}
	return err
}
