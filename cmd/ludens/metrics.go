package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ludens/train"
)

// metric is a line of a run's metrics: an iteration and when it was done. No
// result depends on the times.
type metric struct {
	Time    time.Time `json:"time"`
	Seconds float64   `json:"seconds"`         // since its session began
	Playing float64   `json:"playing_seconds"` // of the iteration's self-play
	train.Iteration
}

// readMetrics reads the metrics of the run in dir, which may be in progress: a
// line that is not whole yet is left out.
func readMetrics(dir string) (all []metric, err error) {
	f, err := os.Open(filepath.Join(dir, "metrics.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s %w: it has no metrics.jsonl; start one with `ludens train GAME --run %s`", dir, train.ErrNoRun, dir)
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var m metric
		if json.Unmarshal(lines.Bytes(), &m) == nil && m.At.Iteration > 0 {
			all = append(all, m)
		}
	}
	return all, lines.Err()
}

// spent returns the seconds that each iteration took, by its session's clock,
// which begins anew when a run is resumed.
func spent(all []metric) []float64 {
	seconds := make([]float64, len(all))
	last := 0.0
	for i, m := range all {
		if m.Seconds < last {
			last = 0
		}
		seconds[i], last = m.Seconds-last, m.Seconds
	}
	return seconds
}
