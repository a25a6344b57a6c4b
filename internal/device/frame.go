package device

import (
	"math"

	"ludens/internal/disk"
	"ludens/nn"
)

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
