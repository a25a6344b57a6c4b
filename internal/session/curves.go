package session

import (
	"fmt"
	"os"
	"path/filepath"

	runs "ludens/internal/run"
	"ludens/internal/tensorboard"
	"ludens/internal/watch"
)

// curves are written for TensorBoard while a run goes on. The zero value writes none.
type curves struct {
	dir  string // "": none
	file *os.File
	to   *tensorboard.Writer
	err  error // the first
}

// add writes the points of an iteration, into a file of this session that is named by
// its first iteration.
func (c *curves) add(m runs.Metric) {
	if c.dir == "" || c.err != nil {
		return
	}
	if c.file == nil {
		c.begin(m)
	}
	if c.err == nil {
		c.err = watch.WriteScalars(c.to, m)
	}
}

func (c *curves) begin(m runs.Metric) {
	if c.err = os.MkdirAll(c.dir, 0o755); c.err != nil {
		return
	}
	if c.file, c.err = os.Create(filepath.Join(c.dir, tensorboard.FileName(m.At.Iteration))); c.err == nil {
		c.to, c.err = tensorboard.NewWriter(c.file, watch.WallTime(m))
	}
}

// close returns what went wrong, which kept the run from nothing.
func (c *curves) close() error {
	if c.file != nil {
		if err := c.file.Close(); c.err == nil {
			c.err = err
		}
	}
	if c.err != nil {
		return fmt.Errorf("--tensorboard: %w", c.err)
	}
	return nil
}
