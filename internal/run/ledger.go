package run

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"

	"ludens/arena"
	"ludens/configs"
	"ludens/internal/disk"
	"ludens/selfplay"
	"ludens/train"
)

// kind is what an entry of the ledger is about.
type kind string

const (
	began     kind = "began"     // the run, or the ledger of an older run: its configuration and machine
	iterated  kind = "iteration" // a checkpoint was written: what it was made of and on
	moved     kind = "moved"     // the run goes on with other kernels, or by another revision of the program
	accepted  kind = "accepted"  // files were changed, and the run goes on with them
	concluded kind = "concluded" // the trained network was measured
	mixed     kind = "mixed"     // from now on games may be played with any kernels
	forged    kind = "forged"    // a key brought a record that is not what the plan's networks play
)

// ledgerFormat is in the first entry.
const ledgerFormat = 1

// entry is one line of the ledger, sealed, and chained to the line before by its
// SHA-256. It holds no clock, so that equal runs have equal ledgers.
type entry struct {
	Previous  string `json:"previous"` // SHA-256 of the line before; "" in the first
	Kind      kind   `json:"kind"`
	Iteration int    `json:"iteration"` // how far the run has come with it
	Format    int    `json:"format,omitempty"`

	Config string `json:"config,omitempty"` // SHA-256 of config.toml
	Text   string `json:"config_text,omitempty"`
	// Files are the SHA-256 of files, by name; "": it is gone for good.
	Files  map[string]string `json:"files,omitempty"`
	Parent string            `json:"parent,omitempty"` // SHA-256 of the file of the checkpoint before

	*Machine
	Program  string `json:"ludens,omitempty"`   // its revision, where another one goes on
	SelfPlay string `json:"selfplay,omitempty"` // precisions, as in train.Made
	Learning string `json:"learning,omitempty"`

	Changes   []string         `json:"changes,omitempty"`   // that were accepted
	Metrics   json.RawMessage  `json:"metrics,omitempty"`   // of the iteration: a train.Iteration
	Standings []arena.Standing `json:"standings,omitempty"` // of the trained network
	Forgery   *Forgery         `json:"forgery,omitempty"`
}

// Forgery is what became of a key that brought a forged record.
type Forgery struct {
	Key   string `json:"key"`
	Name  string `json:"name"`  // of the worker, as it named itself
	Proof string `json:"proof"` // the first difference between its record and the learner's
	Again int    `json:"again"` // games of its key that were played again
	Kept  int    `json:"kept"`  // games of its key that had counted before, and were not audited
}

func (f Forgery) String() string {
	return fmt.Sprintf("%s, by worker %s, key %s; %s of the key played again, %d had counted before", f.Proof, f.Name, f.Key, count(f.Again, "game"), f.Kept)
}

// Machine is what the last bits of a network depend on.
type Machine struct {
	Arch    string `json:"arch"`
	Kernels string `json:"kernels"`
}

// thisMachine is the machine as it is.
func thisMachine() Machine { return Machine{runtime.GOARCH, selfplay.Kernels()} }

func (m Machine) String() string { return m.Kernels + " on " + m.Arch }

// entryOf is the entry of a checkpoint that has such a SHA-256 and is of a run
// that keeps a ledger.
func entryOf(c *train.Checkpoint, hash string) (entry, error) {
	n := c.At.Iteration
	e := entry{
		Kind: iterated, Iteration: n, Config: sha256OfText(c.Config), Parent: c.Parent,
		Files:   map[string]string{checkpointName(n): hash},
		Machine: &Machine{c.Made.Arch, c.Made.Kernels}, SelfPlay: c.Made.SelfPlay, Learning: c.Made.Learning,
	}
	if c.Made.Games != "" {
		e.Files[gamesName(n)] = c.Made.Games
	}
	var err error
	if c.Made.Metrics != nil {
		e.Metrics, err = json.Marshal(c.Made.Metrics)
	}
	return e, err
}

