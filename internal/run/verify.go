package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ludens/configs"
	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/internal/disk"
	"ludens/internal/prose"
	"ludens/train"
)

// Report is what Verify found.
type Report struct {
	Folder      string   `json:"folder"`
	Game        string   `json:"game"`
	Iteration   int      `json:"iteration"` // how far the run has come
	Iterations  int      `json:"iterations"`
	Ledger      string   `json:"ledger"` // SHA-256 of its last line; "": the run keeps none
	Entries     int      `json:"entries"`
	Machines    []string `json:"machines,omitempty"`
	Programs    []string `json:"ludens,omitempty"`  // revisions that it was trained by
	Changes     []string `json:"changes,omitempty"` // that were accepted
	Forged      []string `json:"forged,omitempty"`  // records, and the keys that were expelled for them
	Checkpoints int      `json:"checkpoints"`
	Games       int      `json:"games"`
	Plies       int      `json:"plies"`
	Metrics     int      `json:"metrics"` // iterations
	Notes       []string `json:"notes,omitempty"`
	Audited     *Audited `json:"audited,omitempty"` // nil: no games were played again
	Problems    []string `json:"problems"`

	Signature *Signature `json:"signature,omitempty"` // nil: there is none, or it was not looked for

	learned string // what the checkpoints hold
}

// Verify reads everything that a run has written: holds every file against the
// ledger, every checkpoint against its entry, every game against the rules and
// what was counted of the games against the metrics. Workers goroutines play the
// games again; what is found does not depend on it. The error is one of the folder
// itself.
func Verify(dir string, workers int) (*Report, error) {
	v, lease, err := verified(dir, workers)
	if err != nil {
		return nil, err
	}
	if lease != nil {
		defer lease.close()
	}
	return &v.report, nil
}

// verified returns what Verify found, and the lock of the folder; nil where this user may
// not write.
func verified(dir string, workers int) (v *verifier, taken *lease, err error) {
	text, err := readConfig(dir)
	if err != nil {
		return nil, nil, err
	}
	taken, err = lock(dir)
	switch {
	case errors.Is(err, os.ErrPermission): // who may not write cannot disturb
		taken = nil
	case errors.Is(err, errBusy):
		return nil, nil, fmt.Errorf("%w; verify it when that is done", err)
	case err != nil:
		return nil, nil, err
	}
	v = &verifier{dir: dir, config: text, workers: max(1, workers)}
	v.report.Folder, v.report.Problems = dir, []string{}
	if err := v.run(); err != nil {
		if taken != nil {
			err = errors.Join(err, taken.close())
		}
		return nil, nil, err
	}
	return v, taken, nil
}

type verifier struct {
	dir     string
	config  string
	workers int
	ledger  *ledger // nil: the run keeps none
	game    env.Game
	parsed  configs.Run
	report  Report
	faulty  map[string]bool // files that differ from the ledger: reported once
}

func (v *verifier) problem(format string, values ...any) {
	v.report.Problems = append(v.report.Problems, prose.Clip(fmt.Sprintf(format, values...)))
}

func (v *verifier) run() error {
	if err := v.readLedger(); err != nil {
		return err
	}
	if err := v.readConfig(); err != nil {
		v.problem("%v", err)
	}
	v.faulty = map[string]bool{}
	if v.ledger != nil {
		if err := v.readAhead(); err != nil {
			return err
		}
		all, err := v.ledger.differences(v.dir, v.config)
		if err != nil {
			return err
		}
		for _, d := range all {
			v.problem("%s", d.text)
			v.faulty[d.name] = true
		}
	}
	if err := errors.Join(v.checkpoints(), v.games()); err != nil {
		return err
	}
	v.metrics()
	return v.strangers()
}

func (v *verifier) readLedger() (err error) {
	v.ledger, err = readLedger(v.dir)
	switch {
	case errors.Is(err, errLedger):
		v.problem("%v", err)
		v.ledger = nil
		return nil
	case err != nil:
		return err
	case v.ledger == nil:
		return v.bare()
	case v.ledger.cut:
		v.report.Notes = append(v.report.Notes, at(v.dir, ledgerName)+" ends within a line that a stop left unfinished: resume cuts it off")
	}
	v.report.Ledger, v.report.Entries = v.ledger.head, v.ledger.entries
	v.report.Machines, v.report.Programs, v.report.Changes = foreign(v.ledger.machines), foreign(v.ledger.programs), foreign(v.ledger.changes)
	v.report.Iteration = v.ledger.iteration
	for _, f := range v.ledger.forgeries {
		v.report.Forged = append(v.report.Forged, prose.OneLine(prose.Clip(f.String())))
	}
	return nil
}

// foreign returns texts of a ledger as a report repeats them.
func foreign(texts []string) (all []string) {
	for _, text := range texts {
		all = append(all, prose.Foreign(text))
	}
	return all
}

// bare is of a run without a ledger: it is from before there were ledgers, or it was taken
// away.
func (v *verifier) bare() error {
	all, err := iterations(v.dir, checkpoints)
	if err != nil {
		return err
	}
	for _, n := range all {
		if h, err := train.ReadHeader(at(v.dir, checkpointName(n))); err == nil && h.Made != nil {
			v.problem("%s is gone: what was pruned, and what was changed since, is not known; put it back", at(v.dir, ledgerName))
			return nil
		}
	}
	v.report.Notes = append(v.report.Notes, "the run keeps no ledger: what is not said by the files themselves is not known; resume begins one")
	return nil
}

