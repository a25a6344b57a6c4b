package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"ludens/internal/disk"
	"ludens/internal/machine"
	"ludens/train"
)

// Options are how Open takes what it finds.
type Options struct {
	Accept bool              // go on with changed files, and note it
	Back   *int              // iteration to go back to first; nil: none
	Tell   func(line string) // what there is to say beside errors
}

// Open opens the folder of a run to go on with it. Every file must be as the
// ledger says, or be accepted as it is; what a kill left undone is done.
func Open(dir string, o Options) (*Folder, error) {
	if o.Tell == nil {
		o.Tell = func(string) {}
	}
	if _, err := readConfig(dir); err != nil {
		return nil, err
	}
	lease, err := lock(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, lease: lease}
	if err := f.resume(o); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (f *Folder) resume(o Options) error {
	config, err := readConfig(f.Dir)
	if err != nil {
		return err
	}
	if err := f.sweep(); err != nil {
		return err
	}
	lost, err := f.readLedger(config, o)
	if err != nil {
		return err
	}
	if o.Back != nil {
		if err := f.back(*o.Back, o); err != nil {
			return err
		}
	}
	noted, err := f.catchUp(o)
	if err != nil {
		return err
	}
	if noted > 1 { // a kill leaves one
		lost = append(lost, fmt.Sprintf("%s lacked %s, written again from their checkpoints", at(f.Dir, ledgerName), count(noted, "iteration")))
	}
	if err := f.settle(config, lost, o); err != nil {
		return err
	}
	if here := thisMachine(); here != f.ledger.machine || machine.Revision() != f.ledger.program() {
		if here.Arch != f.ledger.machine.Arch || here != f.ledger.machine && !f.ledger.rules.rounds {
			o.Tell(fmt.Sprintf("kernels: %s from iteration %d on, %s until then: the outcome is that of neither alone; the ledger has it",
				here, f.ledger.iteration+1, f.ledger.machine))
		}
		if err := f.note(entry{Kind: moved, Iteration: f.ledger.iteration, Machine: &here, Program: machine.Revision()}); err != nil {
			return err
		}
	}
	repairs, err := f.rebuildMetrics()
	for _, line := range repairs {
		o.Tell(line)
	}
	return err
}

// partial matches the names that atomicfile gives to what it writes of a run's files.
var partial = regexp.MustCompile(`^\.([a-z]+\.(toml|jsonl?)|\d{6,}\.(ckpt|seg))\.\d+$`)

// sweep removes what an interrupted write left behind, and no other hidden files.
func (f *Folder) sweep() error {
	for _, sub := range []string{"", checkpoints, games} {
		entries, err := os.ReadDir(filepath.Join(f.Dir, sub))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !partial.MatchString(e.Name()) {
				continue
			}
			if err := disk.Remove(filepath.Join(f.Dir, sub, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// readLedger reads the ledger, or begins one: for a run that kept none, or, if that
// is accepted, in place of one that is lost. It returns what is then to be noted.
func (f *Folder) readLedger(config string, o Options) (lost []string, err error) {
	f.ledger, err = readLedger(f.Dir)
	switch {
	case errors.Is(err, errLedger) && o.Accept:
		return []string{err.Error()}, f.adopt(config)
	case errors.Is(err, errLedger):
		return nil, fmt.Errorf("%w; put it back, or have a new one begun by: ludens resume %s --accept-changes", err, f.Dir)
	case err != nil:
		return nil, err
	case f.ledger != nil:
		return nil, f.mend(o)
	}
	last, err := f.newest()
	if err != nil {
		return nil, err
	}
	path := at(f.Dir, ledgerName)
	if last != nil && last.Made != nil {
		if !o.Accept {
			return nil, fmt.Errorf("%s is gone; put it back, or have a new one begun by: ludens resume %s --accept-changes", path, f.Dir)
		}
		return []string{path + " is gone"}, f.adopt(config)
	}
	if err := f.adopt(config); err != nil {
		return nil, err
	}
	o.Tell(fmt.Sprintf("%s is from before runs had ledgers: one begins after iteration %d, and takes what was before as it is", f.Dir, f.ledger.iteration))
	return nil, nil
}

// mend cuts off a line that a stop left unfinished.
func (f *Folder) mend(o Options) error {
	if !f.ledger.cut {
		return nil
	}
	path := at(f.Dir, ledgerName)
	var kept []byte
	err := eachLine(path, func(l disk.Line) error {
		if !torn(l) {
			kept = append(append(kept, l.Text...), '\n')
		}
		return nil
	})
	if err != nil {
		return err
	}
	o.Tell(path + " ended within a line that a stop left unfinished: cut off")
	f.ledger.cut = false
	return replace(path, kept)
}

// newest reads the newest checkpoint that is there; nil if none is.
func (f *Folder) newest() (*train.Checkpoint, error) {
	all, err := iterations(f.Dir, checkpoints)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	n := all[len(all)-1]
	c, _, err := train.ReadCheckpoint(f.Path(n))
	if err == nil && c.At.Iteration != n {
		err = fmt.Errorf("%s is of iteration %d, not %d: take it away", f.Path(n), c.At.Iteration, n)
	}
	return c, err
}

// adopt begins a ledger for what is in the folder, taken as it is.
func (f *Folder) adopt(config string) error {
	f.ledger, f.adopting = newLedger(), true
	here := thisMachine()
	entries := []entry{{Kind: began, Format: ledgerFormat, Config: sha256OfText(config), Text: config, Machine: &here, Program: machine.Revision()}}
	files, last, err := f.present()
	if err != nil {
		return err
	}
	known := map[int][]byte{}
	err = eachMeasured(at(f.Dir, metricsName), nil, func(m measured) error {
		if m.final != nil {
			if m.final.After == last {
				f.ledger.final = m.final
			}
			return nil
		}
		known[m.At.Iteration], err = json.Marshal(m.Iteration)
		return err
	})
	if err != nil {
		return err
	}
	final := f.ledger.final
	for n := range last + 1 {
		e := entry{Kind: iterated, Iteration: n, Files: map[string]string{}, Metrics: known[n]}
		for _, name := range []string{checkpointName(n), gamesName(n)} {
			if files[name] != "" {
				e.Files[name] = files[name]
			}
		}
		if n > 0 || len(e.Files) > 0 {
			entries = append(entries, e)
		}
	}
	if final != nil {
		entries = append(entries, entry{Kind: concluded, Iteration: last, Standings: final.Standings})
	}
	f.ledger = newLedger()
	text, err := f.ledger.write(entries...)
	if err != nil {
		return err
	}
	return replace(at(f.Dir, ledgerName), text)
}

// present returns the SHA-256 of the numbered files, by name, and the iteration of
// the newest checkpoint. Games after it are left out: they will be played again.
func (f *Folder) present() (files map[string]string, last int, err error) {
	files = map[string]string{}
	saved, err := iterations(f.Dir, checkpoints)
	if err != nil {
		return nil, 0, err
	}
	played, err := iterations(f.Dir, games)
	if err != nil {
		return nil, 0, err
	}
	var names []string
	for _, n := range saved {
		names, last = append(names, checkpointName(n)), n
	}
	for _, n := range played {
		if n <= last {
			names = append(names, gamesName(n))
		}
	}
	for _, name := range names {
		if files[name], err = sha256Of(at(f.Dir, name)); err != nil {
			return nil, 0, err
		}
	}
	return files, last, nil
}

// catchUp notes the iteration whose checkpoint was written just before a kill, and
// more of them if changes are accepted. It returns how many.
func (f *Folder) catchUp(o Options) (noted int, err error) {
	for noted == 0 || o.Accept {
		e, err := f.ledger.ahead(f.Dir)
		if err != nil || e == nil || !o.Accept && !missing(f.Path(e.Iteration+1)) { // no kill leaves two
			return noted, err
		}
		if err := f.note(*e); err != nil {
			return noted, err
		}
		noted++
	}
	return noted, nil
}

// ahead returns the entry of a checkpoint that follows the last one noted, if there
// is one: its parent, its configuration and its games are those of the run.
func (l *ledger) ahead(dir string) (*entry, error) {
	for _, n := range []int{l.iteration + 1, 0} {
		name := checkpointName(n)
		if !l.next(n) || missing(at(dir, name)) {
			continue
		}
		c, hash, err := train.ReadCheckpoint(at(dir, name))
		if err != nil {
			return nil, err
		}
		if c.Made == nil || c.At.Iteration != n || sha256OfText(c.Config) != l.config || n > 0 && c.Parent != l.parent {
			return nil, nil
		}
		if c.Made.Games != "" {
			if hash, err := sha256Of(at(dir, gamesName(n))); err != nil || hash != c.Made.Games {
				return nil, nil
			}
		}
		e, err := entryOf(c, hash)
		return &e, err
	}
	return nil, nil
}

// settle compares the run with its ledger. What differs is refused, or accepted and
// noted.
func (f *Folder) settle(config string, lost []string, o Options) error {
	all, err := f.ledger.differences(f.Dir, config)
	if err != nil {
		return err
	}
	if len(all) == 0 && len(lost) == 0 {
		return nil
	}
	if !o.Accept {
		return changed(f.Dir, all)
	}
	last, err := f.newest()
	if err != nil {
		return err
	}
	e := entry{Kind: accepted, Changes: lost, Files: map[string]string{}}
	if last != nil {
		e.Iteration = last.At.Iteration
	}
	if config != f.ledger.text {
		if config, err = effective(at(f.Dir, configName), config); err != nil {
			return err
		}
		if err := replace(at(f.Dir, configName), []byte(config)); err != nil {
			return err
		}
		e.Config, e.Text = sha256OfText(config), config
	}
	for _, d := range all {
		e.Changes = append(e.Changes, d.text)
		if d.name != configName {
			e.Files[d.name] = d.hash
		}
	}
	for _, line := range e.Changes {
		o.Tell("accepted: " + line)
	}
	return f.note(e)
}
