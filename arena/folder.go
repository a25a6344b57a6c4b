package arena

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"ludens/internal/disk"
)

// Folder keeps what was played:
//
//	about.json   what decides the games: agents, seed, openings; and what played them: see Sign
//	games.jsonl  one finished game a line, in the order in which they finished
//	names.json   what the agents were last called, for readers; it decides nothing
//	cputime.json what CPU time their moves have taken; it decides nothing
//
// A game is there as soon as it is over: a program that is killed loses none,
// and a line that was cut short is not a game. A line that was changed since has
// another checksum (see Row). While a folder is open no other
// process can open it.
type Folder struct {
	Dir      string
	Unsummed int               // entries that were there without a checksum: an older ludens wrote them
	about    map[string]string // as about.json has it
	empty    bool              // there was nothing in it
	lock     *flock.Flock
	games    *os.File
	salt     []byte
}

const journalName = "games.jsonl"

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
	f.salt = saltOf(f.about)
	var entries []Entry
	var whole int64
	for row, err := range Journal(f.Dir, about) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, row.Entry)
		whole += int64(row.size)
		if !row.Summed {
			f.Unsummed++
		}
	}
	f.empty = len(entries) == 0
	var err error
	if f.games, err = os.OpenFile(filepath.Join(f.Dir, journalName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	return entries, f.games.Truncate(whole)
}

// claim notes what is played, or holds it against what was.
func (f *Folder) claim(about map[string]string) (err error) {
	f.about, err = About(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		f.about = maps.Clone(about)
		return writeWords(f.aboutPath(), about)
	} else if err != nil {
		return err
	}
	if other := differences(deciding(f.about), deciding(about)); other != "" {
		return fmt.Errorf("%s %w: %s", f.Dir, ErrOther, other)
	}
	return nil
}

func (f *Folder) aboutPath() string { return filepath.Join(f.Dir, "about.json") }

// Call notes what the agents are called: by "a" and "b" in a match.
func (f *Folder) Call(names map[string]string) error {
	return writeWords(filepath.Join(f.Dir, "names.json"), names)
}

// About returns what decides the games in a folder, and Names what its agents
// are called.
func About(dir string) (map[string]string, error) {
	words, err := readWords(filepath.Join(dir, "about.json"))
	if words == nil {
		words = map[string]string{}
	}
	return words, err
}

func Names(dir string) (map[string]string, error) { return readWords(filepath.Join(dir, "names.json")) }

// mostWords bounds the files of words, bytes.
const mostWords = 1 << 20

func readWords(path string) (words map[string]string, err error) {
	text, err := disk.ReadFile(path, mostWords)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &words); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return words, nil
}

func writeWords(path string, words map[string]string) error {
	return disk.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(words)
	})
}

// differences says how what was played differs from what is asked for.
func differences(was, about map[string]string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(about)) {
		if was[name] != about[name] {
			parts = append(parts, fmt.Sprintf("%s is %q there, not %q", name, was[name], about[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if _, ok := about[name]; !ok {
			parts = append(parts, fmt.Sprintf("%s is %q there", name, was[name]))
		}
	}
	return strings.Join(parts, ", ")
}

// Append adds an entry.
func (f *Folder) Append(e Entry) error {
	row, err := e.sealed(f.salt)
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

// CPUTime is what moves have taken.
type CPUTime struct {
	Moves   int     `json:"moves"`
	Seconds float64 `json:"seconds"`
}

// PerMove returns the seconds per move; 0 without moves.
func (c CPUTime) PerMove() float64 { return c.Seconds / float64(max(1, c.Moves)) }

// CPUTimes are those of the agents of a folder: "a" and "b" in a match.
type CPUTimes map[string]CPUTime

// spentName is the file of CPU times beside the games. It decides nothing, and a program
// that is killed does not write it: it then lacks moves that were played.
const spentName = "cputime.json"

// Spend adds CPU times to those that the folder holds, and returns the sums.
func (f *Folder) Spend(more CPUTimes) (CPUTimes, error) {
	path := filepath.Join(f.Dir, spentName)
	sum := CPUTimes{}
	text, err := disk.ReadFile(path, mostWords)
	if err == nil {
		err = json.Unmarshal(text, &sum)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for who, c := range sum {
		if c.Moves < 0 || c.Seconds < 0 || math.IsInf(c.Seconds, 0) {
			return nil, fmt.Errorf("%s: %d moves in %v s of %q: remove the file to go on", path, c.Moves, c.Seconds, who)
		}
	}
	for who, c := range more {
		sum[who] = CPUTime{sum[who].Moves + c.Moves, sum[who].Seconds + c.Seconds}
	}
	return sum, disk.Write(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(sum) })
}

// Words of about.json that come with who plays. They are not among those that Open is
// handed: a ladder has more players from time to time, and a study more settings.
const (
	networkOf = "network of " // an agent's text without its limits: the digest of its network as it plays
	rulesOf   = "rules of "   // another game than the folder's: its env.Fingerprint
	programs  = "ludens"      // every revision that has played games here, in order
)

// Players are who plays in a folder, and what.
type Players struct {
	Program  string            // the revision of the program
	Networks map[string]string // digests, by agent
	Rules    map[string]string // fingerprints, by game
}

// Sign notes in about.json who plays from here on. It returns an error that wraps
// ErrOther if an agent has another network than when games here were played, or a game
// other rules: they are not what the folder's score is of. Another revision of the program
// is noted, and no error: that it plays the same games is what the tests of both say.
func (f *Folder) Sign(p Players) error {
	words := map[string]string{}
	for agent, digest := range p.Networks {
		words[networkOf+agent] = digest
	}
	for game, fingerprint := range p.Rules {
		words[rulesOf+game] = fingerprint
	}
	about, older := maps.Clone(f.about), f.about[programs] == "" && !f.empty
	for _, name := range slices.Sorted(maps.Keys(words)) {
		switch was, now := about[name], words[name]; {
		case was == "" && older && strings.HasPrefix(name, networkOf):
			return fmt.Errorf("%s %w: an older ludens played them and did not note the %s; it is %.12s now", f.Dir, ErrOther, name, now)
		case was != "" && was != now:
			return fmt.Errorf("%s %w: the %s is %.12s there, not %.12s", f.Dir, ErrOther, name, was, now)
		}
		about[name] = words[name]
	}
	switch played := about[programs]; {
	case played == "":
		about[programs] = p.Program
	case !slices.Contains(strings.Split(played, between), p.Program):
		about[programs] = played + between + p.Program
	}
	if maps.Equal(about, f.about) {
		return nil
	}
	f.about = about
	return writeWords(f.aboutPath(), about)
}

// between stands between revisions.
const between = "; "

// Programs returns the revisions that have played games here, in order.
func (f *Folder) Programs() string { return f.about[programs] }

// deciding returns the words that Open was handed.
func deciding(about map[string]string) map[string]string {
	words := maps.Clone(about)
	maps.DeleteFunc(words, func(name, _ string) bool {
		return name == programs || strings.HasPrefix(name, networkOf) || strings.HasPrefix(name, rulesOf)
	})
	return words
}
