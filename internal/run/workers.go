package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ludens/internal/disk"
	"ludens/internal/prose"
)

// Workers are who plays the games of a run that others play for, in the iteration under way or
// the last one, as its process writes it down every few seconds.
type Workers struct {
	Time    time.Time `json:"time"`    // of writing
	Seconds float64   `json:"seconds"` // since these games began
	Here    int       `json:"here"`    // games played by the learner
	Workers []Worker  `json:"workers"`
}

// Worker is one of them.
type Worker struct {
	Name       string  `json:"name"`
	Version    string  `json:"version"`
	Kernels    string  `json:"kernels"`
	Goroutines int     `json:"goroutines"`
	Games      int     `json:"games"`  // that count
	Silent     float64 `json:"silent"` // seconds since the last sign of it
	Gone       bool    `json:"gone,omitempty"`
}

const (
	workersName = "fleet/workers.json"
	maxWorkers  = 4 << 20          // bytes
	freshFor    = 30 * time.Second // what is older is of a process that writes no more
)

// SetWorkers writes down who plays.
func (f *Folder) SetWorkers(w Workers) error {
	path := at(f.Dir, workersName)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return disk.Write(path, func(out io.Writer) error { return json.NewEncoder(out).Encode(w) })
}

// DropWorkers removes what SetWorkers wrote: no games are played any more.
func (f *Folder) DropWorkers() error {
	if err := os.Remove(at(f.Dir, workersName)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// workersAt returns who plays for the run in a folder; nil if that is not written down, or was
// too long ago.
func workersAt(dir string, now time.Time) *Workers {
	b, err := disk.ReadFile(at(dir, workersName), maxWorkers)
	if err != nil {
		return nil
	}
	var w Workers
	if json.Unmarshal(b, &w) != nil || now.Sub(w.Time) > freshFor {
		return nil
	}
	return &w
}

// table writes who plays, in that many columns.
func (w *Workers) table(columns int) string {
	each := func(games int) []string {
		return []string{fmt.Sprint(games), fmt.Sprintf("%.2f", float64(games)/max(w.Seconds, 1e-9))}
	}
	rows := [][]string{{"worker", "games", "a second", "goroutines", "heard", "kernels"}}
	rows = append(rows, append(append([]string{"the learner"}, each(w.Here)...), "", "", ""))
	for _, one := range w.Workers {
		heard := fmt.Sprintf("%.0f s ago", one.Silent)
		if one.Gone {
			heard += ", gone"
		}
		rows = append(rows, append(append([]string{printable(one.Name)}, each(one.Games)...), fmt.Sprint(one.Goroutines), heard, printable(one.Kernels)))
	}
	return prose.Table(rows, []bool{true, false, false, false, true, true}, columns)
}

// printable returns a word of a file without what would steer a terminal.
func printable(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c < ' ' || c > '~' {
			b[i] = '?'
		}
	}
	return string(b)
}
