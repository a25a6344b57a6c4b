package device

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"ludens/internal/disk"
	"ludens/internal/prose"
	"ludens/nn"
)

// protocol is the version of what both sides say. The Python package has the same number.
const protocol = 1

// order is a line to the process. It is answered with one line, an answer.
type order struct {
	Do string `json:"do"` // open, share, load, run, drop

	// open
	Protocol  int    `json:"protocol,omitempty"`
	Library   string `json:"library,omitempty"`
	Provider  string `json:"provider,omitempty"`
	Precision string `json:"precision,omitempty"`

	Network int `json:"network,omitempty"` // its number, from 1; of all but open

	// share: make a file of that many bytes, and map it
	Bytes int `json:"bytes,omitempty"`

	// load: the network lies at the beginning of the memory, in that many bytes; its
	// frames will have that layout
	Length int            `json:"length,omitempty"`
	Spec   *nn.Spec       `json:"spec,omitempty"`
	Batch  int            `json:"batch,omitempty"`
	At     map[string]int `json:"at,omitempty"` // where each array begins, bytes

	Rows int `json:"rows,omitempty"` // run: of the frame, that are asked for
}

// answer is a line from the process.
type answer struct {
	Error string `json:"error"` // why the order was not obeyed; "": it was

	Protocol int    `json:"protocol"` // open
	Version  string `json:"version"`  // of the library
	Device   string `json:"device"`   // what it runs on
	File     string `json:"file"`     // share
	Rows     int    `json:"rows"`     // run: that were answered
}

// Patience is how long the process has for an answer.
type Patience struct {
	Open, Load, Run time.Duration
}

// usualPatience is long: a library may take minutes to load, or to compile a network.
var usualPatience = Patience{Open: 3 * time.Minute, Load: 10 * time.Minute, Run: time.Minute}

// ask has the process obey an order.
func (d *Device) ask(ctx context.Context, limit time.Duration, o order) (a answer, err error) {
	text, err := json.Marshal(o)
	if err != nil {
		return a, err
	}
	line, err := d.child.Ask(ctx, limit, string(text))
	if err != nil {
		return a, err
	}
	return readAnswer(o.Do, line)
}

// readAnswer reads what the process says to an order.
func readAnswer(do, line string) (a answer, err error) {
	if err := json.Unmarshal([]byte(line), &a); err != nil {
		return a, fmt.Errorf("its answer to %q is no JSON: %.60q", do, line)
	}
	if a.Error != "" {
		return a, errors.New(short(a.Error))
	}
	return a, nil
}

// short makes one line of bounded length of a text from elsewhere.
func short(text string) string {
	const most = 300
	text = strings.ToValidUTF8(prose.OneLine(text), "")
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return text
}

// frame is a batch in memory that both processes map. Rows beyond those that are asked for
// keep what they held before.
type frame struct {
	bytes   []byte
	release func() error

	obs    []float32 // in:  [batch, Spec.Size()]
	logits []float32 // out: [batch, Spec.Actions()]
	wdl    []float32 // out: [batch, 3]
	score  []float32 // out: [batch]; not written without Spec.Score
}

// layout returns where each array of n rows begins, and how many bytes there are.
func layout(s nn.Spec, n int) (at map[string]int, bytes int) {
	at = map[string]int{}
	for _, a := range []struct {
		name string
		row  int // numbers
	}{{"obs", s.Size()}, {"logits", s.Actions()}, {"wdl", 3}, {"score", 1}} {
		at[a.name] = bytes
		bytes += (4*a.row*n + disk.Align - 1) / disk.Align * disk.Align
	}
	return at, bytes
}

// lay lays the arrays of n rows over the memory.
func (f *frame) lay(s nn.Spec, at map[string]int, n int) {
	f.obs = disk.Array[float32](f.bytes, at["obs"], n*s.Size())
	f.logits = disk.Array[float32](f.bytes, at["logits"], n*s.Actions())
	f.wdl = disk.Array[float32](f.bytes, at["wdl"], 3*n)
	f.score = disk.Array[float32](f.bytes, at["score"], n)
}

// spoil makes NaN of the first number of each row's answers: what the process does not
// write is then noticed.
func (f *frame) spoil(s nn.Spec, rows int) {
	nan := float32(math.NaN())
	for i := range rows {
		f.logits[i*s.Actions()], f.wdl[3*i], f.score[i] = nan, nan, 0
		if s.Score {
			f.score[i] = nan
		}
	}
}