func (v *verifier) readConfig() (err error) {
	if v.parsed, err = configs.Load(configs.Layer{Name: at(v.dir, configName), Text: v.config}); err != nil {
		if v.ledger == nil || v.ledger.holdConfig(v.dir, v.config) == nil {
			return err
		}
		// It has changed, which is reported elsewhere: the games are of the run as it was.
		if v.parsed, err = configs.Load(configs.Layer{Name: at(v.dir, ledgerName), Text: v.ledger.text}); err != nil {
			return err
		}
	}
	v.report.Game, v.report.Iterations, v.report.learned = v.parsed.Game, v.parsed.Train.Iterations, "networks"
	if v.parsed.ByAlphaBeta() {
		v.report.learned = "evaluations"
	}
	v.game, err = gamelist.Make(v.parsed.Game)
	return err
}

// readAhead takes in an iteration that a kill kept from being noted.
func (v *verifier) readAhead() error {
	e, err := v.ledger.ahead(v.dir)
	if err != nil {
		v.problem("%v", err)
		return nil
	}
	if e == nil {
		return nil
	}
	_, err = v.ledger.write(*e)
	v.report.Iteration = v.ledger.iteration
	v.report.Notes = append(v.report.Notes, fmt.Sprintf("iteration %d is saved and not yet in the ledger: resume notes it", e.Iteration))
	return err
}

// checkpoints reads all of them.
func (v *verifier) checkpoints() error {
	all, err := iterations(v.dir, checkpoints)
	for _, n := range all {
		path := at(v.dir, checkpointName(n))
		v.report.Checkpoints++
		if v.ledger == nil {
			v.report.Iteration = n
		}
		if v.faulty[checkpointName(n)] {
			continue
		}
		c, _, err := train.ReadCheckpoint(path)
		if err != nil {
			v.problem("%v", err)
			continue
		}
		if err := v.checkpoint(n, c); err != nil {
			v.problem("%s: %v", path, err)
		}
	}
	return err
}

func (v *verifier) checkpoint(n int, c *train.Checkpoint) error {
	if c.At.Iteration != n {
		return fmt.Errorf("it is of iteration %d", c.At.Iteration)
	}
	if v.game == nil {
		return nil
	}
	if err := c.Fits(v.game); err != nil {
		return err
	}
	if v.ledger == nil && c.Made != nil {
		return v.anchored(n, c)
	}
	return nil
}

// anchored holds a checkpoint of a run without its ledger against the files that its
// header names.
func (v *verifier) anchored(n int, c *train.Checkpoint) error {
	if c.Config != v.config {
		return fmt.Errorf("its header has another configuration than %s: %s", configName, edits(v.config, c.Config, configName))
	}
	for name, want := range map[string]string{gamesName(n): c.Made.Games, checkpointName(n - 1): c.Parent} {
		if n == 0 || missing(at(v.dir, name)) {
			continue
		}
		if hash, err := sha256Of(at(v.dir, name)); err != nil || hash != want {
			return fmt.Errorf("it was made of %s with sha256 %s, which has %s", name, short(want), short(hash))
		}
	}
	return nil
}

// metrics reads their lines.
func (v *verifier) metrics() {
	path := at(v.dir, metricsName)
	met := map[int]bool{}
	concluded, last := false, 0
	err := eachLine(path, func(text disk.Line) error {
		m, ok := readMeasured(text)
		last = text.Number
		switch {
		case v.ledger == nil && (ok || !text.Whole):
		case v.ledger != nil && ok && v.ledger.knows(m):
		case v.ledger != nil && torn(text) && !whole(text.Text):
			v.report.Notes = append(v.report.Notes, path+" ends within a line that a stop left unfinished: resume writes it again")
			return nil
		default:
			v.problem("%s, line %d, %v", path, text.Number, errMetrics)
			return nil
		}
		if m.final != nil {
			concluded = true
		} else if n := m.At.Iteration; ok && met[n] {
			v.problem("%s, line %d: iteration %d once more", path, text.Number, n)
		} else if ok {
			met[n] = true
			v.report.Metrics++
		}
		return nil
	})
	if err != nil {
		v.problem("%v", err)
		return
	}
	if v.ledger == nil {
		return
	}
	var lost []int
	for n := range v.ledger.metrics {
		if !met[n] {
			lost = append(lost, n)
		}
	}
	slices.Sort(lost)
	if len(lost) == 1 && lost[0] == v.ledger.iteration || len(lost) == 0 && v.ledger.final != nil && !concluded {
		v.report.Notes = append(v.report.Notes, path+" lacks its last line, as after a stop: resume writes it again from the ledger")
	} else if len(lost) > 0 {
		v.problem("%s lacks %s, the first after line %d: %s", path, count(len(lost), "iteration"), last, strings.Trim(fmt.Sprint(lost), "[]"))
	}
}

// strangers notes files beside the run's own that look like them.
func (v *verifier) strangers() error {
	for _, sub := range []string{checkpoints, games} {
		entries, err := os.ReadDir(filepath.Join(v.dir, sub))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			if _, ok := iterationOf(sub + "/" + e.Name()); !ok {
				v.report.Notes = append(v.report.Notes, filepath.Join(v.dir, sub, e.Name())+" is not of the run: nothing reads it")
			}
		}
	}
	return nil
}
