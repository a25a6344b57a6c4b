package run

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"ludens/arena"
	"ludens/internal/disk"
	"ludens/train"
)

// Metric is a line of a run's metrics: an iteration and when it was done. All but
// the times is in the ledger too, from which a line that was lost is written
// again, without its times.
type Metric struct {
	Clock
	train.Iteration
}

// Clock is when an iteration was done. No result depends on it.
type Clock struct {
	Time    time.Time `json:"time,omitzero"`
	Seconds float64   `json:"seconds"`         // since its session began
	Playing float64   `json:"playing_seconds"` // until the games of the iteration were there
}

// Final is the last line of the metrics of a run that is complete: how strong its
// network has become.
type Final struct {
	After     int              `json:"final"` // iterations
	Standings []arena.Standing `json:"standings"`
}

// metricsLine is the line of an iteration, given as JSON.
func metricsLine(c Clock, iteration json.RawMessage) ([]byte, error) {
	object, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return append(seal(append(append(object[:len(object)-1], ','), iteration[1:]...)), '\n'), nil
}

func finalLine(f Final) ([]byte, error) {
	object, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	return append(seal(object), '\n'), nil
}

// errMetrics is wrapped by errors about a line of the metrics that is not as it
// was written.
var errMetrics = errors.New("is not as it was written")

// measured is a line of the metrics.
type measured struct {
	disk.Line
	object []byte // as it was sealed
	Metric
	final *Final
}

// eachMeasured is the one reader of metrics. It visits the lines of iterations and
// the Final; one that the file ends within is left out: it is being written, or
// was when the run was killed. l is the run's ledger, nil if it keeps none: then
// lines need no seal, and other lines are passed over.
func eachMeasured(path string, l *ledger, visit func(m measured) error) error {
	return eachLine(path, func(text disk.Line) error {
		m, ok := readMeasured(text)
		switch {
		case l == nil && !ok:
			return nil
		case !ok && torn(text) && !whole(text.Text):
			return nil
		case l != nil && ok && m.At.Iteration > l.iteration:
			return nil // newer than the ledger was when it was read
		case l != nil && (!ok || !l.knows(m)):
			return fmt.Errorf("%s, line %d, %w", path, text.Number, errMetrics)
		}
		return visit(m)
	})
}

// whole reports whether a line would be sealed but for its last byte: its end was.
func whole(text []byte) bool {
	_, _, ok := unseal(text[:len(text)-1])
	return ok
}

func readMeasured(text disk.Line) (m measured, ok bool) {
	m.Line = text
	m.object = text.Text
	if object, _, sealed := unseal(text.Text); sealed {
		m.object = object
	}
	if !text.Whole || json.Unmarshal(m.object, &m.Metric) != nil {
		return m, false
	}
	if m.At.Iteration > 0 {
		return m, true
	}
	var f Final
	if json.Unmarshal(m.object, &f) == nil && f.After > 0 {
		m.final = &f
	}
	return m, m.final != nil
}

// knows reports whether a line is sealed and says what the ledger says.
func (l *ledger) knows(m measured) bool {
	if len(m.object) == len(m.Text) {
		return false
	}
	if m.final != nil {
		want, err := finalLine(*cmp.Or(l.final, m.final)) // nil: the run has gone on since
		return err == nil && bytes.Equal(want[:len(want)-1], m.Text)
	}
	want, ok := l.metrics[m.At.Iteration]
	return ok && bytes.HasSuffix(m.object, want[1:])
}

// rebuildMetrics writes the metrics as the ledger has them, with the times of the
// lines that are there. It returns what was not as it should be.
func (f *Folder) rebuildMetrics() (repairs []string, err error) {
	path := at(f.Dir, metricsName)
	clocks, old, repairs, err := f.clocks(path)
	if err != nil {
		return nil, err
	}
	var text []byte
	lost := 0
	for _, n := range slices.Sorted(maps.Keys(f.ledger.metrics)) {
		clock, known := clocks[n]
		if !known {
			lost++
		}
		line, err := metricsLine(clock, f.ledger.metrics[n])
		if err != nil {
			return nil, err
		}
		text = append(text, line...)
	}
	if f.ledger.final != nil {
		line, err := finalLine(*f.ledger.final)
		if err != nil {
			return nil, err
		}
		text = append(text, line...)
	}
	if bytes.Equal(text, old) {
		return nil, nil
	}
	if lost > 0 {
		repairs = append(repairs, fmt.Sprintf("%s lacked %s: written again from the ledger, without times", path, count(lost, "iteration")))
	} else if len(repairs) == 0 && !f.adopting {
		repairs = append(repairs, fmt.Sprintf("%s was not what the ledger says: written again", path))
	}
	return repairs, disk.WriteBytes(path, text)
}

// clocks returns the times in the metrics by iteration, the text of the file, and
// what is wrong with its lines.
func (f *Folder) clocks(path string) (clocks map[int]Clock, old []byte, faults []string, err error) {
	clocks = map[int]Clock{}
	err = eachLine(path, func(text disk.Line) error {
		old = append(old, text.Text...)
		if text.Whole {
			old = append(old, '\n')
		}
		m, ok := readMeasured(text)
		switch {
		case ok && m.final != nil && f.ledger.knows(m):
		case ok && f.ledger.knows(m):
			clocks[m.At.Iteration] = m.Clock
		case ok && f.adopting && m.final == nil:
			clocks[m.At.Iteration] = m.Clock
		case f.adopting || torn(text) && !whole(text.Text):
		default:
			faults = append(faults, fmt.Sprintf("%s, line %d, %v: written again from the ledger", path, text.Number, errMetrics))
		}
		return nil
	})
	return clocks, old, faults, err
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
