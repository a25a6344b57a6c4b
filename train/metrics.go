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

	"ludens/internal/atomicfile"
)

// Metrics opens the run's metrics file to append to, one JSON object a line,
// one line an iteration. Lines of iterations after the first so many, and a
// line that was cut short, are dropped first: they will be written again.
func (f *Folder) Metrics(iterations int) (*os.File, error) {
	path := filepath.Join(f.Dir, "metrics.jsonl")
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

// keep returns the whole lines of metrics up to so many iterations.
func keep(metrics []byte, iterations int) []byte {
	var kept []byte
	lines := bufio.NewScanner(bytes.NewReader(metrics))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var it Iteration
		if json.Unmarshal(lines.Bytes(), &it) == nil && it.At.Iteration >= 1 && it.At.Iteration <= iterations {
			kept = append(append(kept, lines.Bytes()...), '\n')
		}
	}
	return kept
}
