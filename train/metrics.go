package train

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"ludens/arena"
	"ludens/internal/atomicfile"
)

// Final is the last line of the metrics of a run that is complete: how strong its
// network has become.
type Final struct {
	After     int              `json:"final"` // iterations
	Standings []arena.Standing `json:"standings"`
}

func (f *Folder) metrics() string { return filepath.Join(f.Dir, "metrics.jsonl") }

// Metrics opens the run's metrics file to append to, one JSON object a line,
// one line an iteration, and a Final. Lines of iterations after the first so
// many, and a line that was cut short, are dropped first: they will be written
// again.
func (f *Folder) Metrics(iterations int) (*os.File, error) {
	path := f.metrics()
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	kept := keep(old, iterations)
	if !bytes.Equal(old, kept) {
		err := atomicfile.Write(path, func(w io.Writer) error {
			_, err := w.Write(kept)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
}

// Final returns the last line of the metrics of a run of so many iterations, if
// it is complete.
func (f *Folder) Final(iterations int) (last Final, ok bool, err error) {
	metrics, err := os.ReadFile(f.metrics())
	if err != nil {
		return last, false, err
	}
	eachLine(metrics, func(line []byte) {
		if final, is := finalOf(line, iterations); is {
			last, ok = final, true
		}
	})
	return last, ok, nil
}

// finalOf reads a line as the Final after so many iterations, if it is.
func finalOf(line []byte, iterations int) (f Final, is bool) {
	err := json.Unmarshal(line, &f)
	return f, err == nil && f.After > 0 && f.After == iterations
}

// keep returns the whole lines of metrics up to so many iterations.
func keep(metrics []byte, iterations int) (kept []byte) {
	eachLine(metrics, func(line []byte) {
		var it Iteration
		_, final := finalOf(line, iterations)
		if final || json.Unmarshal(line, &it) == nil && it.At.Iteration >= 1 && it.At.Iteration <= iterations {
			kept = append(append(kept, line...), '\n')
		}
	})
	return kept
}

func eachLine(text []byte, visit func(line []byte)) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		visit(lines.Bytes())
	}
}
