package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"ludens/internal/atomicfile"
)

// Folder keeps what was played:
//
//	about.json   what decides the games: agents, seed, openings
//	games.jsonl  one finished game a line, in the order in which they finished
//	names.json   what the agents were last called, for readers; it decides nothing
//
// A game is there as soon as it is over: a program that is killed loses none,
// and a line that was cut short is not a game. While a folder is open no other
// process can open it.
type Folder struct {
	Dir   string
	lock  *flock.Flock
	games *os.File
}

// Entry is one line of games.jsonl: a game or, in a ladder, who takes part from
// here on.
type Entry struct {
	Players []string
	A, B    string // of a ladder's game; of a study's, A is the cell
	Game    *Game
}

// ErrOther is wrapped by Open when the folder holds something else.
var ErrOther = errors.New("holds other games")

// Open opens a folder, a new one or the one where the same was played before,
// and returns what has been played.
func Open(dir string, about map[string]string) (*Folder, []Entry, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, err
	}
	f := &Folder{Dir: dir, lock: flock.New(filepath.Join(dir, "lock"))}
	ok, err := f.lock.TryLock()
	if err != nil {
		return nil, nil, err
	}
	if !ok {
		return nil, nil, fmt.Errorf("%s is in use by another process", dir)
	}
	entries, err := f.open(about)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, entries, nil
}

func (f *Folder) open(about map[string]string) ([]Entry, error) {
	if err := f.claim(about); err != nil {
		return nil, err
	}
	path := filepath.Join(f.Dir, "games.jsonl")
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	entries, err := parseEntries(whole)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if f.games, err = os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	return entries, f.games.Truncate(int64(len(whole)))
}

// claim notes what is played, or holds it against what was.
func (f *Folder) claim(about map[string]string) error {
	was, err := About(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return writeWords(filepath.Join(f.Dir, "about.json"), about)
	} else if err != nil {
		return err
	}
	if other := differences(was, about); other != "" {
		return fmt.Errorf("%s %w: %s", f.Dir, ErrOther, other)
	}
	return nil
}

// Call notes what the agents are called: by "a" and "b" in a match.
func (f *Folder) Call(names map[string]string) error {
	return writeWords(filepath.Join(f.Dir, "names.json"), names)
}

// About returns what decides the games in a folder, and Names what its agents
// are called.
func About(dir string) (map[string]string, error) { return readWords(filepath.Join(dir, "about.json")) }

func Names(dir string) (map[string]string, error) { return readWords(filepath.Join(dir, "names.json")) }

func readWords(path string) (words map[string]string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &words); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return words, nil
}

func writeWords(path string, words map[string]string) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(words)
	})
}

// differences tells how what was played differs from what is asked for.
func differences(was, about map[string]string) string {
	var told []string
	for _, name := range slices.Sorted(maps.Keys(about)) {
		if was[name] != about[name] {
			told = append(told, fmt.Sprintf("%s is %q there, not %q", name, was[name], about[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if _, ok := about[name]; !ok {
			told = append(told, fmt.Sprintf("%s is %q there", name, was[name]))
		}
	}
	return strings.Join(told, ", ")
}

func parseEntries(text []byte) (entries []Entry, err error) {
	for number := 1; len(text) > 0; number++ {
		var row []byte
		row, text, _ = bytes.Cut(text, []byte("\n"))
		var e Entry
		if err := json.Unmarshal(row, &e); err != nil {
			return nil, fmt.Errorf("line %d is damaged (%w): remove it to go on", number, err)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// Append adds an entry.
func (f *Folder) Append(e Entry) error {
	row, err := e.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = f.games.Write(append(row, '\n'))
	return err
}

// Close makes what was appended durable and lets other processes open the
// folder.
func (f *Folder) Close() error {
	var err error
	if f.games != nil {
		err = errors.Join(f.games.Sync(), f.games.Close())
	}
	return errors.Join(err, f.lock.Unlock())
}