// ledger is what the entries so far say together.
type ledger struct {
	entries int
	head    string // SHA-256 of the last line
	cut     bool   // the file ends with the beginning of one more

	iteration int    // how far the run has come
	parent    string // SHA-256 of its last checkpoint; "" before the first
	config    string // SHA-256 of config.toml
	text      string
	machine   Machine
	machines  []string                // all, in order, each said once in a row
	programs  []string                // revisions of the program, the same way
	files     map[string]string       // SHA-256 by name; "": gone for good
	spare     map[string]bool         // files that may be gone: the run needs them no more
	finals    map[int]bool            // iterations at which the run was complete: their checkpoints are kept
	taken     map[string]bool         // files that were accepted as they are: what was made of them was made of others
	metrics   map[int]json.RawMessage // by iteration
	origins   map[int]origin          // the same
	final     *Final                  // nil: the run as it stands was not measured
	mixed     bool                    // its games may be of any kernels
	changes   []string                // that were accepted
	forgeries []Forgery
	rules     keeping
}

// origin is what an iteration was made by.
type origin struct {
	config  string // its text
	machine Machine
	mixed   bool // games may be of any kernels
}

// keeping is what a configuration says of old files.
type keeping struct {
	every, past, games, iterations int
	rounds                         bool // of alpha-beta, which no kernels compute
}

// keeps reports whether a checkpoint is kept for good, as train.Config has it.
func (k keeping) keeps(n int) bool {
	return k.every > 0 && n%k.every == 0 || k.past > 0 && n%k.past == 0
}

func keepingOf(text string) keeping {
	cfg, err := configs.Load(configs.Layer{Name: configName, Text: text})
	if err != nil {
		return keeping{games: 1} // of another ludens: nothing is missed
	}
	return keeping{cfg.Evaluation.Every, cmp.Or(cfg.Train.PastEvery, cfg.Evaluation.Every), cfg.Train.KeepGames, cfg.Train.Iterations, cfg.ByAlphaBeta()}
}

func newLedger() *ledger {
	return &ledger{files: map[string]string{}, spare: map[string]bool{}, finals: map[int]bool{}, taken: map[string]bool{}, metrics: map[int]json.RawMessage{}, origins: map[int]origin{}}
}

// errLedger is wrapped by errors about what a ledger says.
var errLedger = errors.New("the ledger is damaged")

// readLedger reads the ledger of a run; nil if there is none. With an error that
// wraps errLedger it returns what was said until then.
func readLedger(dir string) (*ledger, error) {
	path := at(dir, ledgerName)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	l := newLedger()
	err := eachLine(path, func(text disk.Line) error {
		if l.cut {
			return fmt.Errorf("%w: %s, line %d is torn, and is not the last", errLedger, path, text.Number-1)
		}
		if l.cut = torn(text); l.cut {
			if _, _, whole := unseal(text.Text[:len(text.Text)-1]); whole {
				return fmt.Errorf("%w: %s, line %d does not end as it was written", errLedger, path, text.Number)
			}
			return nil // a stop in the middle of a write: nothing was made of it yet
		}
		if err := l.read(text.Text); err != nil {
			return fmt.Errorf("%w: %s, line %d: %w", errLedger, path, text.Number, err)
		}
		return nil
	})
	if err == nil && l.entries == 0 {
		err = fmt.Errorf("%w: %s is empty", errLedger, path)
	}
	return l, err
}

func (l *ledger) read(text []byte) error {
	object, sum, ok := unseal(text)
	if !ok {
		return errors.New("it is not as it was written")
	}
	var e entry
	if err := json.Unmarshal(object, &e); err != nil {
		return err
	}
	return l.add(e, sum)
}

// add takes in an entry whose line has such a SHA-256.
func (l *ledger) add(e entry, sum string) error {
	switch {
	case e.Previous != l.head:
		return errors.New("it does not follow the line before")
	case (l.entries == 0) != (e.Kind == began):
		return fmt.Errorf("%q stands there", e.Kind)
	case e.Kind == began && e.Format != ledgerFormat:
		return fmt.Errorf("its format is %d, this ludens reads %d", e.Format, ledgerFormat)
	case e.Iteration < 0 || e.Iteration > train.MaxIterations:
		return fmt.Errorf("iteration %d: want 0 to %d", e.Iteration, train.MaxIterations)
	}
	switch e.Kind {
	case iterated:
		if !l.next(e.Iteration) {
			return fmt.Errorf("iteration %d follows %d", e.Iteration, l.iteration)
		}
	case accepted:
		l.rewind(e.Iteration)
	case began, moved, concluded, mixed, forged:
		if e.Iteration != l.iteration {
			return fmt.Errorf("iteration %d, the run has come to %d", e.Iteration, l.iteration)
		}
	default:
		return fmt.Errorf("this ludens knows nothing of %q", e.Kind)
	}
	l.entries, l.head = l.entries+1, sum
	l.take(e)
	return nil
}

