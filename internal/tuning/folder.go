// Package tuning is a folder in which an evaluation is learned (package tune):
//
//	tune.json       what is learned, and how: written once
//	round-1.games   the games of a round, a line of JSON each, as they are played
//	round-1.json    the weights learned after it: there whole, or not at all
//
// A run that was stopped goes on behind the last whole line, with the same outcome.
package tuning

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"ludens/env"
	"ludens/eval"
	"ludens/internal/disk"
	runs "ludens/internal/run"
	"ludens/tune"
)

const (
	configFile = "tune.json"
	mostConfig = 1 << 12
	mostGame   = 1 << 16 // bytes of a game
	mostGames  = 1 << 32 // of a round
)

// errNone is wrapped where a folder holds no learned evaluation.
var errNone = errors.New("no learned evaluation")

// about is what stands in tune.json.
type about struct {
	tune.Config
	Rules    string `json:"rules"`    // env.Fingerprint
	Features string `json:"features"` // eval.Features.Digest
}

// Folder is a folder at work.
type Folder struct {
	dir      string
	game     env.Game
	features *eval.Features
	config   tune.Config
	unlock   func() error
}

// open begins to learn in a folder, or goes on in one that was begun with the same
// configuration. Close gives it back.
func open(dir string, g env.Game, c tune.Config) (*Folder, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	features, err := eval.NewFeatures(g)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, game: g, features: features, config: c}
	if f.unlock, err = runs.Lock(dir); err != nil {
		return nil, err
	}
	if err := f.begin(about{c, env.Fingerprint(g), features.Digest()}); err != nil {
		return nil, errors.Join(err, f.unlock())
	}
	return f, nil
}

// begin writes tune.json, or compares it with what is to be done. More rounds than were
// begun with change nothing of the earlier ones.
func (f *Folder) begin(want about) error {
	path := filepath.Join(f.dir, configFile)
	text, err := disk.ReadFile(path, mostConfig)
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := os.ReadDir(f.dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Name() != "lock" && e.Name() != "lock.owner" {
				return fmt.Errorf("%s holds something else: name another folder with --run", f.dir)
			}
		}
	} else if err != nil {
		return err
	} else {
		var have about
		if err := json.Unmarshal(text, &have); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		rounds := max(have.Rounds, want.Rounds)
		have.Rounds, want.Rounds = 0, 0
		if have != want {
			return fmt.Errorf("%s was begun otherwise (%s): give the same settings, or another folder with --run", f.dir, path)
		}
		want.Rounds = rounds
	}
	text, err = json.MarshalIndent(want, "", "  ")
	if err != nil {
		return err
	}
	return write(path, append(text, '\n'))
}

// Close gives the folder back.
func (f *Folder) Close() error { return f.unlock() }

func write(path string, text []byte) error {
	return disk.Write(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

func weightsFile(dir string, round int) string {
	return filepath.Join(dir, fmt.Sprintf("round-%d.json", round))
}

func (f *Folder) gamesFile(round int) string {
	return filepath.Join(f.dir, fmt.Sprintf("round-%d.games", round))
}

// Find returns the file of the newest weights of a folder, or path itself if it is a file.
func Find(path string) (string, error) {
	about, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("no learned evaluation at %s (%w): ludens tune GAME --run %s learns one", path, fs.ErrNotExist, path)
	}
	if err != nil {
		return "", err
	}
	if !about.IsDir() {
		return path, nil
	}
	file := ""
	for round := 1; ; round++ {
		next := weightsFile(path, round)
		if _, err := os.Stat(next); err != nil {
			break
		}
		file = next
	}
	if file == "" {
		return "", fmt.Errorf("the folder %s holds %w yet; ludens tune GAME --run %s learns one", path, errNone, path)
	}
	return file, nil
}

// Read reads the weights of a game from a file, or the newest of a folder.
func Read(path string, g env.Game) (*eval.Weights, error) {
	file, err := Find(path)
	if err != nil {
		return nil, err
	}
	text, err := disk.ReadFile(file, eval.MaxFile)
	if err != nil {
		return nil, err
	}
	w, err := eval.Decode(text, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return w, nil
}

// kept calls each for the games of a round that are there whole, and returns how many they
// are and where the last of them ends.
func (f *Folder) kept(round int, each func(*tune.Record) error) (n int, end int64, err error) {
	file, _, err := disk.Open(f.gamesFile(round), mostGames)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	for line, err := range disk.Lines(file, mostGame) {
		var r tune.Record
		if err == nil && !line.Whole {
			break
		}
		if err == nil {
			d := json.NewDecoder(bytes.NewReader(line.Text))
			d.DisallowUnknownFields()
			if err = d.Decode(&r); err == nil && d.More() {
				err = errors.New("something follows the game")
			}
		}
		if err == nil {
			err = each(&r)
		}
		if err != nil {
			return n, end, fmt.Errorf("%s, line %d: %w", file.Name(), line.Number, err)
		}
		n, end = n+1, end+int64(len(line.Text))+1
	}
	return n, end, nil
}