// program returns the revision of the program that wrote last; "" if an older one did
// not say.
func (l *ledger) program() string {
	if len(l.programs) == 0 {
		return ""
	}
	return l.programs[len(l.programs)-1]
}

// next reports whether iteration n can follow: the next, or at the beginning the
// network that the run begins with.
func (l *ledger) next(n int) bool {
	return n == l.iteration+1 || n == 0 && l.iteration == 0 && l.parent == ""
}

// take has an entry count.
func (l *ledger) take(e entry) {
	if e.Text != "" {
		l.text, l.rules = e.Text, keepingOf(e.Text)
	}
	if e.Config != "" {
		l.config = e.Config
	}
	if e.Machine != nil && *e.Machine != l.machine {
		l.machine = *e.Machine
		l.machines = append(l.machines, l.machine.String())
	}
	if e.Program != "" && e.Program != l.program() {
		l.programs = append(l.programs, e.Program)
	}
	if e.Metrics != nil {
		l.metrics[e.Iteration] = e.Metrics
	}
	maps.Copy(l.files, e.Files)
	l.changes = append(l.changes, e.Changes...)
	l.iteration = e.Iteration
	l.parent = l.files[checkpointName(e.Iteration)]
	if l.iteration > 0 && l.iteration == l.rules.iterations {
		l.finals[l.iteration] = true
	}
	switch e.Kind {
	case iterated:
		l.final = nil
		l.origins[e.Iteration] = origin{l.text, l.machine, l.mixed}
		l.release()
		for name := range e.Files {
			delete(l.taken, name)
		}
	case accepted:
		l.final = nil
		for n := 1; e.Text != "" && l.rules.games > 0 && n <= l.iteration-l.rules.games; n++ { // it may keep fewer
			l.spare[gamesName(n)] = true
		}
		for name := range e.Files {
			l.taken[name] = true
		}
	case mixed:
		l.mixed = true
		l.machines = append(l.machines, fmt.Sprintf("games of any kernels after iteration %d", e.Iteration))
	case forged:
		if e.Forgery != nil {
			l.forgeries = append(l.forgeries, *e.Forgery)
		}
	case concluded:
		l.final = &Final{After: e.Iteration, Standings: e.Standings}
	}
}

// release notes what the rules let go after the last iteration.
func (l *ledger) release() {
	if old := l.iteration - 2; old >= 1 && !l.rules.keeps(old) {
		l.spare[checkpointName(old)] = true
	}
	if l.rules.games > 0 && l.iteration > l.rules.games {
		l.spare[gamesName(l.iteration-l.rules.games)] = true
	}
}

// rewind forgets what came after an iteration.
func (l *ledger) rewind(to int) {
	for n := to + 1; n <= l.iteration; n++ {
		delete(l.files, checkpointName(n))
		delete(l.files, gamesName(n))
		delete(l.metrics, n)
		delete(l.finals, n)
		delete(l.spare, checkpointName(n))
		delete(l.spare, gamesName(n))
	}
	delete(l.spare, checkpointName(to)) // the run goes on from it
}

// encode returns an entry as the next line of the ledger, and that line's SHA-256.
func (l *ledger) encode(e entry) (text []byte, sum string, err error) {
	e.Previous = l.head
	object, err := json.Marshal(e)
	if err != nil {
		return nil, "", err
	}
	text = seal(object)
	if len(text) > maxLine {
		return nil, "", fmt.Errorf("a line of %d bytes for the ledger: want at most %d", len(text), maxLine)
	}
	_, sum, _ = unseal(text)
	return append(text, '\n'), sum, nil
}

// write adds entries and returns their lines.
func (l *ledger) write(entries ...entry) ([]byte, error) {
	var all bytes.Buffer
	for _, e := range entries {
		text, sum, err := l.encode(e)
		if err != nil {
			return nil, err
		}
		e.Previous = l.head
		if err := l.add(e, sum); err != nil {
			return nil, fmt.Errorf("ledger: %w", err)
		}
		all.Write(text)
	}
	return all.Bytes(), nil
}
